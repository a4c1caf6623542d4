import assert from "node:assert/strict";
import test from "node:test";
import { sql } from "kysely";
import { stores } from "../../../../test/stores.ts";

const pglite = stores.find(({ name }) => name === "PGlite")!;

test("statement after statement lets everybody else have a turn", async (t) => {
  const { db } = await pglite.open(t);
  let turns = 0;
  let going = true;
  const count = () => {
    turns += 1;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  const turnsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = turns;
    await work();
    return turns - before;
  };
  const statements = async () => {
    for (let at = 0; at < 40; at += 1) await sql`select count(*) from generate_series(1, 100000)`.execute(db);
  };
  assert.ok((await turnsOf(statements)) >= 10);
  going = false;
});
