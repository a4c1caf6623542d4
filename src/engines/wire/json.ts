/** A JSON object of a vendor: nothing about its members is known yet. */
export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The members of `value`, or none if it is not an object. */
export function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects in a list; anything else in it, or in its place, is passed over. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function stringIn(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A count of tokens or calls; null for anything that is none. */
export function countIn(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The sum of the counts that are given; null if none is. */
export function sumOf(...counts: unknown[]): number | null {
  const given = counts.map(countIn).filter((count) => count !== null);
  return given.length === 0 ? null : given.reduce((sum, count) => sum + count, 0);
}
