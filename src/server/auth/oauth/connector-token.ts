import { createHmac } from "node:crypto";
import { rehashToken } from "../../accounts/connectors/connectors.ts";
import type { Db } from "../../db/db.ts";
import { createKeys } from "../key.ts";
import { derivedSecret } from "../server-secret.ts";

/** What tokens of assistants are for (RFC 8707): the address of `/mcp`. */
export const mcpResource = (siteUrl: string): string => `${new URL(siteUrl).origin}/mcp`;

/** Access tokens of assistants: `<prefix>_mcp_`, 30 random base62 characters and a checksum, like keys. */
export interface ConnectorTokens {
  prefix: string;
  /** A new token, without its prefix. */
  mint(): string;
  /** A complete new token, with the hash that is stored. */
  mintKey(): { secret: string; hash: string };
  /** The only part of a token (without its prefix) that is stored, whatever its type in the OAuth server. */
  hash(token: string, type: string): string;
  /** Replaces the hash made with the previous secret, if there was one. */
  renew?(token: string, type: string): Promise<void>;
  /** The hash to look an access token up by; null if it is not one, which its checksum shows without a lookup. */
  hashOf(token: string): string | null;
}

export function createConnectorTokens(options: {
  keyPrefix: string;
  secret: string;
  /** The previous secret, and where the hashes are. */
  former?: { secret: string; db: Db } | null;
}): ConnectorTokens {
  const { keyPrefix, secret, former } = options;
  const keys = createKeys({ prefix: `${keyPrefix}_mcp`, secret });
  const prefix = `${keyPrefix}_mcp_`;
  const pepper = derivedSecret(secret, "connector tokens");
  const hashWith = (pepper: Buffer, token: string, type: string) =>
    createHmac("sha256", pepper).update(`${type} ${token}`).digest("base64url");
  const hash = (token: string, type: string) => hashWith(pepper, token, type);
  const formerPepper = former && derivedSecret(former.secret, "connector tokens");
  return {
    prefix,
    mint: () => keys.mint().secret.slice(prefix.length),
    mintKey() {
      const { secret } = keys.mint();
      return { secret, hash: hash(secret.slice(prefix.length), "access_token") };
    },
    hash,
    ...(former && formerPepper
      ? {
          renew: (token: string, type: string) =>
            rehashToken(former.db, hashWith(formerPepper, token, type), hash(token, type)),
        }
      : {}),
    hashOf: (token) => (keys.hashOf(token) ? hash(token.slice(prefix.length), "access_token") : null),
  };
}

/** Said of a grant that its person has ended. */
export const grantRevoked = "The grant has been revoked.";
