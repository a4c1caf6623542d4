import assert from "node:assert/strict";
import { test } from "node:test";
import { tokensIn } from "./token-count.ts";
import { fitted } from "./truncate.ts";

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at, name: `row ${at}`, text: "word ".repeat(20) }));

test("what fits stays as it is", () => {
  const value = { rows: rows(3), total: 3 };
  assert.deepEqual(fitted(value, 1_000), { value, leftOut: [] });
});

test("a list loses its last items, its first where the newest come last, and it is said how many", () => {
  const value = { total: 500, rows: rows(500), points: rows(500) };
  const { value: cut, leftOut } = fitted(value, 2_000, ["points"]) as {
    value: typeof value;
    leftOut: object;
  };
  assert.equal(cut.total, 500);
  assert.equal(cut.rows[0]?.id, 0);
  assert.equal(cut.points.at(-1)?.id, 499);
  assert.deepEqual(leftOut, [
    { path: "/rows", shown: cut.rows.length, of: 500 },
    { path: "/points", shown: cut.points.length, of: 500 },
  ]);
});

test("a text loses its end, and no half of a character is left", () => {
  const { value, leftOut } = fitted({ text: "é😀".repeat(5_000) }, 500);
  const { text } = value as { text: string };
  assert.ok(text.isWellFormed() && text.endsWith("…"));
  assert.equal(leftOut[0]?.of, 15_000);
});

test("an interval keeps both ends, and few assistants stay all, whatever else is cut", () => {
  const figures = Object.fromEntries(
    Array.from({ length: 25 }, (_, at) => [`figure_${at}_ci`, [at / 100, at / 50]]),
  );
  const value = {
    providers: Array.from({ length: 4 }, (_, at) => ({ provider: `p${at}`, ...figures, rows: rows(9) })),
    prompts: rows(60),
  };
  const { value: cut, leftOut } = fitted(value, 3_000) as {
    value: typeof value;
    leftOut: { path: string }[];
  };
  assert.deepEqual(
    cut.providers.map((each) => ({ ...each, rows: [] })),
    value.providers.map((each) => ({ ...each, rows: [] })),
  );
  assert.ok(tokensIn(JSON.stringify(cut)) <= 3_300);
  assert.deepEqual(leftOut.map(({ path }) => path).sort(), ["/prompts", "/providers/*/rows"]);
});

const awkward: Record<string, unknown> = {
  "one long text": "x1".repeat(200_000),
  Chinese: "你好世界".repeat(20_000),
  "many names": Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`name${at}`, at])),
  "lists in lists": Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => [1, 2, 3])),
  "figures only": Array.from({ length: 50_000 }, (_, at) => at / 7),
  "items that are long each": Array.from({ length: 50 }, () => ({ a: "long ".repeat(5_000), b: rows(90) })),
  deep: Array.from({ length: 200 }, () => ({ a: { b: { c: { d: rows(40) } } } })),
};

for (const [what, value] of Object.entries(awkward))
  test(`${what}: it fits, and something is left`, () => {
    const { value: cut, leftOut } = fitted({ it: value }, 3_000);
    const tokens = tokensIn(JSON.stringify(cut));
    assert.ok(tokens <= 3_300 && tokens > 100, `${tokens} tokens`);
    assert.ok(leftOut.length > 0);
  });

test("a text far beyond the room costs no more to cut down than a few counts of what could fit", () => {
  const html = "<b>".repeat(80_000);
  const cpuOf = (run: () => unknown): number => {
    const before = process.threadCpuUsage();
    run();
    const { user } = process.threadCpuUsage(before);
    return user;
  };
  const countOnce = () => tokensIn(html.slice(0, 64_000));
  const cut = () => fitted({ provider: "x", prompt: "Best?", answer: html, mentions: [] }, 6_800);
  cut();
  const once = Math.max(1_000, cpuOf(countOnce), cpuOf(countOnce), cpuOf(countOnce));
  const best = Math.min(...[1, 2, 3].map(() => cpuOf(cut)));
  assert.ok(best < 12 * once, `${best} µs against ${once} µs`);
});

test("white space in plenty fills no model's window", () => {
  for (const white of ["\n", " \n", " ", "\t", "\r\n"]) {
    const { value } = fitted({ answer: `${white.repeat(200_000)}Acme` }, 6_800);
    assert.ok(JSON.stringify(value).length < 64_000, JSON.stringify(white));
  }
  assert.equal(tokensIn("One.\n\nTwo, and three."), tokensIn("One. Two, and three."));
});
