import assert from "node:assert/strict";
import { test } from "node:test";
import { supportedSpan } from "./support.ts";

for (const [text, mark, supported] of [
  ["Sony is light.[1] Bose is soft.[2]", "[2]", "Bose is soft.[2]"],
  ["Sony is light.[1][3] Bose is soft.", "[3]", "Sony is light.[1][3]"],
  ["Sony is light [1]. Bose is soft [2].", "[2]", "Bose is soft [2]"],
  ["1. **Sony** – light.\n2. **Bose** – soft.[2]", "[2]", "**Bose** – soft.[2]"],
  ["索尼很轻。博士很软。[2]", "[2]", "博士很软。[2]"],
  [
    "Bose is soft. Sony is light. ([a.io](https://a.io/))",
    "([a.io](https://a.io/))",
    "Sony is light. ([a.io](https://a.io/))",
  ],
  ["[1] Sony", "[1]", "[1]"],
  ["Sony is light. Bose is soft.", "Bose is soft.", "Bose is soft."],
] as const) {
  test(`${mark} in “${text}” supports “${supported}”`, () => {
    const start = text.indexOf(mark);
    const span = supportedSpan(text, { start, end: start + mark.length });
    assert.equal(text.slice(span.start, span.end), supported);
  });
}

test("no text makes the search for a sentence slow", () => {
  for (const unit of ["([", "....", "[1]", "([a](", " ", "!?\n", "a"]) {
    const text = unit.repeat(100_000);
    const started = process.threadCpuUsage();
    for (let at = 1_000; at < text.length - 3 && at < 100_000; at += 200) {
      supportedSpan(`${text.slice(0, at)}[1]`, { start: at, end: at + 3 });
    }
    assert.ok(process.threadCpuUsage(started).user < 2_000_000, unit);
  }
});
