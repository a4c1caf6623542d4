import { v7 } from "uuid";

/** A new UUIDv7, lower-case: sorts by creation time. */
export const newId = (): string => v7();

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The canonical lower-case form of a textual UUID (RFC 9562), or null if the text is not one. */
export function canonicalUuid(text: string): string | null {
  return text.length === 36 && uuidShape.test(text) ? text.toLowerCase() : null;
}
