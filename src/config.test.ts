import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";

const secret = "a-secret-of-more-than-32-characters-0123456789";
const provider = { JWT_ISSUER: "https://id.example", JWT_AUDIENCE: "overheard" };

for (const [what, environment, says] of [
  ["a name that is no setting", { OVERHEARD_RUNS_AT_ONE: "5" }, /^OVERHEARD_RUNS_AT_ONE is not a setting/],
  ["a number that is none", { OVERHEARD_RUNS_AT_ONCE: "many" }, /^OVERHEARD_RUNS_AT_ONCE must be/],
  [
    "a word that is not on the list",
    { OVERHEARD_WORKER: "yes" },
    /^OVERHEARD_WORKER must be one of: on, off\.$/,
  ],
  [
    "no secret in production",
    { NODE_ENV: "production", DATABASE_URL: "postgres://db/o" },
    /^OVERHEARD_SECRET/,
  ],
  [
    "a placeholder for a secret in production",
    { NODE_ENV: "production", OVERHEARD_SECRET: "change-me-change-me-change-me-change-me" },
    /^OVERHEARD_SECRET is a placeholder/,
  ],
  [
    "a short secret",
    { OVERHEARD_SECRET: "hunter2" },
    /^OVERHEARD_SECRET must have at least 32 characters\.$/,
  ],
  ["keys over plain http", { ...provider, JWKS_URL: "http://id.example/jwks" }, /^JWKS_URL/],
  ["half of an identity provider", provider, /^JWT_ISSUER, JWT_AUDIENCE and JWKS_URL belong together/],
  [
    "another database",
    { DATABASE_URL: "mysql://root:hunter2@db/o" },
    /^DATABASE_URL must begin with postgres/,
  ],
] as const) {
  test(`contract/reliability: ${what} stops the start with one line, which shows no value`, () => {
    assert.throws(
      () => readConfig(environment),
      (error) =>
        error instanceof ConfigError &&
        says.test(error.message) &&
        !error.message.includes("\n") &&
        !error.message.includes("hunter2"),
    );
  });
}

test("contract/reliability: keys over plain http are taken from this machine itself", () => {
  const config = readConfig({ ...provider, JWKS_URL: "http://127.0.0.1:9/jwks", OVERHEARD_SECRET: secret });
  assert.equal(config.production, false);
});
