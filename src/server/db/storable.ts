import { type RawBuilder, sql } from "kysely";

// What PostgreSQL cannot store: NUL in text, and lone surrogates in JSON.
const unstorable = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

/** Foreign text as the store can keep it: U+FFFD replaces each character that it cannot, so offsets stay. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** JSON text in which every string is storable. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!unstorable.test(text)) return text;
  return JSON.stringify(value, (_, inner) => (typeof inner === "string" ? storableText(inner) : inner));
}

/** A text column exactly as stored. @NOTE read as plain text, PGlite drops a byte order mark at the beginning. */
export const wholeText = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`to_json(${text})`;
