import assert from "node:assert/strict";
import test from "node:test";
import { createLog } from "../kernel/log.ts";
import { BusyError, UnreadableError } from "../outbound/parsing.ts";
import { retryWhenBusy } from "./retry-when-busy.ts";
import { createStop } from "./stop.ts";

const log = createLog("silent");
const busy = () => Promise.reject(new BusyError());

test("what the machine was too busy to read is read again", async () => {
  let tries = 0;
  const read = async () => (++tries < 2 ? busy() : "read");
  assert.deepEqual([await retryWhenBusy(read, createStop(), log), tries], ["read", 2]);
});

test("a stop ends the waiting", async () => {
  const stop = createStop();
  const reading = retryWhenBusy(busy, stop, log);
  stop.stop();
  assert.equal(await reading, null);
});

test("what cannot be read is not read again", async () => {
  const read = () => Promise.reject(new UnreadableError("time"));
  await assert.rejects(retryWhenBusy(read, createStop(), log), UnreadableError);
});
