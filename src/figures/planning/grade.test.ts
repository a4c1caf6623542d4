import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, failedCall, tracked } from "../../../test/fixtures/answers.ts";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import { scoreReport } from "../report.ts";
import { gradeLevels, gradeOf } from "./grade.ts";
import { gradeInWords } from "./grade-in-words.ts";
import { type NextComparison, nextOfOne } from "./next-comparison.ts";
import { planOf } from "./plan.ts";
import { varianceOf } from "./variance.ts";

const quiet: NextComparison = { ...nextOfOne, days: 0 };
const terms = { costPerAsk: 0.01, mostAsks: 20_000 };
const graded = (answers: readonly MeasuredAnswer[], next = quiet) =>
  gradeOf(scoreReport(answers, tracked), terms, next);
/** So many prompts with six answers each, of which two to four name the brand. */
const report = (prompts: number) =>
  answersTo(
    Array.from({ length: prompts }, (_, at) =>
      Array.from({ length: 6 }, (_, sample) => (sample < 2 + (at % 3) ? ["Acme"] : [])),
    ),
  );
const failures = Array.from({ length: 60 }, () => failedCall({ provider: "claude" }));
/** 60 prompts, three of which always ask the same. */
const wordings = report(60).map((each) => {
  const at = Number(each.prompt.slice(1)) - 1;
  const asked = ["best", "top", "can you recommend a"][at % 3]!;
  return { ...each, prompt: `${asked} kettle number${Math.floor(at / 3)}?` };
});
const rare = answersTo(Array.from({ length: 60 }, (_, at) => Array(6).fill(at < 2 ? ["Acme"] : [])));

test("a report's grade follows from how wide its interval is and which change it can show", () => {
  const found = [6, 20, 60].map((prompts) => graded(report(prompts))!);
  assert.deepEqual(
    found.map(({ level }) => level),
    [...gradeLevels],
  );
  for (const key of ["halfWidth", "smallestChange"] as const)
    assert.ok(found[0]![key] > found[1]![key] && found[1]![key] > found[2]![key], key);
});

test("it says what earns the next level, and that is more than there is", () => {
  const { raiseWith } = graded(report(4))!;
  assert.equal(raiseWith?.level, "directional");
  assert.ok(raiseWith!.plan.prompts > 4);
  assert.ok(raiseWith!.plan.halfWidth <= 0.15 && raiseWith!.plan.smallestChange <= 0.2);
  assert.equal(graded(report(60))!.raiseWith, null);
});

test("what earns the next level is never the measurement just made", () => {
  const sparse = graded(rare)!;
  assert.deepEqual(
    [sparse.level, sparse.raiseWith],
    ["directional", null],
    "nobody knows which prompts name it",
  );
  const worded = graded(wordings)!;
  assert.equal(worded.raiseWith?.level, "decision");
  assert.ok(worded.raiseWith!.plan.prompts >= 4 * 40, "40 of 60 prompts repeat another");
});

test("with fewer than five prompts no change is judged, so none is promised", () => {
  const four = graded(report(4))!;
  assert.equal(four.smallestChange, 1);
  assert.match(gradeInWords(four), /, and with fewer than five prompts no change is judged\./);
});

test("where an assistant failed often it is directional at best, and asking more is no remedy", () => {
  const { level, failing, raiseWith } = graded([...report(60), ...failures])!;
  assert.deepEqual([level, failing, raiseWith], ["directional", true, null]);
});

test("an interval that reaches further to one side is told by its ends: ± would be another one", () => {
  // 18 of 24 answers in six of eight prompts.
  const lopsided = answersTo(
    Array.from({ length: 8 }, (_, at) => Array.from({ length: 3 }, () => (at < 6 ? ["Acme"] : []))),
  );
  assert.match(gradeInWords(graded(lopsided)!), /^The appearance rate is known to be \d+–\d+% over/);
  const words = (named: number, answers: number) =>
    gradeInWords(
      graded(
        answersTo(
          Array.from({ length: 40 }, () =>
            Array.from({ length: answers }, (_, at) => (at < named ? ["Acme"] : [])),
          ),
        ),
      )!,
    );
  assert.match(words(0, 6), /^The appearance rate is known to be 0–\d+% over prompts like these, and /);
  assert.match(words(6, 6), /^The appearance rate is known to be \d+–100% over prompts like these, and /);
  assert.match(gradeInWords(graded(rare)!), /^The appearance rate is known to be 1–10% over/);
  assert.match(words(3, 6), /^The appearance rate is known to ±\d+ points over prompts like these, and /);
});

test("a change is seen less surely where prompts are wordings of fewer questions", () => {
  const worded = (wordings: number) => {
    const scored = scoreReport(report(12), tracked);
    const cells = scored.cells.map((cell) => {
      const at = Math.floor((Number(/\d+/.exec(cell.promptKey)?.[0] ?? 0) % 12) / wordings);
      return { ...cell, topic: `question ${at}` };
    });
    return gradeOf({ ...scored, cells }, { costPerAsk: null, mostAsks: 20_000 })!.smallestChange;
  };
  assert.ok(worded(4) > worded(1));
});

test("where hardly any prompt names the brand, its interval can be too narrow, and the grade says so", () => {
  assert.deepEqual([graded(rare)!.sparse, graded(rare)!.level], [true, "directional"]);
  assert.equal(graded(report(60))!.sparse, false);
});

test("where all namings would fit into five prompts, they can come from a rare kind: told, and the level stands", () => {
  // 60 prompts, of which 24 name the brand in one of six answers: worth four prompts.
  const answers = answersTo(
    Array.from({ length: 60 }, (_, at) =>
      Array.from({ length: 6 }, (_, sample) => (sample === 0 && at < 24 ? ["Acme"] : [])),
    ),
  );
  const grade = graded(answers)!;
  assert.deepEqual([grade.sparse, grade.rare, grade.level], [false, true, "decision"]);
  assert.match(gradeInWords(grade), /come from a rare kind of prompt/);
  assert.equal(graded(report(60))!.rare, false);
});

test("where prompts repeat each other in other words, the interval is too narrow for a decision", () => {
  const grade = graded(wordings)!;
  assert.deepEqual([grade.worded, grade.level], [true, "directional"]);
  assert.match(gradeInWords(grade), /ask the same in other words/);
  assert.equal(graded(report(60))!.worded, false);
});

test("with a few answers even the largest change could go unseen", () => {
  const grade = graded(answersTo(Array.from({ length: 6 }, (_, at) => [at % 2 ? ["Acme"] : []])))!;
  assert.equal(grade.smallestChange, 1);
  assert.match(gradeInWords(grade), /and even the largest change could go unseen\./);
});

test("the change that it promises is that of a plan, judged as the next report will be: by two reports or by the series", () => {
  const scored = scoreReport(report(20), tracked);
  for (const earlierReports of [1, 3, 4, 8])
    for (const days of [0, 0.3])
      for (const rhythm of ["weekly", "daily"] as const) {
        const { smallestChange, foundWithin } = gradeOf(scored, terms, { earlierReports, days, rhythm })!;
        const goal = { kind: "detect", points: smallestChange, earlierReports } as const;
        const planned = { goal, variance: varianceOf(scored.cells), engines: 1, prompts: 20, repeats: 0 };
        const plan = planOf({ ...planned, ...terms, samples: 6, paces: [], rhythm, days }, 20, 6);
        assert.equal(smallestChange, plan.smallestChange);
        assert.ok(Math.abs(plan.power! - 0.8) < 1e-4);
        assert.equal(foundWithin, earlierReports < 4 ? 1 : 4);
      }
});

test("it says within how many reports a change is found, and a series judges few prompts too", () => {
  assert.match(
    gradeInWords(graded(report(20))!),
    /points would be seen in the next report in four cases out of five\./,
  );
  const series = { ...quiet, earlierReports: 4 };
  assert.match(
    gradeInWords(graded(report(20), series)!),
    /points would be found within 4 reports in four cases out of five\./,
  );
  const few = graded(report(4), series)!;
  assert.ok(!few.tooFewPrompts && few.smallestChange < 1);
});

test("a report without answers has no grade", () => {
  assert.equal(graded([failedCall()]), null);
});

test("the reason names the figures, what stands in the way, and what the next level takes", () => {
  const words = (answers: readonly MeasuredAnswer[]) => gradeInWords(graded(answers)!);
  assert.match(
    words(report(6)),
    /^The appearance rate is known to ±\d+ points .* The grade “directional” needs ±15 points or less(, and a change of 20 points to be seen so often)?\.$/,
  );
  assert.match(
    words(report(20)),
    /The grade “decision” needs (±10 points or less(, and )?)?(a change of 12 points to be seen so often)?\.$/,
  );
  const grade = graded(report(20))!;
  assert.match(
    gradeInWords({ ...grade, halfWidth: 0.09, smallestChange: 0.3 }),
    /The grade “decision” needs a change of 12 points to be seen so often\.$/,
    "what is reached is not asked for",
  );
  assert.match(words(report(60)), /in four cases out of five\.$/);
  assert.match(
    words([...report(60), ...failures]),
    /An assistant failed in more than a tenth of its calls\.$/,
  );
  assert.match(words(rare), /Fewer than five prompts name the brand/);
});
