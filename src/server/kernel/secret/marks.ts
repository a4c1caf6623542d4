import { createHmac } from "node:crypto";

/**
 * Hashes of a text with these keys, in their order, as base64url: whoever knows a text and a key finds it again, and nobody
 * else reads it back. Source: RFC 2104 (HMAC), SHA-256.
 */
export const createMarks =
  (keys: readonly Buffer[]) =>
  (text: string): string[] =>
    keys.map((key) => createHmac("sha256", key).update(text).digest("base64url"));
