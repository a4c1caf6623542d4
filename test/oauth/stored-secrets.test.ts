import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { rpc } from "../mcp.ts";
import { onAnyStore } from "../start-app.ts";
import { type FakeGhost, ghostKey, startGhost } from "../vendors/ghost.ts";
import {
  allow,
  authorizeAddress,
  browser,
  connect,
  pkce,
  redirectUri,
  register,
  signIn,
  site,
  tokenRequest,
} from "./flow.ts";
import { person } from "./person.ts";

let ghost: FakeGhost;
before(async () => {
  ghost = await startGhost();
});
after(() => ghost[Symbol.asyncDispose]());

onAnyStore(
  () => ({
    config: {
      ...{ baseUrl: site, siteUrl: site, corsOrigins: [site], rateLimitScale: 0 },
      outboundAllow: [ghost.host],
    },
  }),
  (app) => {
    const door = () => app().app.door;
    const account = (path: string, headers: Record<string, string>, payload?: object) =>
      door().inject({
        method: payload ? "POST" : "GET",
        url: `/api/auth${path}`,
        headers: { ...(payload ? { "content-type": "application/json" } : {}), origin: site, ...headers },
        ...(payload ? { payload: JSON.stringify(payload) } : {}),
      });

    const sessionCookie = (signed: string) => ({
      cookie: `overheard-8787.session_token=${encodeURIComponent(signed)}`,
    });

    /** Somebody who has one of everything that opens something. */
    async function everythingThatOpens() {
      const { email, password } = await person(app());
      const signedIn = await account("/sign-in/email", {}, { email, password });
      assert.equal(signedIn.statusCode, 200, signedIn.body);
      const cookies = signedIn.cookies.map(({ name, value }) => ({ name, value }));
      const signed = cookies[0]!.value;
      const session = signed.split(".")[0]!;
      const { token: jwt } = (await account("/token", sessionCookie(signed))).json();
      const send = async <D>(path: string, body: unknown, method = "POST") => {
        const headers = { "idempotency-key": crypto.randomUUID() };
        const { status, data, text } = await app().send<D>({ method, path, token: jwt, body, headers });
        assert.ok(status < 300, text);
        return data;
      };
      const { key } = await send<{ key: string }>("/v1/keys", {});
      const { id } = await send<{ id: string }>("/v1/projects", {
        name: "Acme",
        brand: "Acme",
        prompts: ["x?"],
      });
      await send(`/v1/projects/${id}/imports`, [{ prompt: "x?", provider: "chatgpt", answer: "Acme." }]);
      const { url } = await send<{ url: string }>(`/v1/projects/${id}/share-links`, {});
      const blog = { kind: "ghost", siteUrl: ghost.url, adminApiKey: ghostKey };
      await send(`/v1/projects/${id}/cms-connection`, blog, "PUT");
      const { code: used, tokens, client: connected } = await connect(door(), { email, password });
      const client = await register(door());
      const { verifier, challenge } = pkce();
      const tab = browser(door());
      const page = await signIn(tab, authorizeAddress(client, challenge), { email, password });
      const code = (await allow(tab, page)).searchParams.get("code")!;
      const share = new URL(url).pathname;
      const words = {
        ...{ password, session, signed, jwt, key, used, code, access: tokens.access_token },
        ...{ refresh: tokens.refresh_token, share: share.split("/").at(-1)! },
        ...{ blogSecret: ghostKey.split(":")[1]! },
        ...Object.fromEntries(cookies.map(({ name, value }) => [`cookie ${name}`, value.split(".")[0]!])),
      };
      return { words, client, connected, verifier, session, signed, key, code, share, tokens };
    }

    /** Every text in every table, those inside of JSON too, and bytes as one would write them. */
    async function storedTexts(): Promise<Set<string>> {
      const { rows: tables } = await sql<{ name: string }>`
        select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`.execute(app().db);
      assert.ok(tables.length > 30, `${tables.length} tables`);
      const texts = new Set<string>();
      const collect = (value: unknown): void => {
        if (typeof value === "object" && value !== null) return Object.values(value).forEach(collect);
        if (typeof value !== "string" || texts.has(value)) return;
        texts.add(value);
        if (value.startsWith("\\x")) {
          const bytes = Buffer.from(value.slice(2), "hex");
          for (const encoding of ["hex", "base64", "base64url", "latin1"] as const)
            texts.add(bytes.toString(encoding));
        }
        try {
          collect(JSON.parse(value));
        } catch {
          // Most text is not JSON.
        }
      };
      for (const { name } of tables) {
        const { rows } = await sql<{
          row: unknown;
        }>`select to_jsonb(t) as row from ${sql.raw(name)} t`.execute(app().db);
        for (const { row } of rows) collect(row);
      }
      return texts;
    }

    test("nothing that is stored or logged is, or holds, what opens something", async () => {
      const { words } = await everythingThatOpens();
      const stored = [...(await storedTexts())];
      for (const [what, word] of Object.entries(words)) {
        assert.ok(word.length >= 8, what);
        assert.ok(!stored.some((text) => text.includes(word)), `${what} is in the store`);
        assert.ok(!app().logged.some((line) => line.includes(word)), `${what} is in the log`);
      }
      assert.ok(!stored.some((text) => /"d"\s*:/.test(text)), "a private key is in the store as it is");
    });

    test("no text of the store opens anything, whatever it is sent as", async () => {
      const { client, connected, verifier, session, signed, key, code, share, tokens } =
        await everythingThatOpens();

      const asBearer = async (token: string) =>
        (await app().send({ method: "GET", path: "/v1/projects", token })).status === 200;
      const atMcp = async (token: string) =>
        (await rpc(door(), { method: "tools/list" }, { token, headers: { host: "127.0.0.1:8787" } }))
          .status === 200;
      const asSession = async (headers: Record<string, string>) => {
        const { statusCode, body } = await account("/get-session", headers);
        return statusCode === 200 && body !== "null";
      };
      const asRefresh = async (refresh_token: string, client_id: string) =>
        (await tokenRequest(door(), { grant_type: "refresh_token", refresh_token, client_id })).status ===
        200;
      const asCode = async (code: string) => {
        const proof = { code_verifier: verifier, client_id: client, redirect_uri: redirectUri };
        return (
          (await tokenRequest(door(), { grant_type: "authorization_code", code, ...proof })).status === 200
        );
      };
      const asLink = async (path: string) => (await door().inject({ url: path })).statusCode === 200;

      // A text that can be sent at all: no shorter than anything that opens something, and no time.
      const sendable = [...(await storedTexts())].filter((text) =>
        /^(?!\d{4}-\d\d-\d\dT[\d:.+Z]+$)[!-~]{16,2000}$/.test(text),
      );
      assert.ok(sendable.length > 50, `${sendable.length} texts`);
      for (const text of sendable) {
        const bare = text.replace(/^oh_(?:mcp_)?/, "");
        for (const token of new Set([text, `oh_${bare}`, `oh_mcp_${bare}`])) {
          assert.ok(!(await asBearer(token)), `as a bearer token: ${text}`);
          assert.ok(!(await atMcp(token)), `at /mcp: ${text}`);
        }
        for (const token of new Set([text, bare])) {
          assert.ok(!(await asRefresh(token, connected)), `to renew with: ${text}`);
          assert.ok(!(await asCode(token)), `as a code: ${text}`);
        }
        assert.ok(!(await asSession(sessionCookie(text))), `as a cookie: ${text}`);
        if (!/[/?#%\\]/.test(text)) assert.ok(!(await asLink(`/s/${text}`)), `as a link: ${text}`);
      }

      // And that each of these doors does open, for what is meant to.
      assert.ok(await asBearer(key));
      assert.ok(await atMcp(tokens.access_token));
      for (const token of [session, signed])
        assert.ok(!(await asSession({ authorization: `Bearer ${token}` })), "sessions are cookies alone");
      assert.ok(await asSession(sessionCookie(signed)));
      assert.ok(await asRefresh(tokens.refresh_token, connected));
      assert.ok(await asLink(share));
      assert.ok(await asCode(code));
    });

    test("assistants stay connected when every session ends, as with an update", async () => {
      const { tokens, client } = await connect(door(), await person(app()));
      await sql`delete from identity_sessions`.execute(app().db);
      const works = async (token: string) =>
        (await rpc(door(), { method: "tools/list" }, { token, headers: { host: "127.0.0.1:8787" } }))
          .status === 200;
      assert.ok(await works(tokens.access_token));
      const fields = { grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: client };
      const renewed = await tokenRequest(door(), fields);
      assert.equal(renewed.status, 200, JSON.stringify(renewed));
      assert.ok(await works(renewed.access_token));
    });

    test("a session ends when its owner signs out, and with a new password", async () => {
      const { email, password } = await person(app());
      const enter = async () => (await account("/sign-in/email", {}, { email, password })).cookies[0]!.value;
      const there = async (token: string) =>
        (await account("/get-session", sessionCookie(token))).body !== "null";
      const [one, other] = [await enter(), await enter()];
      assert.ok((await there(one)) && (await there(other)));
      assert.equal((await account("/sign-out", sessionCookie(one), {})).statusCode, 200);
      assert.deepEqual([await there(one), await there(other)], [false, true]);
      const changed = await account("/change-password", sessionCookie(other), {
        currentPassword: password,
        newPassword: "another password",
        revokeOtherSessions: true,
      });
      assert.equal(changed.statusCode, 200, changed.body);
      assert.deepEqual([await there(other), await there(changed.cookies[0]!.value)], [false, true]);
    });
  },
);
