import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnswerRow } from "../../api/row-questions.ts";
import { gridOfRival, type Line } from "./grid.ts";

const row = (promptKey: string, others: string[], failed = false): AnswerRow => ({
  ...{ id: "1", promptKey, prompt: promptKey, provider: "chatgpt", sample: 1, model: null, failed },
  ...{ place: null, others, sources: 0, searches: [], answeredAt: null },
});

const line = (promptKey: string, answers: number): Line => ({
  ...{ promptKey, prompt: promptKey, mentions: 0, answers },
  cells: [{ provider: "chatgpt", mentions: 0, answers, failed: 0 }],
});

const told = (lines: Line[], rows: AnswerRow[], all: boolean) =>
  gridOfRival(lines, { rows, all }, "Bose").map(({ mentions, cells }) => [mentions, cells[0]?.mentions]);

test("a competitor is counted in the answers that did not fail", () => {
  const rows = [row("a", ["Bose"]), row("a", ["JBL", "Bose"]), row("a", []), row("a", ["Bose"], true)];
  assert.deepEqual(told([line("a", 3), line("b", 0)], rows, true), [
    [2, 2],
    [0, 0],
  ]);
});

test("where not all answers of a cell were read, there is no figure", () => {
  const rows = [row("a", ["Bose"]), row("a", []), row("b", ["Bose"])];
  assert.deepEqual(told([line("a", 2), line("b", 2), line("c", 2)], rows, false), [
    [1, 1],
    [null, null],
    [null, null],
  ]);
});
