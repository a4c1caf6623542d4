import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig, shownSettings } from "../../src/config.ts";

const app = { REDDIT_CLIENT_ID: "id", REDDIT_CLIENT_SECRET: "s3cret" };
const secret = "only-for-tests-0123456789-abcdefghij";

test("without Reddit's credentials it is not searched", () => {
  assert.equal(readConfig({}).reddit, null);
});

test("with them it is, at Reddit's own hosts, or at the one that was set", () => {
  const { reddit } = readConfig(app);
  assert.deepEqual([reddit?.authUrl, reddit?.apiUrl], ["https://www.reddit.com", "https://oauth.reddit.com"]);
  const other = readConfig({ ...app, REDDIT_BASE_URL: "http://127.0.0.1:4000/" }).reddit;
  assert.deepEqual([other?.authUrl, other?.apiUrl], ["http://127.0.0.1:4000", "http://127.0.0.1:4000"]);
});

for (const [why, environment] of [
  ["half of the credentials", { REDDIT_CLIENT_ID: "id" }],
  ["the other half", { REDDIT_CLIENT_SECRET: "s3cret" }],
  ["an address that is none", { ...app, REDDIT_BASE_URL: "reddit" }],
  [
    "an address that would show the secret to the network",
    { ...app, REDDIT_BASE_URL: "http://reddit.example" },
  ],
  [
    "a test server in production",
    { ...app, REDDIT_BASE_URL: "http://127.0.0.1:4000", NODE_ENV: "production", OVERHEARD_SECRET: secret },
  ],
  ["a spread that is neither on nor off", { OVERHEARD_SCHEDULE_SPREAD: "yes" }],
] as const) {
  test(`${why} stops the start with one line that does not show it`, () => {
    assert.throws(
      () => readConfig(environment),
      (error) => error instanceof ConfigError && !/s3cret|\n/.test(error.message),
    );
  });
}

test("Reddit's secret is not shown among the settings", () => {
  assert.doesNotMatch(JSON.stringify(shownSettings(app)), /s3cret/);
});

test("schedules are spread unless told otherwise", () => {
  assert.equal(readConfig({}).spreadSchedules, true);
  assert.equal(readConfig({ OVERHEARD_SCHEDULE_SPREAD: "off" }).spreadSchedules, false);
});

test("a process that shares its store gives a balancer notice, one that is alone does not", () => {
  const shared = { DATABASE_URL: "postgres://127.0.0.1/x", OVERHEARD_SECRET: secret };
  assert.deepEqual(readConfig({}).shutdown, { noticeMs: 0, graceMs: 10_000 });
  assert.deepEqual(readConfig(shared).shutdown, { noticeMs: 5_000, graceMs: 10_000 });
  const set = { OVERHEARD_SHUTDOWN_NOTICE_SECONDS: "20", OVERHEARD_SHUTDOWN_GRACE_SECONDS: "95" };
  assert.deepEqual(readConfig({ ...shared, ...set }).shutdown, { noticeMs: 20_000, graceMs: 95_000 });
  assert.throws(() => readConfig({ OVERHEARD_SHUTDOWN_NOTICE_SECONDS: "20" }), ConfigError);
});
