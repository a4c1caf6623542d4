import assert from "node:assert/strict";
import test from "node:test";
import { dataDir } from "@electric-sql/pglite-prepopulatedfs";
import { sql } from "kysely";
import { startPglite } from "./open-embedded.ts";

test("a store closes when what follows an error is through, not before", async () => {
  const store = await startPglite({ loadDataDir: await dataDir() });
  const left: unknown[] = [];
  const notice = (error: unknown) => left.push(error);
  process.on("unhandledRejection", notice);
  // So long that others have their turn before the client syncs.
  await assert.rejects(
    sql`select 1 / (${0} * length(pg_sleep(0.05)::text))`.execute(store.db),
    /division by zero/,
  );
  await store[Symbol.asyncDispose]();
  await new Promise(setImmediate);
  process.off("unhandledRejection", notice);
  assert.deepEqual(left, []);
});

test("a store closes that was used by its connections alone", { timeout: 30_000 }, async () => {
  const store = await startPglite({ loadDataDir: await dataDir() });
  await store.pool.query("select 1");
  await store[Symbol.asyncDispose]();
});
