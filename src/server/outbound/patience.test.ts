import assert from "node:assert/strict";
import test from "node:test";
import { BusyError, UnreadableError } from "./parsing.ts";
import { patiently } from "./patience.ts";

/** Fails so many times, then reads. */
function failing(times: number, error: Error) {
  const counted = { tries: 0 };
  const read = async () => {
    counted.tries += 1;
    if (counted.tries <= times) throw error;
    return "read";
  };
  return { counted, read };
}

test("what the machine was too busy to read is read again", async () => {
  const { counted, read } = failing(1, new BusyError());
  assert.deepEqual([await patiently(read), counted.tries], ["read", 2]);
});

test("it is not tried again when the time is up", async () => {
  const { counted, read } = failing(9, new BusyError());
  await assert.rejects(patiently(read, { withinMs: 300 }), BusyError);
  assert.equal(counted.tries, 2);
});

test("an abort ends the waiting, and the machine was too busy", async () => {
  const { counted, read } = failing(9, new BusyError());
  await assert.rejects(patiently(read, { signal: AbortSignal.abort() }), BusyError);
  assert.equal(counted.tries, 1);
});

test("what cannot be read is not tried again", async () => {
  const { counted, read } = failing(9, new UnreadableError("time"));
  await assert.rejects(patiently(read), UnreadableError);
  assert.equal(counted.tries, 1);
});
