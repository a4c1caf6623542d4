import { isOfDisabled, recentRenewal, scopesOfNewToken } from "../../accounts/connectors/connectors.ts";
import type { PlanTable } from "../../api/access/plan.ts";
import type { Db } from "../../db/db.ts";
import type { Limiter } from "../../kernel/limit.ts";
import type { Log } from "../../kernel/log.ts";
import { sourceHeader } from "../accounts/account-requests.ts";
import type { Identity } from "../accounts/identity.ts";
import { derivedSecret } from "../server-secret.ts";
import { createDocumentClients, documentDiscovery, type ReadDocument } from "./client-document.ts";
import { type ConnectorTokens, mcpResource } from "./connector-token.ts";
import { type Consent, createConsent } from "./consent.ts";
import { createOAuthEndpoints, serverMetadata } from "./oauth-endpoints.ts";
import type { OAuthServer } from "./oauth-server.ts";

/** The OAuth 2.1 server for assistants: its endpoints, and what its pages need. */
export interface Authorization {
  issuer: string;
  /** The resource that its tokens are for. */
  resource: string;
  metadata: object;
  endpoints: ReturnType<typeof createOAuthEndpoints>;
  consent: Consent;
}

export function createAuthorization(options: {
  db: Db;
  log: Log;
  limiter: Limiter;
  now(): Date;
  secret: string;
  siteUrl: string;
  tokens: ConnectorTokens;
  plans: PlanTable;
  /** Where people sign in. */
  identity: Pick<Identity, "signIn" | "sessionOf">;
  /** Call it when tokens may have been revoked. */
  revoked(): void;
  /** Reads the documents by which clients describe themselves. */
  readDocument: ReadDocument;
  /** `host:port` of the addresses whose documents may come over plain http. */
  outboundAllow: readonly string[];
  /** What to count an address as, since one party may have many addresses. */
  networkOf(address: string): string;
}): Authorization {
  const { db, log, limiter, now, siteUrl, tokens, revoked, readDocument, outboundAllow, networkOf } = options;
  const { origin } = new URL(siteUrl);
  const resource = mcpResource(siteUrl);
  const documents = createDocumentClients({
    ...{ db, log, limiter, now, read: readDocument, allow: outboundAllow },
  });
  let loading: Promise<OAuthServer> | null = null;

  const load = (): Promise<OAuthServer> => {
    loading ??= import("./oauth-server.ts").then(({ createOAuthServer }) => {
      const secret = derivedSecret(options.secret, "accounts").toString("base64url");
      const clientDiscovery = documentDiscovery(documents, (headers) =>
        networkOf(headers.get(sourceHeader) ?? ""),
      );
      return createOAuthServer({
        ...{
          db,
          log,
          limiter,
          secret,
          siteUrl,
          sourceHeader,
          tokens,
          resource,
          clientDiscovery,
          passwords: false,
        },
      });
    });
    return loading;
  };
  const headers = (sourceAddress: string, more: Record<string, string> = {}) =>
    new Headers({ [sourceHeader]: sourceAddress, ...more });
  const scopesOf = async (accessToken: string) => {
    const tokenHash = tokens.hashOf(accessToken);
    return tokenHash === null ? undefined : scopesOfNewToken(db, tokenHash);
  };
  const recent = (refreshToken: string) => recentRenewal(db, tokens.hash(refreshToken, "refresh_token"));
  const isShut = async (token: string, type: "access_token" | "refresh_token") => {
    // One that was hashed with the secret before is found by its new hash alone.
    if (type === "refresh_token") await tokens.renew?.(token, type);
    const hash = type === "access_token" ? tokens.hashOf(token) : tokens.hash(token, type);
    return hash !== null && (await isOfDisabled(db, hash));
  };
  const around = {
    ...{ db, now, origin, resource, load, headers, revoked, scopesOf, documents, networkOf },
    recentRenewal: recent,
    isShut,
  };

  return {
    issuer: origin,
    resource,
    metadata: serverMetadata(origin),
    endpoints: createOAuthEndpoints(around),
    consent: createConsent({
      ...around,
      ...options.identity,
      plans: options.plans,
      csrfSecret: derivedSecret(options.secret, "consent pages"),
    }),
  };
}
