import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell, Pair } from "./cell.ts";
import { changeBetween } from "./change.ts";
import { changeParts } from "./change-parts.ts";

const providers = ["chatgpt", "claude", "perplexity"] as const;

/** Cells of ten prompts and three assistants with six answers each; so many of them name the brand. */
const report = (named: (prompt: number, provider: (typeof providers)[number]) => number): Cell[] =>
  Array.from({ length: 10 }, (_, prompt) =>
    providers.map((provider): Cell => {
      const count = named(prompt, provider);
      return {
        ...{ promptKey: `p${prompt}`, provider, surface: "api", answers: 6, named: count },
        ...{ visibility: 0, models: [] },
      };
    }),
  ).flat();

const paired = (before: readonly Cell[], after: readonly Cell[]): Pair[] =>
  before.map((cell, at) => [cell, after[at]!]);

const often = (prompt: number) => (prompt < 2 ? 6 : 2 + (prompt % 3));
const usual = report(often);

test("parts and what is left of it add up to the change", () => {
  const after = report((prompt, provider) => (prompt < 2 || provider === "claude" ? 0 : often(prompt)));
  const { parts, unexplained } = changeParts(paired(usual, after));
  const sum = parts.reduce((total, { delta }) => total + delta, unexplained);
  const { appearanceRateDelta } = changeBetween(usual, after);
  assert.ok(Math.abs(sum - appearanceRateDelta!) < 1e-12);
  assert.ok(Math.abs(unexplained) < 0.02, `${unexplained} unexplained`);
});

test("a question that all assistants answer otherwise is one part, an assistant over the other questions another", () => {
  const after = report((prompt, provider) => (prompt < 2 || provider === "claude" ? 0 : often(prompt)));
  const { parts } = changeParts(paired(usual, after));
  assert.deepEqual(
    parts.map(({ of, provider }) => [of, provider]),
    [
      ["assistant", "claude"],
      ["question", null],
      ["question", null],
    ],
  );
  const claude = parts[0]!;
  assert.deepEqual([claude.answers, claude.mentions, claude.promptKeys.length], [60, 0, 10]);
  assert.deepEqual(
    parts
      .slice(1)
      .flatMap(({ promptKeys }) => promptKeys)
      .sort(),
    ["p0", "p1"],
  );
});

test("wordings of one question are one part", () => {
  const worded = (cells: Cell[]) =>
    cells.map((cell) => (["p0", "p1"].includes(cell.promptKey) ? { ...cell, topic: "price" } : cell));
  const after = report((prompt) => (prompt < 2 ? 0 : often(prompt)));
  const { parts } = changeParts(paired(worded(usual), worded(after)));
  assert.deepEqual(
    parts.map(({ promptKeys }) => promptKeys),
    [["p0", "p1"]],
  );
});

test("what failed calls may have moved is no part", () => {
  const after = report((prompt, provider) => Math.max(0, often(prompt) - (provider === "claude" ? 2 : 0)));
  const losing = (answersFailed: number) =>
    providers.map((provider) => ({
      ...{ provider, answers: 60 },
      answersFailed: provider === "claude" ? answersFailed : 0,
    }));
  const partsWith = (before: number, lost: number) => {
    const calls = { before: losing(before), after: losing(lost) };
    return changeParts(paired(usual, after), calls).parts.map(({ provider }) => provider);
  };
  assert.deepEqual(partsWith(0, 0), ["claude"]);
  assert.deepEqual(partsWith(60, 60), ["claude"], "as many on both sides");
  assert.deepEqual(partsWith(0, 60), []);
});

test("noise has no parts", () => {
  const after = report((prompt, provider) => often(prompt) + (provider === "claude" && prompt === 4 ? 1 : 0));
  const { parts, unexplained } = changeParts(paired(usual, after));
  assert.deepEqual(parts, []);
  assert.ok(unexplained > 0 && unexplained < 0.02);
  assert.deepEqual(changeParts([]), { parts: [], unexplained: 0 });
});

/** How many of three answers named the brand before and after: 14 questions, five of which two assistants drop. */
const fell: [chatgpt: [number, number], claude: [number, number]][] = [
  ...[
    [
      [3, 0],
      [3, 0],
    ],
    [
      [3, 1],
      [3, 0],
    ],
    [
      [3, 0],
      [3, 1],
    ],
    [
      [2, 0],
      [3, 1],
    ],
    [
      [3, 1],
      [2, 0],
    ],
  ],
  ...[
    [
      [2, 2],
      [2, 2],
    ],
    [
      [2, 1],
      [3, 3],
    ],
    [
      [1, 2],
      [2, 3],
    ],
    [
      [3, 3],
      [2, 2],
    ],
    [
      [2, 2],
      [3, 2],
    ],
    [
      [1, 1],
      [2, 2],
    ],
    [
      [3, 3],
      [2, 2],
    ],
    [
      [2, 2],
      [2, 2],
    ],
    [
      [2, 1],
      [2, 2],
    ],
  ],
] as never;

const two = (side: 0 | 1): Cell[] =>
  fell.flatMap((named, prompt) =>
    providers.slice(0, 2).map(
      (provider, at): Cell => ({
        ...{ promptKey: `p${prompt}`, provider, surface: "api", answers: 3, named: named[at]![side] },
        ...{ visibility: 0, models: [] },
      }),
    ),
  );

test("where both assistants fell alike it is the questions that are named, and neither assistant", () => {
  const { parts } = changeParts(paired(two(0), two(1)));
  assert.deepEqual(
    parts.map(({ of, provider }) => [of, provider]),
    parts.map(() => ["question", null]),
  );
  assert.deepEqual(parts.flatMap(({ promptKeys }) => promptKeys).sort(), ["p0", "p1", "p2", "p3", "p4"]);
});

test("an assistant is no part where the others moved as much, only less surely", () => {
  const after = report((prompt, provider) =>
    Math.max(0, often(prompt) - (provider === "perplexity" ? (prompt % 2) * 3 : 1 + (prompt % 2))),
  );
  const { parts } = changeParts(paired(usual, after));
  assert.deepEqual(
    parts.filter(({ of }) => of === "assistant"),
    [],
  );
});
