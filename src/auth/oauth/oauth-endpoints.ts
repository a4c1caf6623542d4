import { randomBytes } from "node:crypto";
import { findClient, saveClient } from "../../store/accounts/oauth-clients.ts";
import type { Db } from "../../store/db/db.ts";
import { ClientMetadataError, clientMetadataOf } from "./client-metadata.ts";
import { allScopes, authorizationQuery, sifted } from "./oauth-query.ts";
import type { OAuthServer } from "./oauth-server.ts";

/** What the OAuth endpoints need of what is around them. */
export interface OAuthSurroundings {
  db: Db;
  now(): Date;
  origin: string;
  load(): Promise<OAuthServer>;
  /** The headers of a request to the library: where it comes from, the cookies where it may have any. */
  headers(sourceAddress: string, more?: Record<string, string>): Headers;
  /** Tokens may have been revoked. */
  revoked(): void;
}

export function createOAuthEndpoints(around: OAuthSurroundings) {
  const { origin, load } = around;

  async function authorize(given: URLSearchParams, cookie: string, from: string): Promise<Response> {
    const query = authorizationQuery(given);
    if (!query) return Response.redirect(`${origin}/connect/error?error=invalid_request`, 302);
    const headers = around.headers(from, { cookie, accept: "text/html" });
    return (await load()).handler(new Request(`${origin}/oauth2/authorize?${query}`, { headers }));
  }

  async function posted(endpoint: "token" | "revoke", given: URLSearchParams, from: string) {
    const body = sifted(given, endpoint);
    if (!body) return oauthError(400, "invalid_request", "A parameter is given more than once.");
    const type = "application/x-www-form-urlencoded";
    const headers = around.headers(from, { "content-type": type, accept: "application/json" });
    const request = new Request(`${origin}/oauth2/${endpoint}`, { method: "POST", headers, body });
    const response = await (await load()).handler(request);
    around.revoked();
    return response;
  }

  return {
    authorize,

    /** RFC 6749 §5, where the library calls a refusal otherwise. */
    async token(given: URLSearchParams, from: string): Promise<Response> {
      const response = await posted("token", given, from);
      if (response.status !== 400 && response.status !== 401) return response;
      const { error } = (await response.clone().json()) as { error?: string };
      // A code that is not proven is an invalid grant (RFC 7636 §4.6).
      if (response.status === 401 && error === "invalid_request")
        return oauthError(400, "invalid_grant", "The code is not proven by its verifier.");
      // A client that we have forgotten registers again when it hears so; of its grant alone, it would ask in vain.
      if (error === "invalid_grant" && !(await findClient(around.db, given.get("client_id") ?? "")))
        return oauthError(401, "invalid_client", "There is no such client here.");
      return response;
    },

    /** RFC 7009: a token that is unknown, or not the client's, is as good as revoked. */
    async revoke(given: URLSearchParams, from: string): Promise<Response> {
      const response = await posted("revoke", given, from);
      const named = given.has("token") && given.has("client_id");
      if (response.status !== 400 || !named) return response;
      const { error } = (await response.clone().json()) as { error?: string };
      return error === "invalid_request" ? Response.json({}) : response;
    },

    /** RFC 7591: anybody may describe a client; nobody has let it in yet. */
    async register(document: unknown): Promise<Response> {
      const { db, now } = around;
      try {
        const metadata = clientMetadataOf(document);
        const clientId = randomBytes(16).toString("hex");
        await saveClient(db, { clientId, ...metadata, source: null }, allScopes, now());
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

/** RFC 8414, with what is really offered. */
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
