import type { Tool } from "@modelcontextprotocol/server";
import { type AnyAction, route } from "../api/action.ts";
import { ownKeywords } from "../api/schema/shape.ts";
import type { Scope } from "../kernel/scope.ts";

/** The actions that assistants can call, by tool name, in list order. */
export type Toolbox = ReadonlyMap<string, AnyAction>;

export const toolbox = (actions: readonly AnyAction[]): Toolbox =>
  new Map(actions.filter(({ tool }) => tool).map((action) => [action.name, action]));

/** The tools that a token with these scopes may use. */
export const offered = (tools: Toolbox, scopes: readonly Scope[]): AnyAction[] =>
  [...tools.values()].filter(({ scope }) => scopes.includes(scope));

const described = new WeakMap<AnyAction, Tool>();

/** An action as the protocol lists it; made once, since it never changes. */
export function toolOf(action: AnyAction): Tool {
  const cachedTool = described.get(action);
  if (cachedTool) return cachedTool;
  const tool: Tool = {
    name: action.name,
    title: titleOf(action.name),
    description: action.summary,
    inputSchema: { ...(listedSchema(action.input) as object), type: "object" },
    outputSchema: outputSchemaOf(action),
    annotations: annotationsOf(action),
  };
  described.set(action, tool);
  return tool;
}

/**
 * The one shape of every tool's result. Its details are in openapi.json: written out here they would be six times as long
 * as the rest of the list, and models do not read them.
 */
const outputSchemaOf = ({ output }: AnyAction): NonNullable<Tool["outputSchema"]> => ({
  type: "object",
  properties: { result: { type: (output as { type?: unknown }).type === "array" ? "array" : "object" } },
  required: ["result"],
});

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** What a client may assume before it asks its user; the method tells what the declaration does not. */
function annotationsOf({ tool, effect, http, spends }: AnyAction): Tool["annotations"] {
  const { method } = route(http);
  const terms = typeof tool === "object" ? tool : {};
  const replaces = method === "PUT" || method === "PATCH" || effect === "deletes";
  return {
    readOnlyHint: effect === "reads",
    destructiveHint: effect !== "reads" && (terms.destructive ?? replaces),
    idempotentHint: effect === "reads" || method !== "POST",
    openWorldHint: terms.openWorld ?? spends !== undefined,
  };
}

/** Keywords with data as their values: a `title` in them is not a schema's. */
const dataKeywords = new Set(["examples", "default", "enum", "const", "required"]);

/**
 * The schema for listing, in the subset of JSON Schema that every host takes: no references, no lists of types, nothing
 * beside an `anyOf`. Only `perform` judges by the whole one.
 */
export function listedSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(listedSchema);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, one]) =>
      !ownKeywords.has(name) &&
      one !== undefined &&
      !(name === "title" && typeof one === "string") &&
      // Nobody sends an empty text for a filter or a name, and each of these costs four tokens.
      !(name === "minLength" && one === 1),
  );
  const schema = Object.fromEntries(
    entries.map(([name, one]) => [name, dataKeywords.has(name) ? one : listedSchema(one)]),
  );
  return withPlainTypes(schema);
}

/** With one alternative for each of its types, of which the first keeps what is said of all of them. */
function withPlainTypes(schema: Record<string, unknown>): Record<string, unknown> {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type)) {
    const [first, ...others] = type;
    const { enum: values, ...more } = rest;
    const enumPart = Array.isArray(values) ? { enum: values.filter((one) => one !== null) } : {};
    return { anyOf: [{ type: first, ...more, ...enumPart }, ...others.map((other) => ({ type: other }))] };
  }
  if (!Array.isArray(anyOf) || Object.keys(rest).length === 0) return schema;
  const [first, ...others] = anyOf;
  return { anyOf: [{ ...first, ...rest }, ...others] };
}
