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

test("an assistant that two reports do not judge is not told, and makes no other surer", () => {
  const before = reportOf({ chatgpt: 1, claude: 3, perplexity: 5 });
  const after = reportOf({ chatgpt: 4, claude: 3, perplexity: 1 });
  const told = (...judgedOtherwise: Provider[]) =>
    assistantsMoved(before, after, [], judgedOtherwise).map(({ provider }) => provider);
  assert.deepEqual(told("perplexity"), ["chatgpt"]);
  assert.deepEqual(told("chatgpt", "perplexity"), []);
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

/** Seven prompts with twelve answers each: one of an assistant that answers every call, and six of one that lost some of its calls. */
const losingReport = (kept: number, moved: number, lost: number, name = "Acme") =>
  scoreReport(
    Array.from({ length: 7 }, (_, prompt) => {
      const provider: Provider = prompt === 0 ? "claude" : "chatgpt";
      const named = prompt === 0 ? kept : moved;
      return Array.from({ length: 12 + (prompt === 0 ? 0 : lost) }, (_, at) => {
        const terms = { prompt: `p${prompt}`, provider, sample: at + 1 };
        return at >= 12 ? failedCall(terms) : answer({ ...terms, names: at < named ? [name] : [] });
      });
    }).flat(),
    tracked,
  );

test("the failed calls of one assistant leave open nothing of a prompt that it was not asked", () => {
  const verdicts = (kept: number, lost: number) => {
    const { risen } = comparison(losingReport(2, 1, 0), losingReport(kept, 9, lost), []);
    const verdictOf = (own: boolean) =>
      new Set(risen.filter(({ prompt }) => (prompt === "p0") === own).map((move) => move.beyondNoise));
    return [[...verdictOf(true)], [...verdictOf(false)]];
  };
  assert.deepEqual(verdicts(7, 0), [[true], [true]]);
  assert.deepEqual(verdicts(7, 12), [[false], [null]], "beside what is sure it does not stand");
  assert.deepEqual(verdicts(12, 12), [[true], [null]]);
});

test("where failed calls may have moved a competitor, whether it moved cannot be told", () => {
  const [rival] = tracked.rivals;
  const movedWith = (lostBefore: number, lost: number) =>
    comparison(
      losingReport(2, 1, lostBefore, rival!.name),
      losingReport(2, 6, lost, rival!.name),
      [],
    ).rivals.find(({ name }) => name === rival!.name)?.beyondNoise;
  assert.equal(movedWith(0, 0), true);
  assert.equal(movedWith(12, 12), true, "as many on both sides");
  assert.equal(movedWith(0, 12), null);
});

test("what failed calls may have made in an assistant's series cannot be told beside the others either", () => {
  const counts = {
    reports: 4,
    newestReports: 1,
    prompts: 8,
    answers: 40,
    answersBefore: 160,
    answersFailed: 20,
  };
  const rate = { delta: 0.3, half: 0.2, chance: 0.003, deviation: 0.1, degrees: 30, reach: [-0.15, 0.15] };
  const series = { ...counts, rate: { ...rate, reach: [-0.15, 0.15] as [number, number] }, score: null };
  const [before, after] = [reportOf({ chatgpt: 1, claude: 2 }), reportOf({ chatgpt: 3, claude: 2 })];
  const { providers } = comparison(before, after, [], null, new Map([["chatgpt" as const, series]]));
  const { change } = providers.find(({ provider }) => provider === "chatgpt")!;
  assert.equal(change!.direction, "failures_differ");
});
