import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { createProvider, type ScopeChoice } from "../../src/server/auth/oidc/provider.ts";
import { asProviderError, ProviderError } from "../../src/server/auth/oidc/provider-error.ts";
import { type MockProvider, mockProvider } from "./mock-provider.ts";
import { redirectUri } from "./oidc-world.ts";
import { type RealProvider, realProvider } from "./real-provider.ts";

type Settings = Parameters<typeof createProvider>[0];
type At = Pick<RealProvider, "issuer"> & Partial<Settings>;

const providerAt = ({ issuer, ...more }: At) => {
  const { clientId = "overheard", clientSecret = "secret", roleClaim = null, scopes = [] } = more;
  return createProvider({ issuer, clientId, clientSecret, roleClaim, scopes });
};

/** Why it cannot be used, or that it can. */
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "ok",
    (error) => (error instanceof ProviderError ? error.fault : String(error)),
  );

const checked = (at: At) => outcomeOf(providerAt(at).check(redirectUri));

/** What it vouches for after somebody was sent there and came back. */
async function signedIn(at: At & Pick<RealProvider, "visit">) {
  const provider = providerAt(at);
  const [state, codeVerifier] = [randomBytes(16).toString("hex"), randomBytes(32).toString("hex")];
  const way = { codeVerifier, redirectUri, scopeChoice: provider.usual() };
  const sent = await provider.authorizationUrl({ state, ...way });
  const back = new URL(await at.visit(sent.href));
  const code = back.searchParams.get("code") ?? "";
  return { sent, claims: (await provider.exchange({ code, ...way })).claims };
}

for (const clientMethod of [
  ...["client_secret_basic", "client_secret_post", "client_secret_jwt", "none"],
] as const)
  test(`a provider that knows clients by ${clientMethod} alone lets people sign in`, async (t) => {
    const real = await realProvider(t, redirectUri, { clientMethod });
    real.people.set("ann", { email: "ann@acme.example", email_verified: true });
    assert.equal(await checked(real), "ok");
    assert.equal((await signedIn(real)).claims.email, "ann@acme.example");
  });

test("a provider that takes requests from this server alone gets them from it", async (t) => {
  const real = await realProvider(t, redirectUri, { pushed: true });
  real.people.set("ann", { email: "ann@acme.example", email_verified: true });
  const { sent, claims } = await signedIn(real);
  assert.match(sent.searchParams.get("request_uri") ?? "", /^urn:/);
  assert.equal(claims.email, "ann@acme.example");
});

test("the address is asked for where the provider's list of scopes does not have it", async (t) => {
  const mock = await mockProvider(t);
  mock.offers = { scopes_supported: ["offline_access", "offline", "openid"] };
  const { sent } = await signedIn(mock);
  assert.equal(sent.searchParams.get("scope"), "openid email offline_access");
});

test("the scope that brings the role's claim is asked for where the provider has one, and others as set", async (t) => {
  const mock = await mockProvider(t);
  mock.offers = { scopes_supported: ["openid", "email", "groups", "roles", "offline_access"] };
  const scopeFor = async (terms: Partial<Settings>) => {
    const provider = providerAt({ ...mock, ...terms });
    const all: (string | null)[] = [];
    for (
      let scopeChoice: ScopeChoice | null = provider.usual();
      scopeChoice;
      scopeChoice = await provider.askLess(scopeChoice)
    ) {
      const terms = { state: "s", codeVerifier: "v".repeat(43), redirectUri, scopeChoice };
      all.push((await provider.authorizationUrl(terms)).searchParams.get("scope"));
    }
    return all;
  };
  assert.deepEqual(await scopeFor({}), ["openid email offline_access", "openid email"]);
  assert.deepEqual(await scopeFor({ roleClaim: "groups" }), [
    ...["openid email offline_access groups", "openid email groups"],
    ...["openid email offline_access", "openid email"],
  ]);
  assert.equal((await scopeFor({ roleClaim: "roles.overheard" }))[0], "openid email offline_access roles");
  assert.equal((await scopeFor({ roleClaim: "memberships" }))[0], "openid email offline_access");
  const zitadel = "urn:zitadel:iam:org:projects:roles";
  assert.deepEqual(await scopeFor({ roleClaim: "urn:zitadel:iam:org:project:roles", scopes: [zitadel] }), [
    `openid email offline_access ${zitadel}`,
    `openid email ${zitadel}`,
  ]);
});

test("others are asked for less only once somebody got in with that, and in no case for more again", async (t) => {
  const mock = await mockProvider(t);
  mock.offers = { scopes_supported: ["openid", "email", "groups", "offline_access"] };
  const provider = providerAt({ ...mock, roleClaim: "groups" });
  async function getIn(scopeChoice: ScopeChoice) {
    const way = { codeVerifier: randomBytes(32).toString("hex"), redirectUri, scopeChoice };
    const to = await provider.authorizationUrl({ state: "s", ...way });
    const code = new URL(await mock.visit(to.href)).searchParams.get("code") ?? "";
    await provider.exchange({ code, ...way });
  }
  const first = provider.usual();
  // Nobody was sent yet, as in another process than the one that somebody began at.
  const [one, two] = [(await provider.askLess(first))!, (await provider.askLess(first))!];
  const least = (await provider.askLess((await provider.askLess(two))!))!;
  assert.deepEqual(
    [one, two, least, await provider.askLess(least)],
    [...[{ first: 0, way: 1 }, { first: 0, way: 1 }, { first: 0, way: 3 }, null]],
  );
  assert.deepEqual(provider.usual(), first);
  await assert.rejects(
    provider.exchange({ code: "none", codeVerifier: "v", redirectUri, scopeChoice: least }),
  );
  assert.deepEqual(provider.usual(), first);
  await getIn(one);
  assert.deepEqual(provider.usual(), { first: 1, way: 1 });
  for (const scopeChoice of [two, least, first]) await getIn(scopeChoice);
  assert.deepEqual(provider.usual(), { first: 1, way: 1 });
});

test("a wrong secret is told before anybody signs in, and a right one is not doubted", async (t) => {
  const real = await realProvider(t, redirectUri);
  assert.equal(await checked(real), "ok");
  assert.equal(await checked({ ...real, clientSecret: "another" }), "client_refused");
  assert.equal(await checked({ ...real, clientId: "another" }), "client_refused");
});

for (const [what, says, expected] of [
  ["as it should be", {}, "ok"],
  [
    "that knows clients by keys alone",
    { offers: { token_endpoint_auth_methods_supported: ["private_key_jwt"] } },
    "client_unsupported",
  ],
  [
    "that knows clients by certificates alone",
    { offers: { token_endpoint_auth_methods_supported: ["tls_client_auth", "self_signed_tls_client_auth"] } },
    "client_unsupported",
  ],
  [
    "that takes signed requests alone",
    { offers: { require_signed_request_object: true } },
    "client_unsupported",
  ],
  [
    "with the implicit flow alone",
    { offers: { response_types_supported: ["id_token", "id_token token"] } },
    "flow_unsupported",
  ],
  [
    "that answers by forms alone",
    { offers: { response_modes_supported: ["form_post"] } },
    "flow_unsupported",
  ],
  [
    "for programs alone",
    { offers: { grant_types_supported: ["client_credentials", "refresh_token"] } },
    "flow_unsupported",
  ],
  ["without keys", { offers: { jwks_uri: undefined } }, "flow_unsupported"],
  [
    "that signs with a secret",
    { offers: { id_token_signing_alg_values_supported: ["HS256"] } },
    "shared_signature",
  ],
  [
    "that signs as nobody else",
    { offers: { id_token_signing_alg_values_supported: ["ES256K"] } },
    "unreadable",
  ],
  ["of another issuer", { saysIssuer: "https://id.example" }, "wrong_issuer"],
  [
    "for all tenants at once",
    { saysIssuer: "https://login.microsoftonline.com/{tenantid}/v2.0" },
    "many_tenants",
  ],
  ["whose keys are elsewhere", { offers: { jwks_uri: "http://127.0.0.1:1/keys" } }, "away"],
  [
    "whose inner name is known to it alone",
    { offers: { jwks_uri: "https://keycloak.invalid/keys" } },
    "unknown_host",
  ],
] as [string, Partial<MockProvider>, string][])
  test(`before anybody signs in, a provider ${what} is told: ${expected}`, async (t) => {
    const mock = await mockProvider(t);
    Object.assign(mock, says);
    assert.equal(await checked(mock), expected);
  });

/** A token endpoint's answer; its ID token has these parts. */
const answer = (idToken: object) => ({
  statusCode: 200,
  body: { access_token: "x", token_type: "Bearer", ...idToken },
});

for (const [what, says, expected] of [
  ["no ID token", { tokenAnswer: answer({}) }, "no_id_token"],
  ["an encrypted ID token", { tokenAnswer: answer({ id_token: "a.b.c.d.e" }) }, "encrypted"],
  ["an ID token of last year", { claims: { sub: "ann", exp: 1_700_000_000 } }, "clocks"],
  ["an ID token of next year", { claims: { sub: "ann", nbf: 4_000_000_000 } }, "clocks"],
] as [string, Partial<MockProvider>, string][])
  test(`a provider that gives ${what} is told as that`, async (t) => {
    const mock = await mockProvider(t);
    Object.assign(mock, says);
    assert.equal(await outcomeOf(signedIn(mock)), expected);
  });

async function serving(t: TestContext, listener: RequestListener): Promise<At> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

for (const [what, answers, expected] of [
  [
    "a web page",
    { status: 200, headers: { "content-type": "text/html" }, body: "<html></html>" },
    "no_provider",
  ],
  ["nothing there", { status: 404, headers: {}, body: "Not found" }, "no_provider"],
  [
    "JSON that is none",
    { status: 200, headers: { "content-type": "application/json" }, body: "{" },
    "no_provider",
  ],
  ["the way elsewhere", { status: 301, headers: { location: "https://id.example/" }, body: "" }, "redirects"],
  ["a proxy's excuse", { status: 502, headers: { "content-type": "text/html" }, body: "Bad" }, "away"],
] as const)
  test(`in place of a provider there is ${what}: ${expected}`, async (t) => {
    const at = await serving(t, (_request, response) => {
      response.writeHead(answers.status, answers.headers).end(answers.body);
    });
    assert.equal(await checked(at), expected);
  });

for (const [what, status, headers, body, expected] of [
  ["knows another secret", 401, {}, { error: "invalid_client" }, "client_refused"],
  [
    "asks for another secret",
    401,
    { "www-authenticate": 'Basic realm="id", error="invalid_client"' },
    { error: "invalid_client" },
    "client_refused",
  ],
  ["asks for a secret", 401, { "www-authenticate": 'Basic realm="id"' }, {}, "client_refused"],
  ["lets this server do something else", 400, {}, { error: "unsupported_grant_type" }, "flow_unsupported"],
  ["refuses a made-up code", 400, {}, { error: "invalid_grant" }, "ok"],
  ["refuses it in words of its own", 400, {}, { error: "invalid_request" }, "ok"],
  ["fails at a made-up code", 500, { "content-type": "text/html" }, {}, "ok"],
] as const)
  test(`before anybody signs in, a provider that ${what} is told: ${expected}`, async (t) => {
    const at = await serving(t, (request, response) => {
      const { issuer } = at;
      if (request.url === "/token")
        return void response
          .writeHead(status, { "content-type": "application/json", ...headers })
          .end(JSON.stringify(body));
      const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
      const says = { issuer, ...endpoints, jwks_uri: `${issuer}/keys`, keys: [] };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(says));
    });
    assert.equal(await checked(at), expected);
  });

for (const [what, error, fault, code] of [
  [
    "a certificate of an authority that is not known",
    new TypeError("fetch failed", {
      cause: Object.assign(new Error("self-signed"), { code: "SELF_SIGNED_CERT_IN_CHAIN" }),
    }),
    "untrusted",
    "SELF_SIGNED_CERT_IN_CHAIN",
  ],
  [
    "nobody listening",
    new TypeError("fetch failed", { cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }) }),
    "away",
    "ECONNREFUSED",
  ],
  [
    "an address of plain http",
    Object.assign(new Error("only requests to HTTPS are allowed"), { code: "OAUTH_HTTP_REQUEST_FORBIDDEN" }),
    "plain_http",
    "OAUTH_HTTP_REQUEST_FORBIDDEN",
  ],
] as const)
  test(`of ${what} the log has the code`, () => {
    const told = asProviderError(error);
    assert.deepEqual([told.kind, told.fault, told.code], ["away", fault, code]);
  });
