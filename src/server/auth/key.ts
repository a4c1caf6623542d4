import { createHmac, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { derivedSecret } from "./server-secret.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 30;
const checkLength = 6;
const shownLength = 6;

/** A new key: the only moment at which its secret is known. */
export interface MintedKey {
  /** `<prefix>_`, 30 random base62 characters, their CRC-32 as 6 base62 characters. Source: docs/contract/keys.md. */
  secret: string;
  /** What a list shows: `<prefix>_` and the first 6 characters. */
  prefix: string;
  /** HMAC-SHA-256 of the secret under a pepper from the server's secret: all that is stored. */
  hash: Buffer;
}

export interface Keys {
  mint(): MintedKey;
  /** The hash to look a token up by; null if it is not one of our keys, which its checksum shows without a lookup. */
  hashOf(token: string): Buffer | null;
}

export function createKeys(options: {
  prefix: string;
  secret: string;
  random?: (below: number) => number;
}): Keys {
  const { prefix, secret, random = randomInt } = options;
  const pepper = derivedSecret(secret, "api keys");
  const hash = (token: string) => createHmac("sha256", pepper).update(token).digest();
  const shape = new RegExp(`^${prefix}_[0-9A-Za-z]{${randomLength + checkLength}}$`);
  return {
    mint() {
      const body = Array.from({ length: randomLength }, () => alphabet[random(alphabet.length)]).join("");
      const secret = `${prefix}_${body}${checkOf(body)}`;
      return { secret, prefix: secret.slice(0, prefix.length + 1 + shownLength), hash: hash(secret) };
    },
    hashOf(token) {
      if (token.length !== prefix.length + 1 + randomLength + checkLength || !shape.test(token)) return null;
      const body = token.slice(prefix.length + 1, -checkLength);
      return token.endsWith(checkOf(body)) ? hash(token) : null;
    },
  };
}

function checkOf(body: string): string {
  let rest = crc32(body);
  let digits = "";
  while (digits.length < checkLength) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
