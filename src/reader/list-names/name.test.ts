import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "../markdown/markdown.ts";
import { shownIn } from "../markdown/shown.ts";
import { readListName } from "./name.ts";

const read = (line: string, tracked = "") => {
  const shown = shownIn(parseAnswer(line), { start: 0, end: line.length }, 160);
  return readListName(shown, ({ start }) => tracked !== "" && line.startsWith(tracked, start));
};

for (const [line, name] of [
  ["Acme Hush – very quiet", "Acme Hush"],
  ["**Acme Hush** very quiet", "Acme Hush"],
  ["Acme Pro is light", "Acme Pro"],
  ["Acme (2024)", "Acme"],
  ["🥇 Acme: leise", "Acme"],
  ["1. Acme, 50 €", "Acme"],
  ["Best overall: Acme", "Acme"],
  ["Testsieger – Acme", "Acme"],
  ["アクメ：軽い", "アクメ"],
  ["Acme for runners", "Acme"],
  ["**Acme for Runners** light", "Acme for Runners"],
  ["**Acme for Runners**", "Acme for Runners"],
  ["**Acme for Runners**, light", "Acme for Runners"],
  ["[Acme is Good](https://acme.com)", "Acme is Good"],
  ["**Acme** is for runners", "Acme"],
  ["#1 Acme", "Acme"],
  ["🏆 #2: Acme", "Acme"],
  ["Wi-Fi 10:30 clock", "Wi-Fi 10:30 clock"],
] as const)
  test(`"${line}" is headed by "${name}"`, () => assert.equal(read(line)?.name, name));

for (const line of ["🎉🎉", "Best overall:", "1.", ""])
  test(`"${line}" is headed by no name`, () => assert.equal(read(line), null));

test("a label that begins with a tracked name is that name", () => {
  assert.equal(read("Best Buy: Acme")?.name, "Acme");
  assert.equal(read("Best Buy: Acme", "Best Buy")?.name, "Best Buy");
});

test("a colon behind the name makes it a label", () => {
  assert.equal(read("Price: 50 €")?.labels, true);
  assert.equal(read("**Price:** 50 €")?.labels, true);
  assert.equal(read("Acme – quiet")?.labels, false);
});

test("a line that warns of its name says so", () => {
  assert.equal(read("Avoid: Acme")?.avoided, true);
  assert.equal(read("Acme – not recommended")?.avoided, true);
  assert.equal(read("Acme – recommended")?.avoided, false);
});

test("the span is that of the name in the verbatim answer", () => {
  const line = "1. **Acme &amp; Co**: quiet";
  const { start, end } = read(line)!;
  assert.equal(line.slice(start, end).startsWith("Acme"), true);
});
