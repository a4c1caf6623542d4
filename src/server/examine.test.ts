import assert from "node:assert/strict";
import { test } from "node:test";
import { administrator, emptyDatabase } from "../../test/servers/empty-database.ts";
import { readConfig } from "../config.ts";
import { examineClosedStore } from "./examine.ts";

const server = process.env.TEST_DATABASE_URL;
const skip = server ? false : "TEST_DATABASE_URL is not set; `node scripts/postgres.ts npm test` sets it";

test("a database whose text was sorted by other rules than its system's is told, and no other", {
  skip,
}, async () => {
  const icu = "template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'";
  await using database = await emptyDatabase(server!, icu);
  const config = readConfig({ DATABASE_URL: database.url, OVERHEARD_SECRET: "x".repeat(32) });
  const collation = async () => (await examineClosedStore(config))!.collation;
  assert.equal(await collation(), null);
  await using admin = await administrator(server!);
  await admin.client.query("update pg_database set datcollversion = '1.1' where datname = $1", [
    database.name,
  ]);
  const { now, ...told } = (await collation())!;
  assert.deepEqual(told, { database: database.name, made: "1.1" });
  await admin.client.query(`alter database ${database.name} refresh collation version`);
  assert.notEqual(now, "1.1");
  assert.equal(await collation(), null);
});
