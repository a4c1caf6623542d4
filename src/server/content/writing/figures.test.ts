import assert from "node:assert/strict";
import test from "node:test";
import { figuresWithoutSource } from "./figures.ts";

for (const [text, sources, expected] of [
  ["no figure at all", [], []],
  ["twelve steps, 12 of them", [], []],
  ["13 steps", [], ["13"]],
  ["13 steps and 13 more", [], ["13"]],
  ["13 steps", ["in 13 parts"], []],
  ["130 steps", ["in 13 parts"], ["130"]],
  ["5 % cheaper", [], ["5"]],
  ["5% cheaper", ["5 percent"], []],
  ["5 percent, 5 Prozent, 5 pour cent, 5 por ciento", [], ["5"]],
  ["3x faster", [], ["3"]],
  ["a 3×3 grid", [], ["3"]],
  ["$9 or 9 € or EUR 9", [], ["9"]],
  ["1.5 hours", [], ["1.5"]],
  ["1,5 Stunden", ["1.5 hours"], []],
  ["1,200 and 1.200 and 1'200 and 1\u202f200", ["1200"], []],
  ["1,200,000", ["1200000"], []],
  ["1.200,50", ["1200.50"], []],
  ["1 200 €", ["1,200 euros"], []],
  ["12 and 300", ["12 300"], []],
  ["2026 300", ["2026"], ["300"]],
  ["in 2026", ["© 2026"], []],
  ["in 2026", [], ["2026"]],
  ["007", ["7"], []],
  ["٤٧ und ４７ und ४७", ["47"], []],
  ["४८", ["47"], ["48"]],
  ["4\u200b8", ["47"], ["48"]],
  ["B2B and C3 and MP3", [], []],
  ["ISO27001", [], ["27001"]],
] as const)
  test(`“${text}” beside ${JSON.stringify(sources)} has ${expected.length} figures of its own`, () => {
    assert.deepEqual(figuresWithoutSource(text, sources), expected);
  });
