import { createHash, randomBytes } from "node:crypto";

/** The secret in a shared page's address: 256 random bits, as base64url. */
export interface ShareToken {
  token: string;
  /** The part that lists show. */
  prefix: string;
  /** The only part that is stored. */
  hash: Buffer;
}

const tokenBytes = 32;
const shownLength = 6;
const shape = /^[\w-]{43}$/;

// This many random bits need no salt, no pepper and no slow hash.
const hashed = (token: string): Buffer => createHash("sha256").update(token).digest();

export function newShareToken(): ShareToken {
  const token = randomBytes(tokenBytes).toString("base64url");
  return { token, prefix: token.slice(0, shownLength), hash: hashed(token) };
}

/** The hash to look a token up by; null for a text that cannot be one of our tokens. */
export const shareTokenHash = (token: string): Buffer | null => (shape.test(token) ? hashed(token) : null);
