import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ending, serverStore } from "../stores.ts";

test("a connection that serves another test has nothing that the one before has set", {
  skip: serverStore.skip,
}, async () => {
  const during = async <Result>(work: (query: (text: string) => Promise<unknown[][]>) => Promise<Result>) => {
    const ends: (() => unknown)[] = [];
    const { pool } = await serverStore.open({ after: (end: () => unknown) => void ends.push(end) } as Ending);
    const client = await pool!.connect();
    const result = await work(async (text) => (await client.query({ text, rowMode: "array" })).rows);
    client.release();
    for (const end of ends) await end();
    return result;
  };
  const [before] = await during(async (query) => {
    await query("set timezone to 'Asia/Tokyo'");
    await query("set statement_timeout to 1234");
    await query("listen news");
    await query("create temporary table kept (id int)");
    await query("set role pg_monitor");
    return query("select pg_backend_pid()");
  });
  const after = await during(async (query) => [
    ...(await query("select pg_backend_pid()")),
    ...(await query("show timezone")),
    ...(await query("show statement_timeout")),
    ...(await query("select count(*)::int from pg_listening_channels()")),
    ...(await query("select to_regclass('pg_temp.kept')")),
    ...(await query("select current_user = session_user")),
  ]);
  assert.deepEqual(after.flat(), [...before!, "UTC", "8s", 0, null, true]);
});
