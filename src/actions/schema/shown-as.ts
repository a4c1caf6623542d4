import type { TSchema } from "typebox";

/** How documents show a schema, where they say more than its keywords. Checking and writing do not see it. */
export interface ShownAs {
  /** The name under which documents keep it once. */
  name?: string;
  /** What it is wherever it is used; each use adds its own description. */
  says?: string;
  /** Each use says only that it is one: the name of the property says the rest. */
  plain?: boolean;
  /** Objects whose properties it has as well. */
  bases?: readonly TSchema[];
  /** A union, as a choice between objects. */
  choice?: Choice;
}

/** Objects told apart by one property; those that share its value are told apart by another. */
export interface Choice {
  by: string;
  among?: { name: string; says: string; by: string };
}

// Not a keyword, so that no validator, writer or tool description comes across it.
const key: unique symbol = Symbol("shown as");

/** The same schema, to be shown in documents as told. */
export const showAs = <T extends object>(schema: T, as: ShownAs): T => Object.assign(schema, { [key]: as });

export const shownAs = (schema: object): ShownAs => (schema as { [key]?: ShownAs })[key] ?? {};
