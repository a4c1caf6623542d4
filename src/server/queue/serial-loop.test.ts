import assert from "node:assert/strict";
import test from "node:test";
import { createLog } from "../kernel/log.ts";
import { serialLoop } from "./serial-loop.ts";

const log = createLog("silent");

test("work that is called for while it is done is done once more, never twice at a time", async () => {
  let done = 0;
  let atOnce = 0;
  const loop = serialLoop("count", log, async () => {
    assert.equal(++atOnce, 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce -= 1;
    done += 1;
  });
  for (let call = 0; call < 10; call += 1) loop.soon();
  await loop.idle();
  assert.equal(done, 2);
});

test("a call for work is never lost, however close to the end of a pass it comes", async () => {
  let wanted = 0;
  let seen = 0;
  const loop = serialLoop("see", log, async () => {
    seen = wanted;
  });
  for (let call = 0; call < 1_000; call += 1) {
    wanted += 1;
    loop.soon();
    for (let step = 0; step < call % 7; step += 1) await null;
  }
  await loop.idle();
  assert.equal(seen, wanted);
});

test("a pass that fails does not keep the next from being done", async () => {
  let done = 0;
  const loop = serialLoop("fail", log, async () => {
    done += 1;
    if (done === 1) throw new Error("once");
  });
  loop.soon();
  await loop.idle();
  loop.soon();
  await loop.idle();
  assert.equal(done, 2);
});

test("a pass that fails because the store is away is told at debug with its stack, any other as an error", async () => {
  const lines: { level: string; err: { stack: string } }[] = [];
  const log = createLog("debug", { write: (line) => void lines.push(JSON.parse(line)) });
  const failures = [
    Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
    new Error("Connection terminated unexpectedly"),
    Object.assign(new Error("canceling statement"), { code: "57014" }),
    new TypeError("a mistake"),
  ];
  for (const failure of failures) {
    const loop = serialLoop("fail", log, () => Promise.reject(failure));
    loop.soon();
    await loop.idle();
  }
  assert.deepEqual(
    lines.map(({ level }) => level),
    ["debug", "debug", "error", "error"],
  );
  assert.ok(lines.every(({ err }) => err.stack.includes("serial-loop.test")));
});
