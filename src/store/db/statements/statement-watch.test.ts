import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type { PoolClient } from "pg";
import { stores } from "../../../../test/stores.ts";
import { createLog } from "../../../kernel/log.ts";
import { watchStatements } from "./statement-watch.ts";

const logInto = (lines: Record<string, unknown>[]) =>
  createLog("warn", { write: (line) => void lines.push(JSON.parse(line)) });

for (const store of stores)
  test(`${store.name}: a slow statement is logged by its shape, and counted`, {
    skip: store.skip,
  }, async (t) => {
    const { db, pool, statements } = await store.open(t);
    t.after(() => statements.begin(0, createLog("silent")));
    const lines: Record<string, unknown>[] = [];
    statements.begin(5, logInto(lines));
    const before = statements.slow();
    const long = sql`(select count(*) from generate_series(1, 200000)) n`;
    await sql`select n from ${long} where ${"Zanzibar"}::text <> 'Timbuktu'`.execute(db);
    await assert.rejects(sql`select 1 / (count - count) from ${long} where ${"Zanzibar"} <> 'a'`.execute(db));
    await pool.query("select count(*) as third from generate_series(1, 200000)");
    const by = (shape: RegExp) => lines.filter(({ statement }) => shape.test(String(statement)));
    assert.deepEqual(
      by(/where \$1::text <> \?$|select \? \/ |as third/).map(({ level, failed }) => [level, failed]),
      [
        ["warn", undefined],
        ["warn", true],
        ["warn", undefined],
      ],
    );
    assert.doesNotMatch(JSON.stringify(lines), /Zanzibar|Timbuktu|200000/);
    assert.equal(lines.length, statements.slow() - before);
  });

/** A connection on which every statement takes as many milliseconds as it says. */
function timed() {
  let now = 0;
  const query = (text: string, then?: (error: unknown) => void) => {
    now += Number(text);
    return then ? then(null) : Promise.resolve();
  };
  return { client: { query } as unknown as PoolClient, clock: () => now };
}

test("only what takes longer than the setting is logged, and nothing if it is 0", async () => {
  const { client, clock } = timed();
  const statements = watchStatements(clock);
  statements.attach(client);
  const lines: Record<string, unknown>[] = [];
  await client.query("900");
  for (const slowMs of [500, 0]) {
    statements.begin(slowMs, logInto(lines));
    await client.query("499");
    await client.query("501");
    await new Promise((resolve) => client.query("502", resolve as never));
  }
  assert.deepEqual(
    lines.map(({ ms }) => ms),
    [501, 502],
  );
  assert.equal(statements.slow(), 2);
});
