import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  evictPendingClients,
  findClient,
  hasConsented,
  saveClient,
} from "../../accounts/connectors/oauth-clients.ts";
import type { Db } from "../../db/db.ts";
import { Problem } from "../../kernel/problem.ts";
import type { DocumentClients } from "./client-document.ts";
import { ClientMetadataError, clientMetadataOf } from "./client-metadata.ts";
import { grantRevoked } from "./connector-token.ts";
import { allScopes, authorizationQuery, faultOf, hasControls, sifted } from "./oauth-query.ts";
import type { OAuthServer } from "./oauth-server.ts";
import { isRedirect } from "./redirect-address.ts";

/** What the OAuth endpoints need from the rest of the server. */
export interface OAuthSurroundings {
  db: Db;
  now(): Date;
  origin: string;
  /** The resource that tokens are issued for. */
  resource: string;
  load(): Promise<OAuthServer>;
  documents: DocumentClients;
  /** What to count an address as. */
  networkOf(address: string): string;
  /** The headers of a request to the library: its source address, and cookies if it may have any. */
  headers(sourceAddress: string, more?: Record<string, string>): Headers;
  /** Tokens may have been revoked. */
  revoked(): void;
  /** Whether another request has just renewed with this refresh token, and whether its answer is there. */
  recentRenewal(refreshToken: string): Promise<"answered" | "under_way" | null>;
  /** Whether the account that this token was given to is disabled. */
  isShut(token: string, type: "access_token" | "refresh_token"): Promise<boolean>;
  /** What an access token that was just made may do; undefined, and the token ends, where its connector has ended meanwhile. */
  scopesOf(accessToken: string): Promise<string[] | undefined>;
}

/** How long one of two that renew at once waits for the other's answer, in milliseconds. */
const patienceMs = 2_000;

export function createOAuthEndpoints(around: OAuthSurroundings) {
  const { db, origin, load, documents } = around;
  const errorPage = (error: string) => Response.redirect(errorAddress(origin, error), 302);

  /** Throws VALIDATION_ERROR for anything but text, RATE_LIMITED if too many documents were requested. */
  async function authorize(params: URLSearchParams, cookie: string, from: string): Promise<Response> {
    if (hasControls(params))
      throw new Problem("VALIDATION_ERROR", { message: "A parameter holds a control character." });
    const query = authorizationQuery(params, around.resource);
    if (!query) return errorPage("invalid_request");
    const clientId = query.get("client_id") ?? "";
    // An address registered before such addresses were refused is refused too.
    if (query.has("redirect_uri") && !isRedirect(query.get("redirect_uri")))
      return errorPage("invalid_redirect");
    if (documents.is(clientId)) {
      const fault = faultOf(query, around.resource);
      if (fault) return errorPage(fault);
      const state = await documents.look(clientId, around.networkOf(from));
      if (state === "limited") throw new Problem("RATE_LIMITED", { retryAfterSeconds: 60 });
      if (state === "unknown") return errorPage("invalid_client");
    }
    const headers = around.headers(from, { cookie, accept: "text/html" });
    const server = await load();
    const response = await server.handler(new Request(`${origin}/oauth2/authorize?${query}`, { headers }));
    const location = response.headers.get("location");
    if (location === null || isOwnPage(origin, location)) return response;
    // Anybody can register a client. Only people who have let it in are sent to it without being asked (RFC 9700
    // §4.11.2).
    const session = await server.api.getSession({ headers: new Headers({ cookie }) });
    if (session && (await hasConsented(db, clientId, session.user.id))) return response;
    return errorPage(errorIn(location));
  }

  async function posted(endpoint: "token" | "revoke", params: URLSearchParams, from: string) {
    if (hasControls(params))
      return oauthError(400, "invalid_request", "A parameter holds a control character.");
    const body = sifted(params, endpoint, around.resource);
    if (!body) return oauthError(400, "invalid_request", "A parameter is given more than once.");
    const type = "application/x-www-form-urlencoded";
    const headers = around.headers(from, { "content-type": type, accept: "application/json" });
    const request = new Request(`${origin}/oauth2/${endpoint}`, { method: "POST", headers, body });
    const response = await (await load()).handler(request);
    around.revoked();
    return response;
  }

  /** The token endpoint's answer; of two that renew with one token at once, the later waits for the other's. */
  async function settled(params: URLSearchParams, from: string): Promise<Response> {
    const deadline = performance.now() + patienceMs;
    const refreshToken = params.get("refresh_token");
    for (let isLast = false; ; ) {
      const response = await posted("token", params, from);
      if (response.status !== 400 || refreshToken === null || isLast) return response;
      const other = await around.recentRenewal(refreshToken);
      if (other === null) return response;
      isLast = other === "answered" || performance.now() > deadline;
      if (!isLast) await delay(100);
    }
  }

  /**
   * The same answer with what the token may do: whoever has let its client in again with less has taken some of it. Whoever has taken all of
   * it while it was made has taken the token too.
   */
  async function withScopes(response: Response): Promise<Response> {
    const body = (await response.json()) as { access_token: string };
    if (await around.isShut(body.access_token, "access_token")) return ofDisabled();
    const scopes = await around.scopesOf(body.access_token);
    if (!scopes) return oauthError(400, "invalid_grant", grantRevoked);
    const { status, headers } = response;
    return Response.json({ ...body, scope: scopes.join(" ") }, { status, headers });
  }

  return {
    authorize,

    /** RFC 6749 §5, with its error codes instead of the library's. */
    async token(params: URLSearchParams, from: string): Promise<Response> {
      // Looked at first, so that its refresh token is still good once it is enabled again.
      const refreshToken = params.get("refresh_token");
      if (refreshToken !== null && (await around.isShut(refreshToken, "refresh_token"))) return ofDisabled();
      const response = await settled(params, from);
      if (response.ok) return withScopes(response);
      if (response.status !== 400 && response.status !== 401) return response;
      const { error } = (await response.clone().json()) as { error?: string };
      // A code without proof is an invalid grant (RFC 7636 §4.6).
      if (response.status === 401 && error === "invalid_request")
        return oauthError(400, "invalid_grant", "The code is not proven by its verifier.");
      // A deleted client registers again if it is told so; told only of an invalid grant, it would keep trying.
      if (error === "invalid_grant" && !(await findClient(db, params.get("client_id") ?? "")))
        return oauthError(401, "invalid_client", "There is no such client here.");
      return response;
    },

    /** RFC 7009: an unknown token, or another client's, counts as revoked. */
    async revoke(params: URLSearchParams, from: string): Promise<Response> {
      const response = await posted("revoke", params, from);
      const isComplete = params.has("token") && params.has("client_id");
      if (response.status !== 400 || !isComplete) return response;
      const { error } = (await response.clone().json()) as { error?: string };
      return error === "invalid_request" ? Response.json({}) : response;
    },

    /** RFC 7591: anybody may register a client; nobody has let it in yet. */
    async register(document: unknown): Promise<Response> {
      const { now } = around;
      try {
        const metadata = clientMetadataOf(document);
        const clientId = randomBytes(16).toString("hex");
        await saveClient(db, { clientId, ...metadata, source: null }, allScopes, now());
        await evictPendingClients(db);
        return Response.json(
          {
            client_id: clientId,
            client_id_issued_at: Math.floor(now().getTime() / 1000),
            ...(metadata.name ? { client_name: metadata.name } : {}),
            redirect_uris: metadata.redirectUris,
            application_type: metadata.applicationType,
            grant_types: ["authorization_code", "refresh_token"],
            response_types: ["code"],
            token_endpoint_auth_method: "none",
            scope: allScopes.join(" "),
          },
          { status: 201 },
        );
      } catch (error) {
        if (error instanceof ClientMetadataError) return oauthError(400, error.code, error.message);
        throw error;
      }
    },
  };
}

const oauthError = (status: number, error: string, description: string): Response =>
  Response.json({ error, error_description: description }, { status });

const ofDisabled = (): Response => oauthError(400, "invalid_grant", "The account is disabled.");

/** The page that tells a person what is wrong with a request. */
export const errorAddress = (origin: string, error: string): string =>
  `${origin}/connect/error?${new URLSearchParams({ error })}`;

export const isOwnPage = (origin: string, location: string): boolean =>
  location.startsWith(`${origin}/connect/`);

/** The error in the query or fragment of a redirect to a client. */
export function errorIn(location: string): string {
  const { searchParams, hash } = new URL(location);
  return searchParams.get("error") ?? new URLSearchParams(hash.slice(1)).get("error") ?? "invalid_request";
}

/** RFC 8414, with only what is offered. */
export const serverMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth2/authorize`,
  token_endpoint: `${issuer}/oauth2/token`,
  revocation_endpoint: `${issuer}/oauth2/revoke`,
  registration_endpoint: `${issuer}/oauth2/register`,
  scopes_supported: allScopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});
