import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Problem } from "../../kernel/problem.ts";
import { inTurn } from "./import-turns.ts";

const { signal } = new AbortController();

/** Work that ends when it is told to. */
function held() {
  let running = 0;
  const ends: (() => void)[] = [];
  const work = async () => {
    running += 1;
    await new Promise<void>((resolve) => void ends.push(resolve));
    running -= 1;
  };
  return { work, running: () => running, endOne: () => ends.shift()?.() };
}

test("two imports of an organization run at once, two wait, the next is refused; others' are not concerned", async () => {
  const { work, running, endOne } = held();
  const four = Array.from({ length: 4 }, () => inTurn("a", signal, work));
  await turn();
  assert.equal(running(), 2);
  await assert.rejects(
    inTurn("a", signal, work),
    (error) => error instanceof Problem && error.code === "RATE_LIMITED",
  );
  const other = inTurn("b", signal, work);
  await turn();
  assert.equal(running(), 3);
  for (let ended = 0; ended < 5; ended += 1) {
    endOne();
    await turn();
    assert.ok(running() <= 3);
  }
  await Promise.all([...four, other]);
  assert.equal(await inTurn("a", signal, async () => "again"), "again");
});

test("whoever gives up while it waits leaves its place to the next", async () => {
  const { work, endOne } = held();
  const two = [inTurn("c", signal, work), inTurn("c", signal, work)];
  const gone = new AbortController();
  const waits = inTurn("c", gone.signal, work);
  const next = inTurn("c", signal, async () => "next");
  gone.abort(new Error("gone"));
  await assert.rejects(waits, /gone/);
  endOne();
  assert.equal(await next, "next");
  endOne();
  await Promise.all(two);
});

test("a failed import gives its place away too", async () => {
  for (let at = 0; at < 5; at += 1)
    await assert.rejects(
      inTurn("d", signal, () => Promise.reject(new Error("unread"))),
      /unread/,
    );
});
