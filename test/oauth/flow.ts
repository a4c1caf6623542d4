import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { HttpServer } from "../../src/server/rest.ts";

type Inject = Pick<HttpServer, "inject">;

/** The origin that the tests' server says it has; loopback, or its issuer would have to be https. */
export const site = "http://127.0.0.1:8787";
export const redirectUri = "http://127.0.0.1:33418/callback";
export const everything =
  "visibility:read visibility:run content:write publish:write share:write projects:write offline_access";

export interface Account {
  email: string;
  password: string;
}

/** A client in its user's browser: cookies kept, redirects followed by hand. */
export interface Browser {
  get(address: string): Promise<Page>;
  /** Sends a form as the page at `action` would. */
  post(
    action: string,
    fields: [string, string][],
    headers?: Record<string, string | undefined>,
  ): Promise<Page>;
  cookies: Map<string, string>;
}

export interface Page {
  status: number;
  text: string;
  location: string;
  headers: Record<string, string | string[] | undefined>;
}

let visitors = 0;

export function browser(door: Inject, origin = site): Browser {
  const cookies = new Map<string, string>();
  visitors += 1;
  const remoteAddress = `10.9.${visitors >> 8}.${visitors & 255}`;
  async function ask(method: "GET" | "POST", address: string, headers: object, payload?: string) {
    const url = new URL(address, origin);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await door.inject({
      method,
      url: url.pathname + url.search,
      remoteAddress,
      headers: given({ host: url.host, ...(cookie ? { cookie } : {}), ...headers }),
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value } of response.cookies) cookies.set(name, encodeURIComponent(value));
    return {
      status: response.statusCode,
      text: response.body,
      location: String(response.headers.location ?? ""),
      headers: response.headers as Page["headers"],
    };
  }
  return {
    cookies,
    get: (address) => ask("GET", address, {}),
    post: (action, fields, headers = {}) =>
      ask(
        "POST",
        action,
        { origin, "content-type": "application/x-www-form-urlencoded", ...headers },
        new URLSearchParams(fields).toString(),
      ),
  };
}

const given = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));

/** The hidden fields of the form on a page. */
export const hiddenIn = ({ text }: Page): [string, string][] =>
  [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
    name!,
    value!.replaceAll("&amp;", "&"),
  ]);

export const pkce = () => {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};

export async function register(door: Inject, more: object = {}): Promise<string> {
  visitors += 1;
  const { statusCode, body } = await door.inject({
    method: "POST",
    url: "/oauth2/register",
    headers: { "content-type": "application/json" },
    payload: JSON.stringify({ client_name: "Test client", redirect_uris: [redirectUri], ...more }),
    remoteAddress: `10.8.${visitors >> 8}.${visitors & 255}`,
  });
  assert.equal(statusCode, 201, body);
  return JSON.parse(body).client_id;
}

export const authorizeAddress = (
  clientId: string,
  challenge: string,
  more: Record<string, string | null> = {},
) => {
  const query = {
    ...{ response_type: "code", client_id: clientId, redirect_uri: redirectUri, state: "st4te" },
    ...{ code_challenge: challenge, code_challenge_method: "S256", resource: `${site}/mcp` },
    ...{ scope: everything },
    ...more,
  };
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null);
  return `/oauth2/authorize?${new URLSearchParams(given)}`;
};

/** Signs in on the page that an authorization request leads to; returns the consent page. */
export async function signIn(tab: Browser, address: string, account: Account): Promise<Page> {
  const asked = await tab.get(address);
  assert.match(asked.location, /\/connect\/sign-in\?/, asked.text);
  const page = await tab.get(asked.location);
  assert.equal(page.status, 200, page.text);
  const sent = await tab.post("/connect/sign-in", [
    ...hiddenIn(page),
    ["email", account.email],
    ["password", account.password],
  ]);
  assert.match(sent.location, /\/connect\/consent\?/, sent.text);
  return tab.get(sent.location);
}

/** Allows what the client asked for, or these scopes; returns the address that the client is answered at. */
export async function allow(tab: Browser, page: Page, scopes = everything): Promise<URL> {
  const chosen = scopes.split(" ").map((scope): [string, string] => ["scope", scope]);
  const answer = await tab.post("/connect/consent", [...hiddenIn(page), ...chosen, ["decision", "allow"]]);
  assert.equal(answer.status, 303, answer.text);
  return new URL(answer.location);
}

export interface Tokens {
  status: number;
  access_token: string;
  refresh_token: string;
  scope: string;
  error?: string;
  error_description?: string;
  expires_in: number;
}

export async function tokenRequest(door: Inject, fields: Record<string, string> | string): Promise<Tokens> {
  const { statusCode, body, headers } = await door.inject({
    method: "POST",
    url: "/oauth2/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });
  // RFC 6749 §5.1: whatever it says, it is JSON that nobody keeps.
  assert.match(String(headers["content-type"]), /^application\/json/);
  assert.equal(headers["cache-control"], "no-store");
  return { status: statusCode, ...JSON.parse(body) };
}

/** The whole way, as a well-behaved client and its user go it. */
export async function connect(
  door: Inject,
  account: Account,
  { scope = everything, clientId }: { scope?: string; clientId?: string } = {},
) {
  const client = clientId ?? (await register(door));
  const tab = browser(door);
  const { verifier, challenge } = pkce();
  const page = await signIn(tab, authorizeAddress(client, challenge, { scope }), account);
  const answered = await allow(tab, page, scope);
  const code = answered.searchParams.get("code") ?? "";
  const tokens = await tokenRequest(door, {
    ...{ grant_type: "authorization_code", code, code_verifier: verifier, client_id: client },
    ...{ redirect_uri: redirectUri, resource: `${site}/mcp` },
  });
  return { client, tab, code, verifier, answered, tokens };
}
