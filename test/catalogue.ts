import { actions } from "../src/server/actions.ts";
import type { AnyAction } from "../src/server/api/action.ts";
import { exampleOf } from "../src/server/openapi/example.ts";

/** Ids of things that somebody owns, by the field that names them. */
export type Own = Record<string, string>;

/**
 * An input the action accepts: what it needs, and the project if it can name one. What one action alone needs
 * stands in `own` as its name and the field.
 */
export function validInput(action: AnyAction, own: Own): Record<string, unknown> {
  const { properties, required = [] } = action.input as {
    properties: Record<string, object>;
    required?: string[];
  };
  const ofThis = (field: string) => own[`${action.name} ${field}`];
  const fields = Object.keys(properties).filter(
    (field) => required.includes(field) || field === "projectId" || ofThis(field) !== undefined,
  );
  return Object.fromEntries(
    fields.map((field) => [field, ofThis(field) ?? own[field] ?? exampleOf(properties[field]!)]),
  );
}

/** Fields that hold the id of something that belongs to somebody. */
export const idFieldsOf = (action: AnyAction): string[] =>
  Object.keys(action.input.properties).filter((field) => field.endsWith("Id"));

/** The same actions in every way but what they look up and do: all of them do this. */
export const doing = (work: (action: AnyAction) => unknown): AnyAction[] =>
  actions.map(({ owned: _, ...action }) => ({ ...action, run: async () => work(action) }));
