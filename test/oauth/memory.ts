import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { everything, redirectUri as usualRedirect } from "./flow.ts";

/** What a client of the official library remembers; `authorization` is where it sends its user's browser. */
export function memory(
  redirectUri = usualRedirect,
  scope = everything,
): OAuthClientProvider & { authorization?: URL; revocable(): [token: string, clientId: string] } {
  // biome-ignore lint/suspicious/noExplicitAny: what the library hands over is handed back as it is
  const kept: Record<string, any> = {};
  const keep = (given: object): void => void Object.assign(kept, given);
  return {
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: "Foreign client",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope,
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => keep({ client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => keep({ tokens }),
    redirectToAuthorization(url) {
      this.authorization = url;
    },
    saveCodeVerifier: (verifier) => keep({ verifier }),
    codeVerifier: () => kept.verifier,
    revocable: () => [kept.tokens.refresh_token, kept.client.client_id],
  };
}
