import type { TSchema } from "typebox";

/** How documents show a schema beyond its keywords. Validation and serialisation ignore it. */
export interface ShownAs {
  /** The name under which documents define it once. */
  name?: string;
  /** What it is wherever it is used; each use adds its own description. */
  says?: string;
  /** Uses add no description: the property's name says the rest. */
  plain?: boolean;
  /** Objects whose properties it includes. */
  bases?: readonly TSchema[];
  /** A union, shown as a choice between objects. */
  choice?: Choice;
}

/** Objects told apart by one property; those that share its value are told apart by another. */
export interface Choice {
  by: string;
  among?: { name: string; says: string; by: string };
}

// Not a keyword, so that no validator, serialiser or tool description comes across it.
const key: unique symbol = Symbol("shown as");

/** The same schema, with instructions for documents. */
export const showAs = <T extends object>(schema: T, as: ShownAs): T => Object.assign(schema, { [key]: as });

export const shownAs = (schema: object): ShownAs => (schema as { [key]?: ShownAs })[key] ?? {};
