import type { Log } from "../../kernel/log.ts";
import type { Db } from "../../store/db/db.ts";
import { sourceHeader } from "../accounts/identity.ts";
import { derivedSecret } from "../server-secret.ts";
import { documentClients, type ReadDocument } from "./client-document.ts";
import type { ConnectorTokens } from "./connector-token.ts";
import { type Consent, createConsent } from "./consent.ts";
import { createOAuthEndpoints, serverMetadata } from "./oauth-endpoints.ts";
import { allScopes } from "./oauth-query.ts";
import type { OAuthServer } from "./oauth-server.ts";

/** The OAuth 2.1 server for assistants: its endpoints, and what its pages need. */
export interface Authorization {
  issuer: string;
  /** What its tokens are for. */
  resource: string;
  metadata: object;
  endpoints: ReturnType<typeof createOAuthEndpoints>;
  consent: Consent;
}

export function createAuthorization(options: {
  db: Db;
  log: Log;
  now(): Date;
  secret: string;
  siteUrl: string;
  tokens: ConnectorTokens;
  /** To be called when tokens may have been revoked. */
  revoked(): void;
  /** Reads the documents by which clients describe themselves. */
  readDocument: ReadDocument;
  /** `host:port` of the addresses whose documents may come over plain http. */
  outboundAllow: readonly string[];
}): Authorization {
  const { db, log, now, siteUrl, tokens, revoked, readDocument, outboundAllow } = options;
  const { origin } = new URL(siteUrl);
  const resource = `${origin}/mcp`;
  let loading: Promise<OAuthServer> | null = null;

  const load = (): Promise<OAuthServer> => {
    loading ??= import("./oauth-server.ts").then(({ createOAuthServer }) => {
      const secret = derivedSecret(options.secret, "accounts").toString("base64url");
      const clientDiscovery = documentClients({
        ...{ db, log, now, read: readDocument, scopes: allScopes, allow: outboundAllow },
      });
      return createOAuthServer({
        ...{ db, log, secret, siteUrl, sourceHeader, tokens, resource, clientDiscovery },
      });
    });
    return loading;
  };
  const headers = (sourceAddress: string, more: Record<string, string> = {}) =>
    new Headers({ [sourceHeader]: sourceAddress, ...more });
  const around = { db, now, origin, load, headers, revoked };

  return {
    issuer: origin,
    resource,
    metadata: serverMetadata(origin),
    endpoints: createOAuthEndpoints(around),
    consent: createConsent({ ...around, csrfSecret: derivedSecret(options.secret, "consent pages") }),
  };
}
