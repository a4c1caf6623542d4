import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { saveClient } from "../../src/server/accounts/connectors/oauth-clients.ts";
import { rpc } from "../mcp.ts";
import { onAnyStore } from "../start-app.ts";
import {
  type Account,
  allow,
  authorizeAddress,
  type Browser,
  browser,
  connect,
  everything,
  hiddenIn,
  pkce,
  redirectUri,
  register,
  signIn,
  site,
  type Tokens,
  tokenRequest,
} from "./flow.ts";
import { person } from "./person.ts";

const headers = { host: "127.0.0.1:8787" };

onAnyStore(
  () => ({ config: { baseUrl: site, siteUrl: site, corsOrigins: [site], rateLimitScale: 0 } }),
  (app) => {
    const door = () => app().app.door;
    let account: Account | undefined;
    const somebody = async () => (account ??= await person(app()));

    /** A code that its client has been answered with, and what it takes to redeem it. */
    async function granted(scope = everything) {
      const clientId = await register(door());
      const tab = browser(door());
      const { verifier, challenge } = pkce();
      const page = await signIn(tab, authorizeAddress(clientId, challenge, { scope }), await somebody());
      const code = (await allow(tab, page, scope)).searchParams.get("code") ?? "";
      return {
        ...{ grant_type: "authorization_code", code, code_verifier: verifier, client_id: clientId },
        redirect_uri: redirectUri,
      };
    }

    const refused = (tokens: Tokens, error?: string) => {
      assert.ok(tokens.status >= 400 && tokens.status < 500, `${tokens.status}`);
      assert.equal(tokens.access_token, undefined);
      if (error) assert.equal(tokens.error, error, JSON.stringify(tokens));
    };
    const works = async (token: string) =>
      (await rpc(door(), { method: "tools/list" }, { token, headers })).status === 200;

    // ── at the authorization endpoint ──

    for (const [what, changes, outcome] of [
      ["no challenge", { code_challenge: null, code_challenge_method: null }, "invalid_request"],
      ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
      ["a challenge without method", { code_challenge_method: null }, "invalid_request"],
      ["an implicit grant", { response_type: "token" }, "unsupported_response_type"],
      ["no response type", { response_type: null }, "invalid_request"],
      ["a foreign resource", { resource: "https://other.example/mcp" }, "invalid_target"],
      ["its own resource with a slash more", { resource: `${site}/mcp/` }, "consent"],
      ["its own resource with a query", { resource: `${site}/mcp?v=1` }, "consent"],
      ["another path of the site", { resource: `${site}/mcp/x` }, "invalid_target"],
      ["its own resource with a user", { resource: `${site.replace("://", "://a@")}/mcp` }, "invalid_target"],
      ["a resource that is no address", { resource: "mcp" }, "invalid_target"],
      ["no resource", { resource: null }, "invalid_target"],
      ["a request object", { request: "e30.e30." }, "consent"],
      ["an unknown client", { client_id: "nobody" }, "error page"],
      ["a client id as script", { client_id: "<script>" }, "error page"],
      ["no client", { client_id: null }, "error page"],
      ["a redirect with a suffix", { redirect_uri: `${redirectUri}.evil.example` }, "error page"],
      ["a redirect with a longer path", { redirect_uri: `${redirectUri}/../steal` }, "error page"],
      ["a redirect with a query more", { redirect_uri: `${redirectUri}?next=evil` }, "error page"],
      ["a redirect with a user", { redirect_uri: "http://a@127.0.0.1:33418/callback" }, "error page"],
      ["a redirect with a fragment", { redirect_uri: `${redirectUri}#x` }, "error page"],
      ["a redirect elsewhere", { redirect_uri: "https://evil.example/callback" }, "error page"],
      [
        "a redirect to another loopback name",
        { redirect_uri: "http://localhost:33418/callback" },
        "error page",
      ],
      ["a redirect as script", { redirect_uri: "javascript:alert(1)" }, "error page"],
      ["a redirect that looks like ours", { redirect_uri: `${site}/callback` }, "consent"],
      ["no redirect", { redirect_uri: null }, "error page"],
      ["only unknown scopes", { scope: "admin root" }, "consent"],
    ] as const) {
      test(`${what} → ${outcome}`, async () => {
        const tab = browser(door());
        const address = authorizeAddress(await register(door()), pkce().challenge, changes);
        const { status, location, text } = await tab.get(address);
        assert.equal(status, 302, text);
        const url = new URL(location);
        assert.equal(url.searchParams.get("code"), null);
        if (outcome === "error page") return assert.equal(url.origin + url.pathname, `${site}/connect/error`);
        if (outcome === "consent") {
          assert.equal(url.pathname, "/connect/sign-in");
          return assert.doesNotMatch(url.searchParams.get("scope") ?? "", /admin|root/);
        }
        // Anybody can register a client: nobody is sent to its address unasked (RFC 9700 §4.11.2).
        assert.equal(url.href, `${site}/connect/error?error=${outcome}`);
        const page = await tab.get(location);
        assert.equal(page.status, 400);
        assert.ok(page.text.includes(`(${outcome})`));
      });
    }

    test("of what is wrong, a client hears only in the browser of somebody who has let it in", async () => {
      const { client, tab } = await connect(door(), await somebody());
      const wrong = authorizeAddress(client, pkce().challenge, { resource: "https://other.example/mcp" });
      const url = new URL((await tab.get(wrong)).location);
      assert.equal(url.origin + url.pathname, redirectUri);
      const told = ["error", "state", "iss"].map((name) => url.searchParams.get(name));
      assert.deepEqual(told, ["invalid_target", "st4te", site]);
      // Somebody else, and the same somebody with a client that is new.
      const others = browser(door());
      await signIn(others, authorizeAddress(await register(door()), pkce().challenge), await person(app()));
      assert.match((await others.get(wrong)).location, /\/connect\/error\?/);
      const again = authorizeAddress(await register(door()), pkce().challenge, {
        code_challenge_method: "plain",
      });
      assert.match((await tab.get(again)).location, /\/connect\/error\?/);
    });

    test("a client that was registered with an address that is refused now is not answered there", async () => {
      const client = { name: "Old", uri: null, applicationType: "native" as const, source: null };
      const redirectUris = ["ms-msdt:/id"];
      await saveClient(
        app().db,
        { ...client, clientId: "old", redirectUris },
        everything.split(" "),
        new Date(),
      );
      const address = authorizeAddress("old", pkce().challenge, { redirect_uri: "ms-msdt:/id" });
      const { location } = await browser(door()).get(address);
      assert.equal(location, `${site}/connect/error?error=invalid_redirect`);
    });

    for (const name of [
      "client_id",
      "redirect_uri",
      "state",
      "scope",
      "resource",
      "code_challenge",
      "prompt",
      "x",
    ])
      for (const [what, text] of [
        ["NUL", "%00"],
        ["a line end", "a%0d%0ab"],
      ] as const)
        test(`${what} in ${name} is 400 on a page`, async () => {
          const address = authorizeAddress(await register(door()), pkce().challenge, { [name]: null });
          const { status, headers } = await browser(door()).get(`${address}&${name}=${text}`);
          assert.equal(status, 400);
          assert.match(String(headers["content-type"]), /^text\/html/);
        });

    test("a parameter given twice is refused as a whole", async () => {
      const address = authorizeAddress(await register(door()), pkce().challenge);
      for (const again of ["client_id=other", "redirect_uri=https%3A%2F%2Fevil.example%2F", "state=x"]) {
        const { location } = await browser(door()).get(`${address}&${again}`);
        assert.equal(new URL(location).pathname, "/connect/error");
      }
    });

    test("another port of loopback is where the same program listens today", async () => {
      const address = authorizeAddress(await register(door()), pkce().challenge, {
        redirect_uri: "http://127.0.0.1:50123/callback",
      });
      const { location } = await browser(door()).get(address);
      assert.equal(new URL(location).pathname, "/connect/sign-in");
    });

    test("the error page shows nothing of what the address says", async () => {
      const { status, text } = await browser(door()).get(
        "/connect/error?error=%3Cscript%3E&error_description=%3Cscript%3Ealert(1)%3C/script%3E&state=%22%3E",
      );
      assert.equal(status, 400);
      assert.doesNotMatch(text, /script|alert/);
    });

    // ── at the pages ──

    async function consentPage(tab: Browser) {
      const clientId = await register(door());
      return signIn(tab, authorizeAddress(clientId, pkce().challenge), await somebody());
    }
    const allowing: [string, string][] = [
      ["scope", "visibility:read"],
      ["decision", "allow"],
    ];

    for (const [what, headers] of [
      ["another site", { origin: "https://evil.example" }],
      ["no origin", { origin: undefined }],
      ["an origin that hides", { origin: "null" }],
      ["another site that hides", { origin: "null", "sec-fetch-site": "cross-site" }],
      ["a neighbour that hides", { origin: "null", "sec-fetch-site": "same-site" }],
      [
        "a name that was pointed at us, and hides",
        { origin: "null", "sec-fetch-site": "same-origin", host: "evil.example" },
      ],
      ["our name over another scheme", { origin: "https://127.0.0.1:8787" }],
    ] as const) {
      test(`a decision sent from ${what} is refused`, async () => {
        const tab = browser(door());
        const page = await consentPage(tab);
        const sent = await tab.post("/connect/consent", [...hiddenIn(page), ...allowing], headers);
        assert.equal(sent.status, 403, sent.text);
        assert.equal(sent.location, "");
      });
    }

    test("a decision on our own page counts where a proxy has browsers hide its origin", async () => {
      const tab = browser(door());
      const page = await consentPage(tab);
      const headers = { origin: "null", "sec-fetch-site": "same-origin" };
      const sent = await tab.post("/connect/consent", [...hiddenIn(page), ...allowing], headers);
      assert.match(sent.location, /[?&]code=/, sent.text);
    });

    for (const [what, twist] of [
      [
        "without the page's secret",
        (fields: [string, string][]) => fields.filter(([name]) => name !== "csrf"),
      ],
      ["with another secret", (fields: [string, string][]) => replaced(fields, "csrf", () => "A".repeat(43))],
      [
        "with more scope in the request",
        (fields: [string, string][]) =>
          replaced(fields, "query", (query) => query.replace("scope=", "scope=x+")),
      ],
      [
        "with another redirect",
        (fields: [string, string][]) => replaced(fields, "query", (query) => query.replace("33418", "1")),
      ],
      ["without the request", (fields: [string, string][]) => fields.filter(([name]) => name !== "query")],
    ] as const) {
      test(`a decision ${what} is refused`, async () => {
        const tab = browser(door());
        const page = await consentPage(tab);
        const sent = await tab.post("/connect/consent", [...twist(hiddenIn(page)), ...allowing]);
        assert.equal(sent.status, 400, sent.text);
        assert.equal(sent.location, "");
      });
    }

    test("a page's secret is worth nothing in somebody else's browser, or without a session", async () => {
      const tab = browser(door());
      const page = await consentPage(tab);
      const other = browser(door());
      await signIn(other, authorizeAddress(await register(door()), pkce().challenge), await person(app()));
      for (const wrong of [other, browser(door())]) {
        const sent = await wrong.post("/connect/consent", [...hiddenIn(page), ...allowing]);
        assert.equal(sent.status, 400);
      }
    });

    test("pages are shown for requests that the server itself has signed, and no others", async () => {
      const query = new URL(authorizeAddress(await register(door()), pkce().challenge), site).search;
      for (const path of ["/connect/sign-in", "/connect/consent"]) {
        assert.equal((await browser(door()).get(path + query)).status, 400);
        assert.equal((await browser(door()).get(`${path}${query}&sig=AAAA&exp=9999999999`)).status, 400);
      }
    });

    test("a sign-in that another site sends is refused: nobody is signed in as somebody else", async () => {
      const tab = browser(door());
      const { email, password } = await somebody();
      const fields: [string, string][] = [
        ["email", email],
        ["password", password],
      ];
      const sent = await tab.post("/connect/sign-in", fields, { origin: "https://evil.example" });
      assert.equal(sent.status, 403);
      assert.equal(tab.cookies.size, 0);
    });

    // ── at the token endpoint ──

    test("a code is good for a minute", async () => {
      await granted();
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from max("expiresAt") - now())::float8 as seconds from identity_verifications
        where value like '%"type":"authorization_code"%'`.execute(app().db);
      assert.ok(rows[0]!.seconds > 50 && rows[0]!.seconds <= 60, String(rows[0]!.seconds));
    });

    test("a code used again is refused, and ends what it was redeemed for", async () => {
      const fields = await granted();
      const tokens = await tokenRequest(door(), fields);
      assert.ok(await works(tokens.access_token));
      refused(await tokenRequest(door(), fields), "invalid_grant");
      assert.ok(!(await works(tokens.access_token)));
      const renew = { grant_type: "refresh_token", client_id: fields.client_id };
      refused(await tokenRequest(door(), { ...renew, refresh_token: tokens.refresh_token }), "invalid_grant");
    });

    test("of many who redeem one code at once, one gets tokens at most; who renew with one token get the same", async () => {
      const eight = (fields: Record<string, string>) =>
        Promise.all(Array.from({ length: 8 }, () => tokenRequest(door(), fields)));
      const atMostOnce = async (fields: Record<string, string>) => {
        const all = await eight(fields);
        const without = all.filter(({ status }) => status !== 200);
        assert.ok(without.length >= all.length - 1);
        for (const tokens of without) refused(tokens, "invalid_grant");
      };
      // Three times each: which request gets how far is up to the machine.
      for (let round = 0; round < 3; round += 1) {
        await atMostOnce(await granted());
        const { client_id, ...fields } = await granted();
        const { refresh_token } = await tokenRequest(door(), { ...fields, client_id });
        const all = await eight({ grant_type: "refresh_token", refresh_token, client_id });
        assert.equal(new Set(all.map(({ access_token }) => access_token)).size, 1, JSON.stringify(all));
      }
    });

    test("what is redeemed or renewed while its connector is ended is worth nothing, also once the client is let in again", async () => {
      const account = await person(app());
      const session = await app().app.operator.issueToken({ email: account.email });
      const client = await register(door());
      const endAll = async () => {
        const path = "/v1/connectors";
        const { data } = await app().send<{ id: string }[]>({ method: "GET", path, token: session });
        for (const { id } of data)
          await app().send({ method: "DELETE", path: `${path}/${id}`, token: session });
      };
      const letIn = async () => {
        const { verifier, challenge } = pkce();
        const tab = browser(door());
        const answer = await allow(tab, await signIn(tab, authorizeAddress(client, challenge), account));
        const code = answer.searchParams.get("code") ?? "";
        return { grant_type: "authorization_code", code, code_verifier: verifier, client_id: client };
      };
      const redeem = async (fields: Record<string, string>) =>
        tokenRequest(door(), { ...fields, redirect_uri: redirectUri });
      const renew = (refresh_token: string) =>
        tokenRequest(door(), { grant_type: "refresh_token", refresh_token, client_id: client });

      await redeem(await letIn());
      const late = await letIn();
      await endAll();
      refused(await redeem(late), "invalid_grant");
      // Which comes first is up to the machine: whoever gets a token gets one that ends.
      for (let round = 0; round < 4; round += 1) {
        const { refresh_token } = await redeem(await letIn());
        const [renewed] = await Promise.all([renew(refresh_token), endAll()]);
        const tokens = await redeem(await letIn());
        assert.ok(await works(tokens.access_token));
        if (renewed.status !== 200) continue;
        assert.ok(!(await works(renewed.access_token)), `round ${round}`);
        refused(await renew(renewed.refresh_token), "invalid_grant");
      }
    });

    for (const [what, twist, error] of [
      ["another client", { client_id: "other" }, "invalid_client"],
      ["a wrong verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
      ["no verifier", { code_verifier: "" }, undefined],
      ["another redirect", { redirect_uri: "http://127.0.0.1:1/callback" }, "invalid_grant"],
      ["no redirect", { redirect_uri: "" }, undefined],
      ["a foreign resource", { resource: "https://other.example/mcp" }, "invalid_target"],
      ["no client", { client_id: "" }, undefined],
      ["another grant", { grant_type: "client_credentials" }, undefined],
      ["a password", { grant_type: "password", username: "a", password: "b" }, undefined],
      ["an unknown grant", { grant_type: "urn:evil" }, undefined],
      ["a code that nobody has", { code: "x".repeat(32) }, "invalid_grant"],
    ] as const) {
      test(`a code redeemed with ${what} is refused`, async () => {
        refused(await tokenRequest(door(), { ...(await granted()), ...twist }), error);
      });
    }

    test("a code of another client is refused, and is then worth nothing to anybody", async () => {
      const fields = await granted();
      refused(await tokenRequest(door(), { ...fields, client_id: await register(door()) }), "invalid_grant");
      refused(await tokenRequest(door(), fields), "invalid_grant");
    });

    test("renewing gives no more scope, no other resource, and nothing to another client", async () => {
      const fields = await granted("visibility:read offline_access");
      const tokens = await tokenRequest(door(), fields);
      const renew = {
        ...{ grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: fields.client_id },
      };
      refused(await tokenRequest(door(), { ...renew, scope: everything }), "invalid_scope");
      refused(await tokenRequest(door(), { ...renew, resource: "https://other.example/" }), "invalid_target");
      refused(await tokenRequest(door(), { ...renew, client_id: await register(door()) }), "invalid_grant");
      refused(await tokenRequest(door(), { ...renew, refresh_token: tokens.access_token }), "invalid_grant");
      assert.equal((await tokenRequest(door(), { ...renew, resource: `${site}/mcp/` })).status, 200);
    });

    test("a client that is not known here hears so, and not only of its grant", async () => {
      const fields = { grant_type: "refresh_token", refresh_token: "x".repeat(32), client_id: "forgotten" };
      const { status, error } = await tokenRequest(door(), fields);
      assert.deepEqual([status, error], [401, "invalid_client"]);
    });

    test("without offline_access there is nothing to renew with", async () => {
      const tokens = await tokenRequest(door(), await granted("visibility:read"));
      assert.equal(tokens.status, 200);
      assert.equal(tokens.refresh_token, undefined);
    });

    test("garbage at the endpoints is refused and breaks nothing", async () => {
      const form = "application/x-www-form-urlencoded";
      for (const [url, type, payload] of [
        ["/oauth2/token", "application/json", "{}"],
        ["/oauth2/token", form, ""],
        ["/oauth2/token", form, "grant_type=authorization_code&grant_type=x"],
        ["/oauth2/token", form, "%ff%00=%ff"],
        ["/oauth2/token", form, `code=${"x".repeat(100_000)}`],
        ["/oauth2/revoke", form, "token=x"],
        ["/oauth2/register", "application/json", "{"],
        ["/oauth2/register", "application/json", "[]"],
        ["/oauth2/register", "application/json", '{"redirect_uris":[]}'],
        ["/oauth2/register", "application/json", '{"redirect_uris":["javascript:alert(1)"]}'],
        ["/oauth2/register", "application/json", '{"redirect_uris":["http://evil.example/"]}'],
        ["/oauth2/register", "application/json", '{"redirect_uris":["https://a.example/#x"]}'],
        ["/connect/sign-in", form, "x=y"],
        ["/connect/consent", form, "decision=allow&scope=visibility:read"],
      ] as const) {
        const { statusCode, body } = await door().inject({
          ...{ method: "POST", url, payload, remoteAddress: "10.7.7.7" },
          headers: { "content-type": type, origin: site },
        });
        assert.ok(statusCode >= 400 && statusCode < 500, `${url} ${payload.slice(0, 40)} → ${statusCode}`);
        assert.doesNotMatch(body, /node_modules|at \w+ \(/);
      }
    });

    test("somebody else cannot revoke a token, nor learn whether there is one", async () => {
      const { tokens } = await connect(door(), await somebody());
      const stranger = await register(door());
      for (const token of [tokens.access_token, tokens.refresh_token, "nonsense"]) {
        const { statusCode } = await door().inject({
          ...{ method: "POST", url: "/oauth2/revoke" },
          headers: { "content-type": "application/x-www-form-urlencoded" },
          payload: new URLSearchParams({ token, client_id: stranger }).toString(),
        });
        assert.equal(statusCode, 200, token);
      }
      assert.ok(await works(tokens.access_token));
    });
  },
);

const replaced = (
  fields: [string, string][],
  name: string,
  by: (value: string) => string,
): [string, string][] => fields.map(([field, value]) => [field, field === name ? by(value) : value]);
