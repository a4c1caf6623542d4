/** A Bloom filter, as in Bloom, 1970: bits that the keys of a set have set, and hardly any other key finds set. */

/** Whether a key is in the set, or seems to be. */
export function isAmong(filter: Uint8Array, key: string): boolean {
  for (const bit of bitsOf(key, filter.length * 8))
    if (((filter[bit >>> 3] as number) & (1 << (bit & 7))) === 0) return false;
  return true;
}

/** Puts a key into the set. */
export function addTo(filter: Uint8Array, key: string): void {
  for (const bit of bitsOf(key, filter.length * 8))
    filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7));
}

const hashes = 7;

// Two hashes give all: Kirsch and Mitzenmacher, 2006. The number of bits is a power of two.
function* bitsOf(key: string, bits: number): Iterable<number> {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < key.length; at++) {
    one = Math.imul(one ^ key.charCodeAt(at), 0x01000193);
    other = Math.imul(other ^ key.charCodeAt(at), 0x5bd1e995);
    other ^= other >>> 15;
  }
  for (let each = 0; each < hashes; each++) yield ((one + Math.imul(each, other | 1)) >>> 0) % bits;
}
