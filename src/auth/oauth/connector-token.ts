import { createHmac } from "node:crypto";
import { createKeys } from "../key.ts";
import { derivedSecret } from "../server-secret.ts";

/** What tokens of assistants are for (RFC 8707): the address of `/mcp`. */
export const mcpResource = (siteUrl: string): string => `${new URL(siteUrl).origin}/mcp`;

/** Access tokens of assistants: `<prefix>_mcp_`, 30 random base62 characters and a checksum, as keys have. */
export interface ConnectorTokens {
  prefix: string;
  /** A new token, less its prefix. */
  mint(): string;
  /** The same whole, with the hash that is stored of it. */
  mintKey(): { secret: string; hash: string };
  /** All that is stored of a token (less its prefix), of whatever type the OAuth server has. */
  hash(token: string, type: string): string;
  /** The hash to look an access token up by; null where it is none, which its checksum tells without a look. */
  hashOf(token: string): string | null;
}

export function createConnectorTokens(options: { keyPrefix: string; secret: string }): ConnectorTokens {
  const { keyPrefix, secret } = options;
  const keys = createKeys({ prefix: `${keyPrefix}_mcp`, secret });
  const prefix = `${keyPrefix}_mcp_`;
  const pepper = derivedSecret(secret, "connector tokens");
  const hash = (token: string, type: string) =>
    createHmac("sha256", pepper).update(`${type} ${token}`).digest("base64url");
  return {
    prefix,
    mint: () => keys.mint().secret.slice(prefix.length),
    mintKey() {
      const { secret } = keys.mint();
      return { secret, hash: hash(secret.slice(prefix.length), "access_token") };
    },
    hash,
    hashOf: (token) => (keys.hashOf(token) ? hash(token.slice(prefix.length), "access_token") : null),
  };
}
