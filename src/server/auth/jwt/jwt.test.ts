import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { test } from "node:test";
import type { JWK } from "jose";
import { createJwtVerifier } from "./jwt.ts";
import { createKeySet } from "./key-set.ts";

const now = new Date("2026-03-01T12:00:00Z");
const seconds = now.getTime() / 1000;

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const otherRsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed = generateKeyPairSync("ed25519");
const encryption = generateKeyPairSync("rsa", { modulusLength: 2048 });

const published = (key: KeyObject, more: JWK): JWK => ({
  ...(key.export({ format: "jwk" }) as JWK),
  ...more,
});

const jwks: JWK[] = [
  published(rsa.publicKey, { kid: "rsa", use: "sig" }),
  published(ec.publicKey, { kid: "ec" }),
  published(ed.publicKey, { kid: "ed", alg: "EdDSA" }),
  published(encryption.publicKey, { kid: "enc", use: "enc" }),
  published(otherRsa.publicKey, { kid: "rs512", alg: "RS512" }),
];

const base64url = (value: string | Buffer | object): string =>
  Buffer.from(typeof value === "string" || Buffer.isBuffer(value) ? value : JSON.stringify(value)).toString(
    "base64url",
  );

type Signer = (input: string) => Buffer;
const signers = {
  RS256: (input: string) => sign("sha256", Buffer.from(input), rsa.privateKey),
  PS256: (input: string) =>
    sign("sha256", Buffer.from(input), { key: rsa.privateKey, padding: 6, saltLength: 32 }),
  ES256: (input: string) =>
    sign("sha256", Buffer.from(input), { key: ec.privateKey, dsaEncoding: "ieee-p1363" }),
  EdDSA: (input: string) => sign(null, Buffer.from(input), ed.privateKey),
} satisfies Record<string, Signer>;
const hmac =
  (key: string | Buffer): Signer =>
  (input) =>
    createHmac("sha256", key).update(input).digest();

const header = { alg: "RS256", kid: "rsa", typ: "JWT" };
const claims = {
  iss: "https://idp.example",
  aud: "https://api.example/v1",
  sub: "ann",
  iat: seconds,
  exp: seconds + 900,
};

interface Parts {
  header?: object | string;
  claims?: object | string;
  signer?: Signer;
}

function token({ header: head = header, claims: body = claims, signer = signers.RS256 }: Parts = {}): string {
  const input = `${base64url(head)}.${base64url(body)}`;
  return `${input}.${base64url(signer(input))}`;
}

const head = (more: object, signer: Signer = signers.RS256) =>
  token({ header: { ...header, ...more }, signer });
const body = (more: object) => token({ claims: { ...claims, ...more } });
const without = (name: string) =>
  token({ claims: Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name)) });

const verifier = createJwtVerifier({
  issuer: claims.iss,
  audience: claims.aud,
  keys: createKeySet({ read: async () => jwks }),
  now: () => now,
});

const accepted: [what: string, token: string][] = [
  ["RS256", token()],
  ["ES256", head({ alg: "ES256", kid: "ec" }, signers.ES256)],
  ["EdDSA", head({ alg: "EdDSA", kid: "ed" }, signers.EdDSA)],
  ["typ at+jwt", head({ typ: "at+jwt" })],
  ["typ application/at+jwt", head({ typ: "application/at+jwt" })],
  ["no typ", token({ header: { alg: "RS256", kid: "rsa" } })],
  ["an audience among several", body({ aud: ["https://other.example", claims.aud] })],
  ["expired within the leeway", body({ exp: seconds - 29 })],
  ["not valid before a moment within the leeway", body({ nbf: seconds + 29 })],
  [
    "addresses of keys in the header, which are not asked",
    head({ jku: "https://evil.example", x5u: "https://evil.example" }),
  ],
];

for (const [what, jwt] of accepted) {
  test(`a session JWT with ${what} is accepted`, async () => {
    assert.equal((await verifier.verify(jwt)).subject, "ann");
  });
}

const pem = rsa.publicKey.export({ type: "spki", format: "pem" });
const der = rsa.publicKey.export({ type: "spki", format: "der" });
const [goodHead = "", goodBody = "", goodSignature = ""] = token().split(".");
const evil = published(otherRsa.publicKey, {});
const signedByEvil: Signer = (input) => sign("sha256", Buffer.from(input), otherRsa.privateKey);
const raw = (text: string) => token({ claims: text });
const duplicate = (name: string, value: unknown) =>
  raw(JSON.stringify(claims).replace("{", `{"${name}":${JSON.stringify(value)},`));

const hostile: [what: string, token: string][] = [
  ["alg none", `${base64url({ ...header, alg: "none" })}.${goodBody}.`],
  ["alg none with a signature", head({ alg: "none" })],
  ["alg None", head({ alg: "None" })],
  ["alg NONE", head({ alg: "NONE" })],
  ["no alg", token({ header: { kid: "rsa" } })],
  ["alg null", head({ alg: null })],
  ["alg as an array", head({ alg: ["RS256"] })],
  ["alg in lower case", head({ alg: "rs256" })],
  ["HS256 over the public key in PEM", head({ alg: "HS256" }, hmac(pem))],
  ["HS256 over the public key in DER", head({ alg: "HS256" }, hmac(der))],
  ["HS256 over the JWK", head({ alg: "HS256" }, hmac(JSON.stringify(jwks[0])))],
  ["HS256 over nothing", head({ alg: "HS256" }, hmac(""))],
  ["PS256 with the RSA key", head({ alg: "PS256" }, signers.PS256)],
  ["RS256 over a PS256 signature", head({}, signers.PS256)],
  ["ES256 named with the RSA key", head({ alg: "ES256" })],
  ["RS256 named with the EC key", head({ kid: "ec" }, signers.ES256)],
  ["EdDSA named with the RSA key", head({ alg: "EdDSA" })],
  ["RS512 of the allowed key", head({ alg: "RS512" })],
  ["a key published for another algorithm", head({ kid: "rs512" }, signedByEvil)],
  [
    "a key published for encryption",
    head({ kid: "enc" }, (input) => sign("sha256", Buffer.from(input), encryption.privateKey)),
  ],
  ["no kid", token({ header: { alg: "RS256", typ: "JWT" } })],
  ["an empty kid", head({ kid: "" })],
  ["an unknown kid", head({ kid: "nobody" })],
  ["a kid that climbs directories", head({ kid: "../../../../dev/null" }, hmac(""))],
  ["a kid with SQL", head({ kid: "rsa' or '1'='1" })],
  ["a kid that is an address", head({ kid: "https://evil.example/key" })],
  ["a kid that is an array", head({ kid: ["rsa"] })],
  ["a kid that is an object", head({ kid: { toString: "rsa" } })],
  ["a huge kid", head({ kid: "k".repeat(5000) })],
  ["a kid with a NUL", head({ kid: "rsa\u0000" })],
  ["a kid of the prototype", head({ kid: "__proto__" })],
  ["its own key in jwk", head({ jwk: evil, kid: "mine" }, signedByEvil)],
  ["its own key in jwk under a known kid", head({ jwk: evil }, signedByEvil)],
  ["its own key behind jku", head({ jku: "https://evil.example/jwks" }, signedByEvil)],
  ["its own key behind x5u", head({ x5u: "https://evil.example/cert" }, signedByEvil)],
  [
    "its own certificate in x5c",
    head(
      { x5c: [(otherRsa.publicKey.export({ type: "spki", format: "der" }) as Buffer).toString("base64")] },
      signedByEvil,
    ),
  ],
  ["an unknown crit", head({ crit: ["http://example.com/x"], "http://example.com/x": true })],
  ["an empty crit", head({ crit: [] })],
  ["b64 false", head({ crit: ["b64"], b64: false })],
  ["typ of a logout token", head({ typ: "logout+jwt" })],
  ["typ of another protocol", head({ typ: "secevent+jwt" })],
  ["typ that is no text", head({ typ: ["JWT"] })],
  ["a header that is an array", token({ header: "[1]" })],
  ["a header that is no JSON", token({ header: "{alg:RS256}" })],
  ["a header member twice", token({ header: '{"alg":"none","alg":"RS256","kid":"rsa"}' })],
  ["no signature", `${goodHead}.${goodBody}.`],
  ["a signature cut short", `${goodHead}.${goodBody}.${goodSignature.slice(0, -8)}`],
  ["a signature of another token", `${goodHead}.${base64url({ ...claims, sub: "bob" })}.${goodSignature}`],
  [
    "an ES256 signature of zeros",
    `${base64url({ alg: "ES256", kid: "ec" })}.${goodBody}.${base64url(Buffer.alloc(64))}`,
  ],
  [
    "an ES256 signature in DER",
    head({ alg: "ES256", kid: "ec" }, (input) => sign("sha256", Buffer.from(input), ec.privateKey)),
  ],
  [
    "an EdDSA signature of zeros",
    `${base64url({ alg: "EdDSA", kid: "ed" })}.${goodBody}.${base64url(Buffer.alloc(64))}`,
  ],
  ["padding", `${goodHead}.${goodBody}==.${goodSignature}`],
  [
    "spare bits in the signature",
    `${goodHead}.${goodBody}.${goodSignature.slice(0, -1)}${spareBits(goodSignature.at(-1)!)}`,
  ],
  ["the alphabet of plain base64", `${goodHead}.${goodBody}.${goodSignature.slice(0, -2)}+/`],
  ["whitespace inside", `${goodHead}. ${goodBody}.${goodSignature}`],
  ["a NUL inside", `${goodHead}.${goodBody}\u0000.${goodSignature}`],
  ["two parts", `${goodHead}.${goodBody}`],
  ["four parts", `${token()}.x`],
  ["five parts, as a JWE", `${goodHead}.a.b.c.d`],
  ["a payload that is no JSON", raw("ann")],
  ["a payload that is an array", raw(JSON.stringify([claims]))],
  ["a payload that is null", raw("null")],
  ["a payload that is no UTF-8", tokenOf(Buffer.from([0x7b, 0xff, 0x7d]))],
  ["sub twice", duplicate("sub", "bob")],
  ["exp twice", duplicate("exp", seconds - 1000)],
  ["aud twice", duplicate("aud", "https://other.example")],
  ["no exp", without("exp")],
  ["exp as text", body({ exp: String(seconds + 900) })],
  ["exp null", body({ exp: null })],
  ["a negative exp", body({ exp: -1 })],
  ["an exp of 1e300", raw(JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e300'))],
  ["an exp of 1e999", raw(JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999'))],
  ["an exp past by 31 s", body({ exp: seconds - 31 })],
  ["an exp in milliseconds of the past century", body({ exp: 0 })],
  ["nbf in the future", body({ nbf: seconds + 31 })],
  ["nbf as text", body({ nbf: String(seconds) })],
  ["iat in the future", body({ iat: seconds + 31 })],
  ["iat as text", body({ iat: "now" })],
  ["no iss", without("iss")],
  ["another iss", body({ iss: "https://evil.example" })],
  ["iss with a trailing slash", body({ iss: `${claims.iss}/` })],
  ["iss in capitals", body({ iss: "https://IDP.example" })],
  ["iss as an array", body({ iss: [claims.iss] })],
  ["no aud", without("aud")],
  ["another aud", body({ aud: "https://other.example" })],
  ["an aud that begins like ours", body({ aud: `${claims.aud}/more` })],
  ["an aud that ours begins with", body({ aud: "https://api.example" })],
  ["an aud list without ours", body({ aud: ["a", "b"] })],
  ["an empty aud list", body({ aud: [] })],
  ["an aud nested in a list", body({ aud: [[claims.aud]] })],
  ["an aud that is an object", body({ aud: { [claims.aud]: true } })],
  ["no sub", without("sub")],
  ["an empty sub", body({ sub: "" })],
  ["a sub that is a number", body({ sub: 1 })],
  ["a huge sub", body({ sub: "s".repeat(256) })],
  ["a sub with a NUL", body({ sub: "ann\u0000" })],
  ["a sub with half a surrogate pair", raw(JSON.stringify(claims).replace('"ann"', '"\\ud800"'))],
  ["a nonce, as ID tokens have", body({ nonce: "n" })],
  ["an at_hash, as ID tokens have", body({ at_hash: "h" })],
  ["the type ID", body({ typ: "ID" })],
  ["the type Refresh", body({ typ: "Refresh" })],
  ["the use id", body({ token_use: "id" })],
  ["the use refresh", body({ token_use: "refresh" })],
  ["1 MB of claims", body({ filler: "x".repeat(1_000_000), aud: "https://other.example" })],
  ["deep nesting", raw(`{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`)],
];

for (const [what, jwt] of hostile) {
  test(`a token with ${what} is refused as unauthorised`, async () => {
    await assert.rejects(verifier.verify(jwt), (error: { code?: string; details?: { reason?: string } }) => {
      assert.equal(error.code, "UNAUTHORIZED");
      return ["invalid", "expired"].includes(error.details?.reason ?? "");
    });
  });
}

test("an expired token is told from an invalid one", async () => {
  await assert.rejects(verifier.verify(body({ exp: seconds - 31 })), { details: { reason: "expired" } });
  await assert.rejects(verifier.verify(body({ exp: seconds - 31, aud: "x" })), {
    details: { reason: "invalid" },
  });
});

test("an email that its provider has not verified is not taken for the user's", async () => {
  assert.equal((await verifier.verify(body({ email: "a@b.example" }))).email, "a@b.example");
  assert.equal((await verifier.verify(body({ email: "a@b.example", email_verified: false }))).email, null);
  assert.equal((await verifier.verify(body({ email: { at: 1 } }))).email, null);
});

function tokenOf(payload: Buffer): string {
  const input = `${base64url(header)}.${payload.toString("base64url")}`;
  return `${input}.${base64url(signers.RS256(input))}`;
}

/** Another last character that stands for the same bytes. */
function spareBits(last: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return alphabet[alphabet.indexOf(last) ^ 1]!;
}
