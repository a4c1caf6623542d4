import { createHash, randomBytes } from "node:crypto";

/** What stands in the address of a shared page: 256 bits at random, as base64url. */
export interface ShareToken {
  token: string;
  /** What a list shows of it. */
  prefix: string;
  /** All that is stored of it. */
  hash: Buffer;
}

const tokenBytes = 32;
const shownLength = 6;
const shape = /^[\w-]{43}$/;

// So many random bits need no salt, no pepper and no slow hash.
const hashed = (token: string): Buffer => createHash("sha256").update(token).digest();

export function newShareToken(): ShareToken {
  const token = randomBytes(tokenBytes).toString("base64url");
  return { token, prefix: token.slice(0, shownLength), hash: hashed(token) };
}

/** The hash to look a token up by; null for a text that none of our tokens looks like. */
export const shareTokenHash = (token: string): Buffer | null => (shape.test(token) ? hashed(token) : null);
