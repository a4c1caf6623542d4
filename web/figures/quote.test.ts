import assert from "node:assert/strict";
import { test } from "node:test";
import { plainExcerpt, quoteAround } from "./quote.ts";

const around = (answer: string, brand = "Sony") => {
  const start = answer.indexOf(brand);
  return quoteAround(answer, start, start + brand.length);
};

test("a sentence is quoted whole, without the marks of Markdown and of its sources", () => {
  const said = around(
    "### Picks\n\nSome are good. If you travel, the **Sony** WH-1000XM4 is [hard to beat](https://x.example) at $200 ([Rtings][1]). Others exist.",
  );
  assert.deepEqual(said, {
    before: "If you travel, the ",
    brand: "Sony",
    after: " WH-1000XM4 is hard to beat at $200.",
  });
});

test("a bullet loses its bullet", () => {
  assert.equal(
    around("- For most people the Sony model is the one to get first.")?.before,
    "For most people the ",
  );
});

for (const [what, answer] of [
  ["a heading", "## 1. Sony WH-1000XM4"],
  ["a table's row", "| Sony | 4.5 | $199 | best for people who travel a lot. |"],
  ["a few words", "Get a Sony."],
  ["markup", "The <b>best that there is for you</b> may be the Sony that everybody has."],
  ["a sentence of pages", `The Sony ${"is very good and ".repeat(40)}nothing else.`],
] as const)
  test(`${what} is no sentence to quote`, () => assert.equal(around(answer), null));

test("an excerpt is read as text", () => {
  assert.equal(
    plainExcerpt("under \\$200: ### 1. **Sony XM4** (\\~\\$199) * **Best for:** Noise - cance…"),
    "under $200: 1. Sony XM4 (~$199) Best for: Noise cance…",
  );
});
