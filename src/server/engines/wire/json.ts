/** A vendor's JSON object, with nothing yet known about its fields. */
export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of `value`, or none if it is not an object. */
export function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects in a list; skips anything else, and is empty if there is no list. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function stringIn(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A count of tokens or calls; null for anything else. */
export function countIn(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The sum of the counts given; null if there are none. */
export function sumOf(...counts: unknown[]): number | null {
  const numbers = counts.map(countIn).filter((count) => count !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, count) => sum + count, 0);
}
