import assert from "node:assert/strict";
import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from "node:crypto";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { rpc } from "../mcp.ts";
import { onAnyStore } from "../start-app.ts";
import { connect, site, tokenRequest } from "./flow.ts";
import { person } from "./person.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });

const part = (value: object | string): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

const signed = (header: object, claims: object | string, key: KeyObject = rsa.privateKey): string => {
  const input = `${part({ alg: "RS256", typ: "JWT", ...header })}.${part(claims)}`;
  return `${input}.${sign("sha256", Buffer.from(input), key).toString("base64url")}`;
};

/** A key of the right shape and checksum that nobody was given. */
function keyLike(prefix: string): string {
  const body = "A".repeat(30);
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let rest = crc32(body);
  let check = "";
  for (let at = 0; at < 6; at += 1) {
    check = digits[rest % 62] + check;
    rest = Math.floor(rest / 62);
  }
  return `${prefix}${body}${check}`;
}

/** What real credentials there are, for hostile ones to be made from. */
interface Real {
  jwt: string;
  key: string;
  connector: string;
  refresh: string;
  jwks: { kid: string; kty: string }[];
}

/** Forged, twisted, foreign and worn-out tokens. Source: docs/contract/authentication.md. */
function hostileTokens({ jwt, key, connector, refresh, jwks }: Real): Record<string, string> {
  const [head, body, signature] = jwt.split(".") as [string, string, string];
  const header = JSON.parse(Buffer.from(head, "base64url").toString());
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  const attacker = createPublicKey(rsa.privateKey).export({ format: "jwk" });
  const publicKey = JSON.stringify(jwks[0]);
  const spki = createPublicKey({ key: jwks[0] as JsonWebKey, format: "jwk" });
  const pem = spki.export({ type: "spki", format: "pem" }) as string;
  const der = spki.export({ type: "spki", format: "der" });
  const withHmac = (secret: string | Buffer) => {
    const input = `${part({ alg: "HS256", kid: header.kid })}.${body}`;
    return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
  };
  const forged = (more: object, claimed: object = {}) =>
    signed({ kid: header.kid, ...more }, { ...claims, ...claimed });
  const seconds = Math.floor(Date.now() / 1000);
  const psychic = `${part({ alg: "ES256", kid: header.kid })}.${body}.${Buffer.alloc(64).toString("base64url")}`;
  return {
    "no token": "",
    "alg none": `${part({ alg: "none" })}.${body}.`,
    "alg None": `${part({ alg: "None", kid: header.kid })}.${body}.AA`,
    "alg NONE, real signature": `${part({ alg: "NONE", kid: header.kid })}.${body}.${signature}`,
    "no alg": `${part({ kid: header.kid })}.${body}.${signature}`,
    "HS256 with the public key": withHmac(publicKey),
    "HS256 with the public key as PEM": withHmac(pem),
    "HS256 with the public key as DER": withHmac(der),
    "HS256 with nothing": withHmac(""),
    "another alg than the key's": `${part({ ...header, alg: "RS256" })}.${body}.${signature}`,
    PS256: `${part({ ...header, alg: "PS256" })}.${body}.${signature}`,
    "signed by somebody else": forged({}),
    "signed by somebody else, another curve": signed(
      { alg: "ES256", kid: header.kid },
      claims,
      ec.privateKey,
    ),
    "its own key in jwk": forged({ jwk: attacker }),
    "its own key at jku": forged({ jku: "https://evil.example/jwks" }),
    "its own key at x5u": forged({ x5u: "https://evil.example/x5u" }),
    "its own key in x5c": forged({ x5c: ["MIIB"] }),
    "an unknown crit": forged({ crit: ["b64"], b64: false }),
    "kid as path": forged({ kid: "../../../../dev/null" }),
    "kid as SQL": forged({ kid: "' or 1=1 --" }),
    "kid as address": forged({ kid: "https://evil.example/key" }),
    "kid as list": forged({ kid: [header.kid] }),
    "kid huge": forged({ kid: "k".repeat(4000) }),
    "kid unknown": forged({ kid: "unknown" }),
    "no kid": signed({}, claims),
    "typ of an ID token": forged({ typ: "id+jwt" }),
    "an empty signature": `${head}.${body}.`,
    "a signature of zeros": psychic,
    "half a signature": `${head}.${body}.${signature.slice(0, 40)}`,
    "a signature with padding": `${jwt}==`,
    "spare bits in the signature": `${head}.${body}.${signature.slice(0, -1)}${signature.endsWith("A") ? "B" : "A"}`,
    "claims of somebody else": `${head}.${part({ ...claims, sub: "somebody-else" })}.${signature}`,
    "claims that never end": `${head}.${part({ ...claims, exp: 9e12 })}.${signature}`,
    "exp missing": forged({}, { exp: undefined }),
    "exp as text": forged({}, { exp: "never" }),
    "exp negative": forged({}, { exp: -1 }),
    "exp 1e300": forged({}, { exp: 1e300 }),
    "exp passed": forged({}, { exp: seconds - 3600 }),
    "nbf to come": forged({}, { nbf: seconds + 3600 }),
    "iat to come": forged({}, { iat: seconds + 3600 }),
    "iss with a slash": forged({}, { iss: `${claims.iss}/` }),
    "iss missing": forged({}, { iss: undefined }),
    "aud of another": forged({}, { aud: "https://other.example" }),
    "aud missing": forged({}, { aud: undefined }),
    "sub missing": forged({}, { sub: undefined }),
    "claims named twice": `${head}.${part(`{"sub":"a","sub":"b"}`)}.${signature}`,
    "claims as list": `${head}.${part("[]")}.${signature}`,
    "claims that are no JSON": `${head}.${part("{")}.${signature}`,
    "a header that is no JSON": `${part("{")}.${body}.${signature}`,
    "two parts": `${head}.${body}`,
    "four parts": `${jwt}.x`,
    "five parts, as encrypted": `${head}.${body}.${signature}.x.y`,
    "no base64url": `${head}.${body}.+/+/`,
    "a megabyte": `${head}.${"A".repeat(12_000)}.${signature}`,
    "a key with a wrong checksum": `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`,
    "a key in capitals": key.toUpperCase(),
    "a key with another prefix": key.replace(/^oh_/, "sk_"),
    "a key cut short": key.slice(0, -1),
    "a key with more": `${key}0`,
    "a key that nobody has": keyLike("oh_"),
    "a key as connector": `oh_mcp_${key.slice(3)}`,
    "a connector as key": `oh_${connector.slice("oh_mcp_".length)}`,
    "a connector that nobody has": keyLike("oh_mcp_"),
    "a connector with a wrong checksum": `${connector.slice(0, -1)}${connector.endsWith("0") ? "1" : "0"}`,
    "a connector in capitals": connector.toUpperCase(),
    "a connector cut short": connector.slice(0, -2),
    "a connector twice": connector + connector,
    "a connector with a space inside": `${connector.slice(0, 20)} ${connector.slice(20)}`,
    "a refresh token": refresh,
    "a refresh token as connector": `oh_mcp_${refresh}`,
    "only the prefix": "oh_mcp_",
    "the word null": "null",
    "an escaped NUL": `${connector}%00`,
  };
}

onAnyStore(
  () => ({ config: { baseUrl: site, siteUrl: site, corsOrigins: [site], rateLimitScale: 0 } }),
  (app) => {
    const door = () => app().app.door;
    const headers = { host: "127.0.0.1:8787" };
    const atMcp = (authorization: string | undefined, from = "10.3.0.1") =>
      rpc(door(), { method: "tools/list" }, { token: null, from, headers: { ...headers, authorization } });
    const atRest = (authorization: string) =>
      app().send({ method: "GET", path: "/v1/projects", headers: { authorization } });

    async function real(): Promise<Real & { email: string }> {
      const { email, password } = await person(app());
      const { tokens } = await connect(door(), { email, password });
      const jwt = await app().app.operator.issueToken({ email });
      const key = await app().app.operator.createKey({ email, name: null, organization: null });
      const { body } = await door().inject({ method: "GET", url: "/api/auth/jwks" });
      const { access_token: connector, refresh_token: refresh } = tokens;
      return { email, jwt, key, connector, refresh, jwks: JSON.parse(body).keys };
    }

    test("no hostile token is accepted, and none breaks anything, on the API and at /mcp", async () => {
      const tokens = hostileTokens(await real());
      assert.ok(Object.keys(tokens).length >= 60, `${Object.keys(tokens).length} tokens`);
      for (const [what, token] of Object.entries(tokens)) {
        for (const [where, { status, headers }] of [
          ["REST", await atRest(`Bearer ${token}`)],
          ["MCP", await atMcp(`Bearer ${token}`)],
        ] as const) {
          assert.equal(status, 401, `${what} at ${where}`);
          assert.match(headers["www-authenticate"] ?? "", /^Bearer /, what);
        }
      }
    });

    test("real tokens are refused where they were not issued for, or sent the wrong way", async () => {
      const { jwt, key, connector } = await real();
      assert.equal((await atMcp(`Bearer ${connector}`)).status, 200);
      assert.equal((await atMcp(`bearer ${connector}`)).status, 200, "the scheme in any case");
      for (const [what, authorization] of [
        ["an API key", `Bearer ${key}`],
        ["a session JWT", `Bearer ${jwt}`],
        ["a tab", `Bearer\t${connector}`],
        ["Basic", `Basic ${Buffer.from(`${connector}:`).toString("base64")}`],
        ["no scheme", connector],
        ["two tokens", `Bearer ${connector}, Bearer ${connector}`],
        ["DPoP", `DPoP ${connector}`],
      ] as const)
        assert.equal((await atMcp(authorization)).status, 401, what);
      const inQuery = await door().inject({
        method: "POST",
        url: `/mcp?access_token=${connector}`,
        headers: { ...headers, "content-type": "application/json" },
        payload: "{}",
        remoteAddress: "10.3.0.2",
      });
      assert.equal(inQuery.statusCode, 401);
    });

    test("a token for another resource, one that has ended, and one of a user who is gone are refused", async () => {
      const me = await app().member();
      for (const token of [
        await me.connector({ resource: "https://other.example/mcp" }),
        await me.connector({ resource: `${site}/mcp/` }),
        await me.connector({ expiresAt: new Date(Date.now() - 1000) }),
      ]) {
        assert.equal((await atMcp(`Bearer ${token}`)).status, 401);
        assert.equal((await atRest(`Bearer ${token}`)).status, 401);
      }
    });

    test("a token of less scope reaches no further on the API than at /mcp", async () => {
      const me = await app().member();
      const token = await me.connector({ scopes: ["visibility:read"] });
      const { status, error, headers } = await app().send({
        ...{ method: "POST", path: "/v1/projects", token, body: { name: "Acme", brand: "Acme" } },
      });
      assert.deepEqual([status, error.code], [403, "INSUFFICIENT_SCOPE"]);
      assert.match(headers["www-authenticate"] ?? "", /scope="projects:write"/);
    });

    test("a code is no access token", async () => {
      const { code, client } = await connect(door(), await person(app()));
      assert.equal((await atMcp(`Bearer ${code}`)).status, 401);
      const fields = { grant_type: "refresh_token", refresh_token: code, client_id: client };
      assert.equal((await tokenRequest(door(), fields)).status, 400);
    });
  },
);
