import type { Tool } from "@modelcontextprotocol/server";
import type { Scope } from "../../kernel/access/scope.ts";
import { type AnyAction, route } from "../../kernel/action.ts";
import { ownKeywords } from "../../kernel/schema/shape.ts";

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
  const known = described.get(action);
  if (known) return known;
  const tool: Tool = {
    name: action.name,
    title: titleOf(action.name),
    description: action.summary,
    inputSchema: { ...schemaOf(action.input), type: "object" },
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
  properties: { result: { type: schemaOf(output).type === "array" ? "array" : "object" } },
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

const plain = new WeakMap<object, Record<string, unknown>>();

/**
 * The schema as plain JSON, for listing; only `perform` judges by it. Its titled parts appear once, in `$defs`: repeated
 * wherever they are used, they would make the list of tools three times as long.
 */
export function schemaOf(schema: object): Record<string, unknown> {
  const known = plain.get(schema);
  if (known) return known;
  const parts: Record<string, unknown> = {};
  const root = shown(schema, parts) as Record<string, unknown>;
  const made = Object.keys(parts).length > 0 ? { ...root, $defs: parts } : root;
  plain.set(schema, made);
  return made;
}

function shown(value: unknown, parts: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => part(one, parts));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name, one]) => !ownKeywords.has(name) && one !== undefined);
  return Object.fromEntries(
    kept.map(([name, one]) => [name, dataKeywords.has(name) ? one : part(one, parts)]),
  );
}

/** Replaces a titled part with a reference to it. */
function part(value: unknown, parts: Record<string, unknown>): unknown {
  const made = shown(value, parts);
  const { title } = (made ?? {}) as { title?: unknown };
  if (typeof title !== "string") return made;
  const name = title.replaceAll(/[^A-Za-z0-9]/g, "");
  parts[name] = made;
  return { $ref: `#/$defs/${name}` };
}
