import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, answersTo, failedCall, tracked } from "../../test/fixtures/answers.ts";
import type { Provider } from "../reader/provider.ts";
import { assistantsMoved, comparison } from "./comparison.ts";
import { scoreReport } from "./report.ts";

/** Eight prompts, five answers of each assistant to each, so many of which name the brand. */
const reportOf = (named: Partial<Record<Provider, number>>) =>
  scoreReport(
    Object.entries(named).flatMap(([provider, times]) =>
      answersTo(
        Array.from({ length: 8 }, () => Array.from({ length: 5 }, (_, at) => (at < times ? ["Acme"] : []))),
        { provider: provider as Provider },
      ),
    ),
    tracked,
  );

test("an assistant that moved by more than noise is told, and by how much; the others are not", () => {
  const before = reportOf({ chatgpt: 3, claude: 3, perplexity: 4 });
  const after = reportOf({ chatgpt: 3, claude: 3, perplexity: 1 });
  const [moved, ...others] = assistantsMoved(before, after, []);
  assert.equal(moved?.provider, "perplexity");
  assert.ok(Math.abs(moved.delta + 0.6) < 1e-9);
  assert.deepEqual(others, []);
});

test("two assistants that moved apart are told, the larger move first", () => {
  const before = reportOf({ chatgpt: 1, claude: 3, perplexity: 5 });
  const after = reportOf({ chatgpt: 4, claude: 3, perplexity: 1 });
  assert.deepEqual(
    assistantsMoved(before, after, []).map(({ provider, delta }) => [provider, delta > 0]),
    [
      ["perplexity", false],
      ["chatgpt", true],
    ],
  );
});

test("a report of one assistant says by itself what moved", () => {
  assert.deepEqual(assistantsMoved(reportOf({ chatgpt: 5 }), reportOf({ chatgpt: 1 }), []), []);
});

test("where one assistant lost more of its calls, whether a prompt moved cannot be told", () => {
  const report = (named: number, lost: number) =>
    scoreReport(
      Array.from({ length: 6 }, (_, prompt) =>
        Array.from({ length: 12 + lost }, (_, at) => {
          const terms = { prompt: `p${prompt}`, provider: "chatgpt" as const, sample: at + 1 };
          if (at >= 12) return failedCall(terms);
          return answer({ ...terms, names: at < (prompt === 0 ? named : 5) ? ["Acme"] : [] });
        }),
      ).flat(),
      tracked,
    );
  const movedWith = (lostBefore: number, lost: number) =>
    comparison(report(1, lostBefore), report(10, lost), []).risen.map(({ beyondNoise }) => beyondNoise);
  assert.deepEqual(movedWith(0, 0), [true]);
  assert.deepEqual(movedWith(8, 8), [true], "as many on both sides");
  assert.deepEqual(movedWith(0, 8), [null]);
});
