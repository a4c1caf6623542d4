import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { OAuth2Server } from "oauth2-mock-server";
import { stores, type TestStore } from "../../../../test/stores.ts";
import { createLog } from "../../kernel/log.ts";
import { createAuthenticator } from "../authenticate.ts";
import { createKeys } from "../key.ts";
import { createKeyUse } from "../key-use.ts";
import { remoteKeys } from "./jwks.ts";
import { createJwtVerifier } from "./jwt.ts";
import { createKeySet } from "./key-set.ts";

const audience = "https://api.example/v1";
const [{ open }] = stores as [TestStore, TestStore];

/** A server that takes the JWTs of somebody else's identity provider, with a clock that is moved by hand. */
async function world(t: TestContext) {
  const provider = new OAuth2Server();
  for (const alg of ["RS256", "ES256", "EdDSA"]) await provider.issuer.keys.generate(alg);
  await provider.start(0, "127.0.0.1");
  const issuer = provider.issuer.url!;
  const stop = async () => void (provider.listening && (await provider.stop()));
  t.after(stop);
  const { db } = await open(t);
  const log = createLog("silent");
  const time = { ms: 0 };
  const now = () => new Date();
  const keys = createKeySet({ read: remoteKeys(`${issuer}/jwks`, fetch), elapsed: () => time.ms });
  const authenticator = createAuthenticator({
    db,
    keyPrefix: "oh",
    keys: createKeys({ prefix: "oh", secret: "s".repeat(32) }),
    keyUse: createKeyUse({ db, now, log }),
    jwt: createJwtVerifier({ issuer, audience, keys, now }),
    issuer,
    now,
  });
  const token = (claims: Record<string, unknown> = {}, kid?: string) =>
    provider.issuer.buildToken({
      ...(kid ? { kid } : {}),
      scopesOrTransform: (_header, payload) =>
        Object.assign(payload, { sub: "ann", aud: audience, email: "ann@a.example" }, claims),
    });
  const as = (jwt: string) => authenticator.authenticate([`Bearer ${jwt}`]);
  return { provider, db, time, token, as, stop };
}

test("tokens of another identity provider speak for its users, with each of the algorithms", async (t) => {
  const { provider, token, as } = await world(t);
  const ids = new Set<string>();
  for (const { kid } of provider.issuer.keys.toJSON()) ids.add((await as(await token({}, kid))).userId);
  assert.equal(ids.size, 1);
  assert.notEqual((await as(await token({ sub: "bob" }))).userId, [...ids][0]);
});

test("while its keys cannot be had, tokens under known keys are accepted, for 24 hours", async (t) => {
  const { time, token, as, stop } = await world(t);
  await as(await token());
  const later = [await token({ sub: "b" }), await token({ sub: "c" }), await token({ sub: "d" })] as const;
  await stop();
  await as(later[0]);
  time.ms = 24 * 3_600_000;
  await as(later[1]);
  time.ms += 1;
  await assert.rejects(as(later[2]), { code: "SERVICE_UNAVAILABLE" });
});

test("a token of its for somebody else's API is refused, as is one that it does not vouch for", async (t) => {
  const { token, as } = await world(t);
  for (const claims of [
    { aud: "https://other.example" },
    { iss: "https://evil.example" },
    { sub: undefined },
    { exp: 1 },
  ]) {
    await assert.rejects(as(await token(claims)), { code: "UNAUTHORIZED" });
  }
});

test("a key that it has begun to use is found", async (t) => {
  const { provider, time, token, as } = await world(t);
  await as(await token());
  const { kid } = await provider.issuer.keys.generate("RS256");
  time.ms = 30_000;
  await as(await token({ sub: "new" }, kid));
});
