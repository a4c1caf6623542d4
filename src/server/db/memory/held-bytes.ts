import { LRUCache } from "lru-cache";

/** A cache of values as the database gives them that holds about so many bytes; a value larger than that is not kept. */
export const cacheOfBytes = <Value extends {}>(
  most: number,
  bytesOf: (value: Value) => number = heldBytes,
): LRUCache<string, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: (value, key) => entryBytes + key.length + bytesOf(value) });

/** What the cache itself takes for an entry. */
const entryBytes = 200;

/**
 * About how many bytes of the heap a value as JSON gives it takes: within a third of what V8 does. Property names are shared
 * with other values and not counted.
 */
export function heldBytes(value: unknown): number {
  if (typeof value === "string") return stringBytes + value.length * (oneByte.test(value) ? 1 : 2);
  // A whole number of 32 bits stands in its slot itself.
  if (typeof value === "number") return (value | 0) === value ? 0 : numberBytes;
  if (typeof value !== "object" || value === null) return 0;
  let bytes = objectBytes;
  if (Array.isArray(value)) {
    bytes += arrayBytes + slotBytes * value.length;
    for (let at = 0; at < value.length; at += 1) bytes += heldBytes(value[at]);
    return bytes;
  }
  for (const name in value) bytes += slotBytes + heldBytes((value as Record<string, unknown>)[name]);
  return bytes;
}

// What V8 takes on 64 bits, without pointer compression, as Node is built.
const objectBytes = 24;
const arrayBytes = 24;
const stringBytes = 20;
const numberBytes = 16;
const slotBytes = 8;

/** Text in which every letter takes a byte. */
const oneByte = /^[\0-\xff]*$/;
