import assert from "node:assert/strict";
import { test } from "node:test";
import { createHashingPlaces, HashingBusy, type HashingLine } from "./hashing-places.ts";

/** Work that ends when it is told to. */
function held() {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const next = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, next };
}

test("of a flood of strangers one hashes, eight wait and the rest is refused; who is known comes first", async () => {
  const places = createHashingPlaces(1);
  const { begun, work, next } = held();
  const enter = (line: HashingLine, name: string) =>
    places.run(line, work(name)).then(
      () => "done",
      (error) => (error instanceof HashingBusy ? "busy" : "failed"),
    );
  const strangers = Array.from({ length: 201 }, (_, n) => enter("strangers", `stranger ${n}`));
  const owner = enter("recognized", "owner");
  assert.deepEqual([places.isFull("strangers"), places.isFull("recognized")], [true, false]);
  for (let n = 0; n < 10; n += 1) await next();
  assert.equal(await owner, "done");
  assert.deepEqual(begun.slice(0, 3), ["stranger 0", "owner", "stranger 1"]);
  const outcomes = await Promise.all(strangers);
  assert.equal(outcomes.filter((outcome) => outcome === "done").length, 9);
  assert.equal(outcomes.filter((outcome) => outcome === "busy").length, 192);
});

test("work that fails gives its place back", async () => {
  const places = createHashingPlaces(1);
  await assert.rejects(places.run("strangers", () => Promise.reject(new Error("no"))));
  assert.equal(await places.run("strangers", async () => "next"), "next");
});
