import type { Toolbox } from "./tools.ts";

/** The field in which a result names a route to call next. */
const route = "suggested_route";

/** Replaces each `suggested_route` that has a tool with `suggested_tool`. */
export function withTools(value: unknown, tools: Toolbox): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withTools(item, tools));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const tool = name === route ? tools.values().find(({ http }) => http === inner) : undefined;
      return tool ? ["suggested_tool", tool.name] : [name, withTools(inner, tools)];
    }),
  );
}
