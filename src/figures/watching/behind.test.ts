import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell } from "../uncertainty/cell.ts";
import { behind } from "./behind.ts";

const providers = ["chatgpt", "claude"] as const;

/** Eight prompts, each with ten answers of two assistants; so many of them name the brand. */
const report = (named: Record<(typeof providers)[number], number>): Cell[] =>
  Array.from({ length: 8 }, (_, prompt) =>
    providers.map(
      (provider): Cell => ({
        ...{ promptKey: `p${prompt}`, provider, surface: "api", answers: 10 },
        ...{ named: named[provider], visibility: 0, models: [] },
      }),
    ),
  ).flat();

const calls = (answersFailed: number) =>
  providers.map((provider) => ({
    ...{ provider, answers: 80 },
    answersFailed: provider === "claude" ? answersFailed : 0,
  }));

test("behind a shift is no assistant or tag that failed calls may have moved", () => {
  const tags = new Map(["p0", "p1", "p2"].map((key) => [key, ["price"]]));
  const foundWith = (before: number, lost: number) => {
    const sides = {
      ...{ before: [report({ chatgpt: 5, claude: 7 })], after: [report({ chatgpt: 5, claude: 3 })] },
      ...{ calls: { before: calls(before), after: calls(lost) }, rival: null, gap: false },
    };
    const { parts, tags: moved } = behind(sides, tags);
    return [parts.map(({ provider }) => provider), moved.map(({ tag }) => tag)];
  };
  assert.deepEqual(foundWith(0, 0), [["claude"], ["price"]]);
  assert.deepEqual(foundWith(80, 80), [["claude"], ["price"]], "as many on both sides");
  assert.deepEqual(foundWith(0, 80), [[], []]);
});
