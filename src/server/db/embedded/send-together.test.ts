import assert from "node:assert/strict";
import test from "node:test";
import { PGlite } from "@electric-sql/pglite";
import { dataDir } from "@electric-sql/pglite-prepopulatedfs";
import { sql } from "kysely";
import { startPglite } from "./open-embedded.ts";

test("a statement reaches the embedded store as one message, and one that fails leaves it as it was", async (t) => {
  const store = await startPglite({ loadDataDir: await dataDir() });
  t.after(() => store[Symbol.asyncDispose]());
  const { db } = store;
  const { mock } = t.mock.method(PGlite.prototype, "execProtocolRawSync");
  const messages = async (work: () => Promise<unknown>): Promise<number> => {
    const before = mock.callCount();
    await work();
    return mock.callCount() - before;
  };
  const look = (number: number) => sql<{ half: number }>`select 10 / ${number}::int as half`.execute(db);
  for (let time = 0; time < 4; time += 1) assert.equal(await messages(() => look(2)), 1);
  assert.equal(await messages(() => assert.rejects(look(0), /division by zero/)), 1);
  assert.equal(
    await messages(() => assert.rejects(sql`select ${1}::int from nothing`.execute(db), /does not exist/)),
    1,
  );
  assert.deepEqual((await look(5)).rows, [{ half: 2 }]);
});
