import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ClientAuthMethod, Provider } from "oidc-provider";
import type { Ending } from "../stores.ts";

/** A certified OpenID provider (oidc-provider) with one client and a list of people, each signed in without a word. */
export interface RealProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By their subject. Who is deleted from it has left. */
  people: Map<string, Record<string, unknown>>;
  /** Whoever sits at the browser. */
  visitor: string;
  /** Goes where a browser is sent, to the end; returns where that is sent back to. */
  visit(location: string): Promise<string>;
}

interface RealProviderTerms {
  userinfoSignature?: string;
  /** The only way in which it knows clients. */
  clientMethod?: ClientAuthMethod;
  /** Whether it takes what a browser is sent with from the client alone (RFC 9126). */
  pushed?: boolean;
}

export async function realProvider(
  t: Ending,
  redirectUri: string,
  { userinfoSignature, clientMethod, pushed = false }: RealProviderTerms = {},
): Promise<RealProvider> {
  let listener: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
  const server = createServer((request, response) => void listener(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ["overheard", "only-for-tests-0123456789abcdefghijklmnop"];
  const people: RealProvider["people"] = new Map();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        ...(userinfoSignature ? { userinfo_signed_response_alg: userinfoSignature } : {}),
        ...(clientMethod ? { token_endpoint_auth_method: clientMethod } : {}),
      },
    ],
    ...(clientMethod ? { clientAuthMethods: [clientMethod] } : {}),
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: pushed },
      jwtUserinfo: { enabled: userinfoSignature !== undefined },
    },
    ...(userinfoSignature ? { enabledJWA: { userinfoSigningAlgValues: [userinfoSignature] } } : {}),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) =>
      people.has(id) ? { accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) } : undefined,
    cookies: { keys: ["only-for-tests"] },
  });
  const real: RealProvider = { issuer, clientId, clientSecret, people, visitor: "ann", visit };
  const serve = provider.callback();
  listener = async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return serve(request, response);
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const result =
      prompt.name === "login"
        ? { login: { accountId: real.visitor } }
        : { consent: { grantId: await grantOf(session?.accountId ?? "", String(params.scope)) } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  };

  async function grantOf(accountId: string, scope: string): Promise<string> {
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope(scope);
    return grant.save();
  }

  async function visit(location: string): Promise<string> {
    const cookies = new Map<string, string>();
    for (let at = location, hops = 0; hops < 10; hops += 1) {
      if (!at.startsWith(issuer)) return at;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(at, { redirect: "manual", headers: { cookie } });
      for (const one of response.headers.getSetCookie()) {
        const [name = "", value = ""] = one.split(";")[0]!.split("=");
        cookies.set(name, value);
      }
      at = new URL(response.headers.get("location") ?? "", at).href;
    }
    throw new Error("the provider leads nowhere");
  }

  return real;
}
