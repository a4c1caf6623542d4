import assert from "node:assert/strict";
import { test } from "node:test";
import v8 from "node:v8";
import vm from "node:vm";
import { cacheOfBytes, heldBytes } from "./held-bytes.ts";

const figures = (at: number) => ({
  prompts: Array.from({ length: 20 }, (_, number) => ({
    promptKey: `${at}-${number}-which-crm-is-the-best-for-a-small-team`,
    prompt: `Which CRM is the best for a small team of ${number} people? ${number % 2 ? "…" : ""}`,
    metrics: { score: number / 7, answers: number, rank: null, rivals: [number / 3, number / 5, 0] },
    models: [`gpt-${at}-model-${number}`],
  })),
});

const kinds: [kind: string, make: (at: number) => unknown][] = [
  ["figures of a report", figures],
  ["long texts", (at) => [`${at} `.repeat(2_000)]],
  ["texts beyond Latin", (at) => [`Größe — ${at} `.repeat(500)]],
  ["numbers", (at) => ({ all: Array.from({ length: 500 }, (_, number) => ({ n: number + at / 7 })) })],
  ["a list of small lists", (at) => Array.from({ length: 300 }, (_, number) => [number, at, "a"])],
];

const texts = (make: (at: number) => unknown, count: number) =>
  Array.from({ length: count }, (_, at) => JSON.stringify(make(at)));

/**
 * Bytes that stay after a collection of what this makes: the middle one of several times, all of them kept until the end, as
 * what else is collected between two looks (code that ran for the first time, a value still on the stack) falls into one.
 */
function taken(make: () => unknown): number {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const made = [make()];
  const grown = Array.from({ length: 7 }, () => {
    const before = heap();
    made.push(make());
    return heap() - before;
  });
  assert.equal(made.length, 8);
  return grown.toSorted((one, other) => one - other)[3] ?? Number.NaN;
}

for (const [kind, make] of kinds)
  test(`what is held of ${kind} is told within a third`, () => {
    const given = texts(make, 200);
    const values = given.map((text) => JSON.parse(text) as unknown);
    const bytes = taken(() => given.map((text) => JSON.parse(text) as unknown));
    const told = values.reduce((sum: number, value) => sum + heldBytes(value), 0);
    assert.ok(told > (bytes * 3) / 4 && told < (bytes * 4) / 3, `${told} told, ${bytes} taken`);
  });

for (const [kind, make] of kinds)
  test(`a cache of ${kind} takes about the bytes that it may`, () => {
    const given = texts(make, 300);
    const most = 1_000_000;
    const bytes = taken(() => {
      const cache = cacheOfBytes<object>(most);
      for (const [at, text] of given.entries()) cache.set(`${at}`, JSON.parse(text) as object);
      return cache;
    });
    assert.ok(bytes > most / 2 && bytes < most * 1.5, `${bytes} taken`);
  });
