import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyStore } from "../start-app.ts";
import { authorizeAddress, browser, connect, hiddenIn, pkce, register, site } from "./flow.ts";
import { person } from "./person.ts";

/** Seeds that once found a fault stay here; FUZZ_REQUESTS=20000 looks at more of each. */
const seeds = [1, 7, 11, 2026];
const requests = Number(process.env.FUZZ_REQUESTS ?? 1_200);

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const routes = [
  ...["POST /api/auth/sign-up/email", "POST /api/auth/sign-in/email", "POST /api/auth/sign-out"],
  ...[
    "POST /api/auth/change-password",
    "GET /api/auth/get-session",
    "GET /api/auth/token",
    "GET /api/auth/jwks",
  ],
  ...[
    "GET /api/auth/",
    "POST /api/auth/x",
    "GET /oauth2/authorize",
    "POST /oauth2/token",
    "POST /oauth2/revoke",
  ],
  ...["POST /oauth2/register", "GET /connect/sign-in", "POST /connect/sign-in", "GET /connect/consent"],
  ...["POST /connect/consent", "GET /connect/error", "GET /.well-known/oauth-authorization-server"],
];

const names = [
  ...["client_id", "redirect_uri", "response_type", "scope", "state", "prompt", "code_challenge", "resource"],
  ...[
    "code_challenge_method",
    "grant_type",
    "code",
    "code_verifier",
    "refresh_token",
    "token",
    "token_type_hint",
  ],
  ...[
    "email",
    "password",
    "newPassword",
    "currentPassword",
    "name",
    "query",
    "csrf",
    "decision",
    "oauth_query",
  ],
  ...[
    "callbackURL",
    "rememberMe",
    "revokeOtherSessions",
    "disableCookieCache",
    "disableRefresh",
    "sig",
    "exp",
  ],
  ...[
    "redirect_uris",
    "client_name",
    "client_uri",
    "grant_types",
    "response_types",
    "error",
    "request",
    "image",
  ],
  ...[
    "request_uri",
    "claims",
    "max_age",
    "nonce",
    "id_token_hint",
    "iss",
    "__proto__",
    "constructor",
    "a[b]",
    "",
  ],
];

const texts = [
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "\u202e",
    "\r\nSet-Cookie: a=b",
    "%",
    "%00",
    "%ff",
    "%zz",
  ],
  ...["'", '"; drop table users; --', "{}", "[]", "null", "true", "-1", "1e400", "9".repeat(400), "NaN"],
  ...["x".repeat(7_000), "é".repeat(600), "../../etc/passwd", "//evil.example", "https://evil.example/x"],
  ...["javascript:alert(1)", "http://127.0.0.1:33418/callback", "http://[::1", "https://[fe80::1%25eth0]/"],
  ...["S256", "plain", "code", "token", "login consent", "none", "authorization_code", "refresh_token"],
  ...["visibility:read offline_access", "openid", `${site}/mcp`, "ann@a.example", "a@b", "A".repeat(43)],
  ...["https://a.example/client.json", "https://10.0.0.1/x", "__proto__", "Bearer x", "\ufeff", "\u2028"],
];

onAnyStore(
  () => ({
    config: { baseUrl: site, siteUrl: site, corsOrigins: [site], rateLimitScale: 0, signUp: "open" },
  }),
  (app) => {
    const door = () => app().app.door;

    /** What real requests hold, so that some of the false ones get far. */
    async function realTexts(): Promise<{ texts: string[]; cookies: string[] }> {
      const { email, password } = await person(app());
      const { tokens, client, code, tab } = await connect(door(), { email, password });
      const asked = await tab.get(authorizeAddress(await register(door()), pkce().challenge));
      const page = await tab.get(asked.location);
      const { search } = new URL(asked.location);
      const cookies = [...tab.cookies].map(([name, value]) => `${name}=${value}`);
      return {
        texts: [
          ...[email, password, client, code, tokens.access_token, tokens.refresh_token, search.slice(1)],
          ...hiddenIn(page).map(([, value]) => value),
        ],
        cookies: [cookies.join("; "), cookies[0] ?? ""],
      };
    }

    for (const seed of seeds)
      test(`seed ${seed}: whatever is sent to the accounts and the OAuth server, nothing of it is 5xx`, async () => {
        const chance = chances(seed);
        const real = await realTexts();
        const one = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
        const several = <T>(most: number, make: () => T): T[] =>
          Array.from({ length: Math.floor(chance() * (most + 1)) }, make);
        const text = (): string => {
          const from = chance();
          if (from < 0.35) return one(real.texts);
          return from < 0.9 ? one(texts) : one(texts) + one(real.texts) + one(texts);
        };
        const value = (depth = 0): unknown => {
          const kind = chance();
          if (kind < 0.6 || depth > 3) return text();
          if (kind < 0.7) return one([null, true, false, 0, -1, 1e21, {}, []]);
          if (kind < 0.85) return several(6, () => value(depth + 1));
          return Object.fromEntries(several(4, () => [one(names), value(depth + 1)]));
        };
        const pairs = (most: number) => several(most, (): [string, string] => [one(names), text()]);
        const encoded = (pairs: [string, string][]) =>
          chance() < 0.15
            ? pairs
                .map((pair) => pair.join("="))
                .join("&")
                .replaceAll(/[^!-~]|#/g, "%00")
            : String(new URLSearchParams(pairs));

        const failed: string[] = [];
        for (let n = 0; n < requests / seeds.length; n += 1) {
          const [method, path] = one(routes).split(" ") as ["GET" | "POST", string];
          // Signed pages are asked for as they are, with a twist, or made up.
          const query = chance() < 0.2 ? one(real.texts) : encoded(pairs(10));
          const url = chance() < 0.7 ? `${path}?${query.replaceAll(/[^!-~]/g, "%00").slice(0, 7_900)}` : path;
          const isForm = chance() < (path.startsWith("/api") || path.endsWith("register") ? 0.1 : 0.9);
          const form = () => encoded([...pairs(8), ["query", one(real.texts)], ...pairs(2)]);
          const json = () =>
            JSON.stringify(
              chance() < 0.9 ? Object.fromEntries(several(9, () => [one(names), value()])) : value(),
            );
          const payload = chance() < 0.05 ? one(texts) : isForm ? form() : json();
          const header = (given: string) => given.replaceAll(/[^ -~]/g, "?");
          const headers = {
            "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
            ...(chance() < 0.9 ? { origin: site } : { origin: header(text()) }),
            ...(chance() < 0.5
              ? {
                  cookie:
                    chance() < 0.6 ? one(real.cookies) : header(`overheard-8787.session_token=${text()}`),
                }
              : {}),
            ...(chance() < 0.2 ? { authorization: header(`Bearer ${text()}`) } : {}),
            ...(chance() < 0.1 ? { accept: header(text()), "user-agent": header(text()) } : {}),
            ...(chance() < 0.1
              ? { "x-forwarded-for": header(text()), "sec-fetch-mode": one(["cors", "navigate"]) }
              : {}),
          };
          const { statusCode, body } = await door().inject({
            ...{ method, url, headers },
            ...(method === "POST" ? { payload } : {}),
          });
          if (statusCode >= 500)
            failed.push(
              `${n}: ${statusCode} ${method} ${url} ${JSON.stringify(headers)} ${payload} → ${body.slice(0, 300)}`,
            );
        }
        assert.deepEqual(failed.slice(0, 5), [], `${failed.length} failed`);
      });

    for (const [what, text] of [
      ["NUL", "%00"],
      ["half a pair", "%ed%a0%80%00"],
    ] as const)
      for (const path of ["get-session", "token", "jwks", "sign-in/email"])
        test(`${what} in the query of ${path} is 400`, async () => {
          const method = path.includes("sign") ? "POST" : "GET";
          const { statusCode } = await door().inject({
            method,
            url: `/api/auth/${path}?disableRefresh=${text}`,
          });
          assert.equal(statusCode, 400);
        });

    for (const email of ["a\0@b.example", "\ud800@b.example"])
      test(`${JSON.stringify(email)} is nobody's address: 400`, async () => {
        for (const path of ["sign-in/email", "sign-up/email"]) {
          const { statusCode } = await door().inject({
            ...{ method: "POST", url: `/api/auth/${path}`, headers: { "content-type": "application/json" } },
            payload: JSON.stringify({ email, password: "correct horse battery", name: "x" }),
          });
          assert.equal(statusCode, 400, path);
        }
        const page = await browser(door()).post("/connect/sign-in", [["email", email]]);
        assert.equal(page.status, 400);
      });
  },
);
