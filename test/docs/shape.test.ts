import assert from "node:assert/strict";
import { test } from "node:test";
import { commandsOf } from "./page.ts";
import { isPrinted } from "./shape.ts";

const json = (value: unknown) => ({ kind: "json" as const, text: JSON.stringify(value) });
const printed = 'Done.\n{"data":{"id":"x","list":[{"n":1},{"n":2,"s":"a"}]},"meta":{}}{"data":{"ok":true}}\n';

for (const [why, shown, found] of [
  ["the same names and types", { id: "y" }, true],
  ["in the second of two values", { data: { ok: false } }, true],
  ["an item of a list", { list: [{ n: 5, s: "b" }] }, true],
  ["another type", { id: 1 }, false],
  ["a name that is not there", { data: { id: "x", missing: null } }, false],
  ["items that no list has", { list: [{ t: "b" }] }, false],
] as const) {
  test(`what a page shows is compared by shape: ${why}`, () =>
    assert.equal(isPrinted(json(shown), printed), found));
}

test("figures that a page shows are those that were printed", () => {
  const figures = (value: unknown) => ({ kind: "json figures" as const, text: JSON.stringify(value) });
  assert.equal(isPrinted(figures({ id: "y", list: [{ n: 2, s: "b" }] }), printed), true);
  assert.equal(isPrinted(figures({ id: "y", list: [{ n: 3 }] }), printed), false);
});

test("lines are compared with any number for a number", () => {
  assert.equal(isPrinted({ kind: "text", text: "Limit: 120\n" }, "a: 1\r\nlimit: 60\r\n"), true);
  assert.equal(isPrinted({ kind: "text", text: "limit: 120\n" }, "a: 1\n"), false);
});

test("commands that are not marked as such are a fault of the page", () => {
  assert.throws(() => commandsOf("```\ncurl x\n```\n"), /line 1/);
  const page = "```sh\nls\n```\nso:\n```json\n{}\n```\n```sh by-hand\nnpm run demo\n```\n";
  assert.deepEqual(
    commandsOf(page).map(({ how, prints }) => [how, prints?.kind ?? null]),
    [
      ["run", "json"],
      ["by-hand", null],
    ],
  );
});
