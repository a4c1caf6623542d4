import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, failedCall, tracked } from "../../../../test/fixtures/answers.ts";
import type { MeasuredAnswer } from "../../answer/answer.ts";
import { scoreReport } from "../report.ts";
import { gradeOf } from "./grade.ts";

const graded = (answers: readonly MeasuredAnswer[]) => {
  const { metrics, cells } = scoreReport(answers, tracked);
  return gradeOf(metrics, cells, { costPerAsk: 0.01, mostAsks: 20_000 });
};
/** So many prompts with six answers each, of which two to four name the brand. */
const report = (prompts: number) =>
  answersTo(
    Array.from({ length: prompts }, (_, at) =>
      Array.from({ length: 6 }, (_, sample) => (sample < 2 + (at % 3) ? ["Acme"] : [])),
    ),
  );

test("a report's grade follows from how wide its interval is and which change it can show", () => {
  const few = graded(report(4))!;
  const many = graded(report(60))!;
  assert.equal(few.grade, "D");
  assert.ok(
    many.grade < few.grade && many.halfWidth < few.halfWidth && many.smallestChange < few.smallestChange,
  );
});

test("it says what earns the next grade, and that is more than there is", () => {
  const { grade, better } = graded(report(4))!;
  assert.deepEqual([grade, better?.grade], ["D", "C"]);
  assert.ok(better!.plan.prompts > 4 && better!.plan.halfWidth <= 0.15 && better!.plan.smallestChange <= 0.2);
});

test("where an assistant failed often it is C at best, and asking more is no remedy", () => {
  const failed = Array.from({ length: 60 }, () => failedCall({ provider: "claude" }));
  const { grade, failing, better } = graded([...report(60), ...failed])!;
  assert.deepEqual([failing, better], [true, null]);
  assert.ok(grade >= "C");
});

test("where hardly any prompt names the brand, its interval can be too narrow, and the grade says so", () => {
  const rare = answersTo(Array.from({ length: 60 }, (_, at) => Array(6).fill(at < 2 ? ["Acme"] : [])));
  assert.deepEqual([graded(rare)!.sparse, graded(rare)!.grade >= "C"], [true, true]);
  assert.equal(graded(report(60))!.sparse, false);
});

test("a report without answers has no grade", () => {
  assert.equal(graded([failedCall()]), null);
});
