import assert from "node:assert/strict";
import test from "node:test";
import { stores } from "../../../../test/stores.ts";
import { onBehalfOf } from "../../../kernel/turns/on-behalf.ts";

const server = stores.find(({ name }) => name === "PostgreSQL")!;

test("an organization that asks for every connection leaves some to the others", server, async (t) => {
  const { pool } = await server.openNew(t);
  const connect = (owner: string) => onBehalfOf(owner, () => pool.connect());
  const held = await Promise.all(Array.from({ length: 6 }, () => connect("many")));
  let had = false;
  const next = connect("many").then((client) => {
    had = true;
    return client;
  });
  const others = await Promise.all([connect("one"), connect("another"), pool.connect()]);
  assert.equal(had, false);
  for (const client of [...others, ...held]) client.release();
  (await next).release();
});
