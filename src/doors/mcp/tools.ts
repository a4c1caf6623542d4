import type { Tool } from "@modelcontextprotocol/server";
import { type AnyAction, route } from "../../kernel/action.ts";
import type { Scope } from "../../kernel/scope.ts";

/** The actions that assistants can call, by the name of their tool, in the order of the list. */
export type Toolbox = ReadonlyMap<string, AnyAction>;

export const toolbox = (actions: readonly AnyAction[]): Toolbox =>
  new Map(actions.filter(({ tool }) => tool).map((action) => [action.name, action]));

/** The tools that a token with these scopes may use. */
export const offered = (tools: Toolbox, scopes: readonly Scope[]): AnyAction[] =>
  [...tools.values()].filter(({ scope }) => scopes.includes(scope));

const described = new WeakMap<AnyAction, Tool>();

/** An action as the protocol lists it; made once, since it never changes. */
export function toolOf(action: AnyAction): Tool {
  const known = described.get(action);
  if (known) return known;
  const tool: Tool = {
    name: action.name,
    title: titleOf(action.name),
    description: action.summary,
    inputSchema: { ...schemaOf(action.input), type: "object" },
    outputSchema: schemaOf(action.output) as Tool["outputSchema"],
    annotations: annotationsOf(action),
  };
  described.set(action, tool);
  return tool;
}

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** What a client may assume before it asks its user; where the declaration says nothing, the method tells. */
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

/** Keywords that only our own validation knows. */
const ownKeywords = new Set(["verbatim"]);

const plain = new WeakMap<object, Record<string, unknown>>();

/** The schema as plain JSON, for advertising; `perform` alone judges by it. */
export function schemaOf(schema: object): Record<string, unknown> {
  const known = plain.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema, (name, value) => (ownKeywords.has(name) ? undefined : value));
  const made = JSON.parse(text) as Record<string, unknown>;
  plain.set(schema, made);
  return made;
}
