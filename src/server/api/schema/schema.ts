import { type Static, type TProperties, type TSchema, type TUnsafe, Type } from "typebox";

/** What a schema says besides its kind. */
export interface SchemaWords {
  description?: string;
  default?: unknown;
  examples?: unknown[];
}

/** The schema or null: `type: [t, "null"]`, with null among the values of an enum. */
export function Nullable<T extends TSchema>(schema: T, words: SchemaWords = {}): TUnsafe<Static<T> | null> {
  const { type, enum: values, ...rest } = schema as unknown as { type: string; enum?: unknown[] };
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, "null"],
    ...(values ? { enum: [...values, null] } : {}),
    ...words,
  });
}

/** A titled object or null, so that documents can refer to the object. */
export const ObjectOrNull = <T extends TSchema>(schema: T, description: string): TUnsafe<Static<T> | null> =>
  Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: "null" }], description });

/** An object with exactly these properties; the title names it in documents. */
export const Closed = <T extends TProperties>(
  properties: T,
  words: { title?: string; description?: string; examples?: unknown[] } = {},
) => Type.Object(properties, { additionalProperties: false, ...words });

/** A property that is null in this object but not in others. */
export const AlwaysNull = (description: string): TUnsafe<null> =>
  Type.Unsafe<null>({ type: ["string", "null"], enum: [null], description });

/** One of a closed list of words. */
export const OneOf = <const T extends string>(values: readonly T[], words: SchemaWords = {}): TUnsafe<T> =>
  Type.Unsafe<T>({ type: "string", enum: [...values], ...words });

/** How many of something. */
export const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** A figure that may be unknown. */
export const Figure = (description: string) => Nullable(Type.Number(), { description });

/** RFC 3339 in UTC with milliseconds. */
export const Time = (description?: string) =>
  Type.String({ format: "date-time", ...(description ? { description } : {}) });

export const Uuid = (description?: string) =>
  Type.String({ format: "uuid", ...(description ? { description } : {}) });

export const Deleted = Type.Object(
  {
    id: Type.String({ description: "Id of what was deleted." }),
    deleted: Type.Boolean({ description: "Always true." }),
  },
  { additionalProperties: false, title: "Deleted" },
);
