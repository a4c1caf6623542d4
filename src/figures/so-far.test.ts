import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { randomReports } from "../../test/figures/random-report.ts";
import { answer, answersTo, failedCall, tracked } from "../../test/fixtures/answers.ts";
import { type MeasuredAnswer, pending } from "../reader/answer.ts";
import type { Provider } from "../reader/provider.ts";
import { noMetrics } from "./metrics/metric-table.ts";
import { scoreReport } from "./report.ts";
import { headlineSoFar, type SoFar, soFar } from "./so-far.ts";

const toCome = (more: Partial<MeasuredAnswer> = {}): MeasuredAnswer =>
  failedCall({ ...more, errorCode: pending, model: null });
const ofAll = (asks: readonly MeasuredAnswer[]): SoFar => soFar(scoreReport(asks, tracked), asks);

/** A figure over calls that failed, which those still to be made have not. */
const withoutFailures = (shown: object) => ({ ...shown, answersFailed: 0, appearanceRateBounds: null });

test("figures of the answers so far are those of a report in which the other calls have failed", () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (numbers) => {
      const random = () => numbers.next().value as number;
      const { after, tracked: brands } = randomReports(random);
      const left = after.map((one) => (random() < 0.3 ? toCome({ ...one }) : one));
      const failed = left.map((one) => (one.errorCode === pending ? { ...one, errorCode: "refused" } : one));
      const { scored, awaited } = soFar(scoreReport(left, brands), left);
      const end = scoreReport(failed, brands);
      if (awaited.length > 0) return;
      assert.deepEqual(withoutFailures(scored.metrics), withoutFailures(end.metrics));
      assert.deepEqual(scored.providers.map(withoutFailures), end.providers.map(withoutFailures));
      assert.deepEqual(
        scored.competitors.map(withoutFailures),
        end.competitors.map((rival) => ({ ...withoutFailures(rival), lead: null })),
      );
      assert.deepEqual(scored.sources, end.sources);
    }),
    { numRuns: 200 },
  );
});

test("with nothing left to come, figures are those of the end to the last digit", () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (numbers) => {
      const { after, tracked: brands } = randomReports(() => numbers.next().value as number);
      const end = scoreReport(after, brands);
      const { scored, answersIn, answersAsked } = soFar(end, after);
      const { metrics, branded, providers, sources, prompts, untracked, corrected } = scored;
      assert.deepEqual(
        { metrics, branded, providers, sources, prompts, untracked, corrected },
        {
          ...{ metrics: end.metrics, branded: end.branded, providers: end.providers, sources: end.sources },
          ...{ prompts: end.prompts, untracked: end.untracked, corrected: end.corrected },
        },
      );
      assert.equal(answersIn, answersAsked);
    }),
    { numRuns: 100 },
  );
});

test("each assistant weighs by what it is asked, not by how fast it answers", () => {
  const by = (provider: Provider, names: string[], at: number) =>
    answer({ provider, names, prompt: `p${at}` });
  const ten = Array.from({ length: 10 }, (_, at) => at);
  const asks = [
    ...ten.map((at) => by("chatgpt", ["Acme"], at)),
    ...ten.map((at) => (at < 2 ? by("claude", [], at) : toCome({ provider: "claude", prompt: `p${at}` }))),
  ];
  const { scored, answersIn, answersAsked } = ofAll(asks);
  assert.equal(scored.metrics.appearanceRate, 0.5, "and not 10 of 12");
  assert.deepEqual([answersIn, answersAsked, scored.metrics.answersFailed], [12, 20, 0]);
});

test("where an assistant has said nothing yet, nothing is told over all, and each stands for itself", () => {
  const [first, second] = answersTo([[["Acme", "Bolt"]], [["Bolt"]]]);
  const asks = [
    first!,
    second!,
    toCome({ provider: "claude" }),
    toCome({ provider: "claude", prompt: "p2" }),
  ];
  const { scored, awaited } = ofAll(asks);
  assert.deepEqual(awaited, ["claude"]);
  const unknown = { ...noMetrics, answers: 2, prompts: 2, mentions: 1, mentionsTracked: 3 };
  assert.deepEqual(scored.metrics, unknown);
  assert.deepEqual(
    scored.competitors.map(({ name, appearanceRate, visibilityScore }) => [
      name,
      appearanceRate,
      visibilityScore,
    ]),
    [
      ["Bolt", null, null],
      ["Cube", null, null],
      ["Dune", null, null],
    ],
  );
  assert.deepEqual(
    scored.prompts.map(({ metrics }) => metrics.appearanceRate),
    [null, null],
  );
  assert.deepEqual(
    scored.providers.map(({ provider, answers, appearanceRate }) => [provider, answers, appearanceRate]),
    [
      ["chatgpt", 2, 0.5],
      ["claude", 0, null],
    ],
  );
});

test("an assistant whose calls have all failed is not waited for, as at the end", () => {
  const { awaited, scored } = ofAll([
    answer({ names: ["Acme"] }),
    toCome({ sample: 2 }),
    failedCall({ provider: "claude" }),
  ]);
  assert.deepEqual([awaited, scored.metrics.appearanceRate, scored.metrics.answersFailed], [[], 1, 1]);
});

test("an assistant that is awaited for branded prompts alone leaves the headline figures as they are", () => {
  const { scored } = ofAll([
    answer({ names: ["Acme"] }),
    answer({ prompt: "is Acme good?", branded: true }),
    toCome({ prompt: "is Acme good?", branded: true, provider: "claude" }),
  ]);
  assert.deepEqual([scored.metrics.appearanceRate, scored.branded?.appearanceRate], [1, null]);
});

test("what is judged waits for the end", () => {
  const { scored } = ofAll([...answersTo(Array.from({ length: 12 }, () => [["Bolt"], ["Bolt"]])), toCome()]);
  const { stability, winningPrompts, losingPrompts, gaps } = scored;
  assert.deepEqual([stability, winningPrompts, losingPrompts, gaps], [null, [], [], []]);
  assert.ok(scored.competitors.every(({ lead }) => lead === null));
});

test("the headline says how far the run is before it says anything else", () => {
  const said = (asks: readonly MeasuredAnswer[]) =>
    headlineSoFar({ brand: "Acme", ...ofAll(asks), soFar: ofAll(asks) });
  assert.equal(
    headlineSoFar({ brand: "Acme", answersIn: 0, answersAsked: 1_200, soFar: null }),
    "So far, 0 of 1,200 calls: nothing is known about Acme yet.",
  );
  assert.match(
    said([answer({ names: ["Acme"] }), toCome({ sample: 2 })]),
    /^So far, 1 of 2 calls: Acme is named in 100% of 1 answer to 1 prompt \(95% interval /,
  );
  assert.equal(
    said([answer(), toCome({ provider: "claude" })]),
    "So far, 1 of 2 calls: Claude has not answered yet, so there are figures by assistant alone.",
  );
  assert.equal(
    said([answer({ branded: true }), failedCall({ prompt: "p2" }), toCome({ sample: 2 })]),
    "So far, 1 of 2 calls: nothing is known about Acme yet.",
  );
});
