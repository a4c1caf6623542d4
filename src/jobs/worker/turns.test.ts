import assert from "node:assert/strict";
import test from "node:test";
import { createLog } from "../../kernel/log.ts";
import { turns } from "./turns.ts";

const log = createLog("silent");

test("work that is called for while it is done is done once more, never twice at a time", async () => {
  let done = 0;
  let atOnce = 0;
  const turn = turns("count", log, async () => {
    assert.equal(++atOnce, 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce -= 1;
    done += 1;
  });
  for (let call = 0; call < 10; call += 1) turn.soon();
  await turn.idle();
  assert.equal(done, 2);
});

test("a call for work is never lost, however close to the end of a turn it comes", async () => {
  let wanted = 0;
  let seen = 0;
  const turn = turns("see", log, async () => {
    seen = wanted;
  });
  for (let call = 0; call < 1_000; call += 1) {
    wanted += 1;
    turn.soon();
    for (let step = 0; step < call % 7; step += 1) await null;
  }
  await turn.idle();
  assert.equal(seen, wanted);
});

test("a turn that fails does not keep the next from being done", async () => {
  let done = 0;
  const turn = turns("fail", log, async () => {
    done += 1;
    if (done === 1) throw new Error("once");
  });
  turn.soon();
  await turn.idle();
  turn.soon();
  await turn.idle();
  assert.equal(done, 2);
});
