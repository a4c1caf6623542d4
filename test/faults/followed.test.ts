import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "../server-process.ts";
import { followed } from "./kill-cycles.ts";

/** A server with these reports, of which one more ends each time that the list is asked for; some never do. */
function serverOf(reports: readonly string[], { stuck = [] as string[] } = {}) {
  const running = new Set([...reports, ...stuck]);
  const calls: string[] = [];
  const answer = (path: string) => {
    const id = path.replace("/v1/reports/", "");
    if (path !== "/v1/reports?status=processing")
      return reports.includes(id) || stuck.includes(id)
        ? { status: 200, data: { terminal: !running.has(id) } }
        : { status: 404, data: undefined };
    const next = [...running].find((id) => !stuck.includes(id));
    if (next) running.delete(next);
    return { status: 200, data: [...running].map((id) => ({ id })) };
  };
  const call = async (_method: string, path: string) => {
    calls.push(path);
    return { ...answer(path), headers: new Headers() };
  };
  return { calls, client: { call } as Pick<Client, "call"> };
}

test("accepted reports are waited for together and looked at once each", async () => {
  const ids = Array.from({ length: 50 }, (_, at) => `r${at}`);
  const { calls, client } = serverOf(ids);
  const found = await followed(client, ids, performance.now(), 60_000);
  assert.deepEqual([found.lost, found.late], [0, 0]);
  assert.equal(calls.filter((path) => !path.includes("?")).length, ids.length);
});

test("an accepted report that is not there is lost", async () => {
  const found = await followed(serverOf(["kept"]).client, ["kept", "gone"], performance.now(), 60_000);
  assert.deepEqual([found.lost, found.late], [1, 0]);
});

test("reports under way at the deadline are late, also those that nobody heard of; none counts twice", async () => {
  const { client } = serverOf(["done"], { stuck: ["heard", "unheard"] });
  const found = await followed(client, ["done", "heard"], performance.now(), 0);
  assert.deepEqual([found.lost, found.late], [0, 2]);
});
