import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { answer, answersTo, citation, failedCall, naming, tracked } from "../../../test/fixtures/answers.ts";
import { scored } from "../../../test/fixtures/scored.ts";
import type { MeasuredAnswer } from "../../reader/answer.ts";
import { figureList, type Metrics, noMetrics, rangeOf } from "./metric-table.ts";
import { promptMetrics } from "./score.ts";
import { inOrder, talliesOf, tallyOf } from "./tally.ts";

const own = (answers: readonly MeasuredAnswer[]): Metrics => scored(answers, tracked).own;
const rival = (answers: readonly MeasuredAnswer[], name: string): Metrics =>
  scored(answers, tracked).rivals.find((each) => each.name === name)!;

// Four answers to two prompts: Acme first, Acme second of two, nobody, Bolt alone.
const four = answersTo([
  [["Acme"], ["Bolt", "Acme"]],
  [[], ["Bolt"]],
]);

test("the appearance rate is the share of the answers that name the brand", () => {
  assert.equal(own(four).appearanceRate, 2 / 4);
  assert.equal(own(four).mentions, 2);
});

test("the visibility score discounts the second place to 63 and the third to 50", () => {
  assert.equal(own(four).visibilityScore, (100 + 100 / Math.log2(3)) / 4);
  assert.equal(own(answersTo([[["Bolt", "Cube", "Acme"]]])).visibilityScore, 50);
});

test("share of voice divides the namings of all tracked brands among them", () => {
  assert.equal(own(four).shareOfVoice, 2 / 4);
  assert.equal(rival(four, "Bolt").shareOfVoice, 2 / 4);
  assert.equal(rival(four, "Cube").shareOfVoice, 0);
});

test("the average position is over the answers that name the brand, null where none does", () => {
  assert.equal(own(four).averagePosition, 1.5);
  assert.equal(rival(four, "Cube").averagePosition, null);
});

test("a failed call is not measured: it leaves every denominator and is counted", () => {
  const { answersFailed, appearanceRateBounds, ...measured } = own([
    ...four,
    failedCall({ prompt: "p1" }),
    failedCall({ prompt: "p9" }),
  ]);
  assert.equal(answersFailed, 2);
  const { answersFailed: _, appearanceRateBounds: __, ...expected } = own(four);
  assert.deepEqual(measured, expected);
  const [low, high] = appearanceRateBounds!;
  assert.ok(low < 2 / 6 && high > 4 / 6, "what they would have said is not known");
});

test("what a cancelled run did not ask has not failed, and is not measured either", () => {
  const unasked = ["p1", "p9"].map((prompt) => failedCall({ prompt, errorCode: "cancelled" }));
  const { answersFailed, appearanceRateBounds, ...measured } = own([
    ...four,
    failedCall({ prompt: "p1" }),
    ...unasked,
  ]);
  assert.equal(answersFailed, 1);
  assert.ok(appearanceRateBounds![0] < 2 / 5 && appearanceRateBounds![1] > 3 / 5);
  const { answersFailed: _, appearanceRateBounds: __, ...expected } = own(four);
  assert.deepEqual(measured, expected);
});

test("a refusal is an answer that names nobody", () => {
  assert.equal(own([...four, answer({ reading: naming([], { refusal: true }) })]).answers, 5);
});

test("without an answer every figure is null, not zero", () => {
  assert.deepEqual(own([]), noMetrics);
  assert.deepEqual(own([failedCall()]), { ...noMetrics, answersFailed: 1 });
});

test("rivals are measured over the same answers as the brand", () => {
  const { own, rivals } = scored([...four, failedCall()], tracked);
  for (const each of rivals)
    assert.deepEqual(
      [each.answers, each.answersFailed, each.prompts, each.answersSearched],
      [own.answers, own.answersFailed, own.prompts, own.answersSearched],
    );
});

test("the citation rate is over answers of engines that searched", () => {
  const searched = (...domains: string[]) =>
    answer({ searched: true, reading: naming([], { citations: domains.map((domain) => citation(domain)) }) });
  const answers = [
    searched("acme.example", "acme.example", "news.example"),
    searched("bolt.example"),
    searched(),
    answer({ searched: false }),
    answer({ searched: null }),
  ];
  assert.equal(own(answers).answersSearched, 3);
  assert.equal(own(answers).citationRate, 1 / 3);
  assert.equal(rival(answers, "Bolt").citationRate, 1 / 3);
  assert.equal(rival(answers, "Cube").citationRate, 0);
  assert.equal(own(four).citationRate, null, "nobody searched");
});

test("a page that was only retrieved is not cited", () => {
  const retrieved = citation("acme.example", { cited: false });
  assert.equal(
    own([answer({ searched: true, reading: naming([], { citations: [retrieved] }) })]).citationRate,
    0,
  );
});

test("a rival's page below its domain is its own, the longest domain decides", () => {
  const brands = {
    ...tracked,
    rivals: [
      { ...tracked.rivals[0]!, domains: ["www.shop.example"] },
      { ...tracked.rivals[1]!, domains: ["cube.shop.example"] },
    ],
  };
  const cite = (host: string) =>
    answer({
      searched: true,
      reading: naming([], {
        citations: [citation("shop.example", { url: `https://${host}/x`, sourceType: "competitor" })],
      }),
    });
  const rates = scored([cite("www.shop.example"), cite("eu.cube.shop.example:8443")], brands).rivals;
  assert.deepEqual(
    rates.map(({ citationRate }) => citationRate),
    [0.5, 0.5],
  );
});

test("sentiment is the mean over mentions whose language is covered, null where none is", () => {
  const feeling = (sentimentScore: number | null) => {
    const reading = naming(["Acme"]);
    return answer({ reading: { ...reading, mentions: [{ ...reading.mentions[0]!, sentimentScore }] } });
  };
  assert.equal(own([feeling(80), feeling(null), feeling(50), answer()]).sentimentScore, 65);
  assert.equal(own([feeling(null)]).sentimentScore, null);
});

test("the recommended rate counts recommending positions only", () => {
  const recommending = naming(["Acme"]);
  recommending.mentions[0]!.recommended = true;
  assert.equal(own([answer({ reading: recommending }), ...four]).recommendedRate, 1 / 5);
});

test("a rival that bears the brand's name is not mistaken for it", () => {
  const twins = { own: tracked.own, rivals: [{ ...tracked.rivals[0]!, name: "Acme" }] };
  const { own, rivals } = scored(answersTo([[["Acme"]]]), twins);
  assert.deepEqual([own.mentions, rivals[0]!.mentions], [1, 0]);
});

test("every figure that is known has an interval, at none and at all of one prompt too", () => {
  for (const answers of [[["Acme"]], [["Bolt"]], [["Acme", "Bolt"]]] as string[][][]) {
    const metrics = own(answersTo([answers]));
    for (const figure of figures)
      assert.equal(metrics[`${figure}Ci`] === null, metrics[figure] === null, figure);
  }
});

const figures = figureList.map(([name]) => name);
const ranges = figureList.map(([name, { unit }]) => ({ name, range: rangeOf(unit, { brands: 4 }) }));

// Properties of the definitions, on unrounded figures. Source: docs/contract/metrics.md.
const names = [tracked.own, ...tracked.rivals].map(({ name }) => name);
const anyAnswer = fc
  .record({
    prompt: fc.integer({ min: 1, max: 8 }),
    names: fc.shuffledSubarray(names),
    provider: fc.constantFrom("chatgpt" as const, "claude" as const),
    failed: fc.integer({ min: 0, max: 9 }),
    sentiment: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  })
  .map(({ prompt, provider, names, failed, sentiment }) => {
    if (failed === 0) return failedCall({ prompt: `p${prompt}`, provider });
    const reading = naming(names);
    for (const mention of reading.mentions) mention.sentimentScore = sentiment;
    return answer({ prompt: `p${prompt}`, provider, reading, searched: true });
  });
const anyAnswers = fc.array(anyAnswer, { maxLength: 60 });
const everyBrand = (answers: readonly MeasuredAnswer[]): Metrics[] => {
  const { own, rivals } = scored(answers, tracked);
  return [own, ...rivals];
};

test("the visibility score lies between 0 and the appearance rate in percent", () => {
  fc.assert(
    fc.property(anyAnswers, (answers) =>
      everyBrand(answers).every(
        ({ visibilityScore, appearanceRate }) =>
          visibilityScore === null ||
          (visibilityScore >= 0 && visibilityScore <= 100 * appearanceRate! + 1e-9),
      ),
    ),
  );
});

test("the visibility score is 100 exactly where the brand is named first in every answer", () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const measured = answers.filter(({ reading }) => reading);
      const first = measured.length > 0 && measured.every(({ reading }) => reading!.mentions[0]?.isOwnBrand);
      return (own(answers).visibilityScore === 100) === first;
    }),
  );
  assert.equal(own(answersTo([[["Acme"], ["Acme", "Bolt"]], [["Acme"]]])).visibilityScore, 100);
});

test("however many calls failed, without an answer no figure is known", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 20 }), (prompts) => {
      const failed = prompts.map((prompt) => failedCall({ prompt: `p${prompt}` }));
      for (const metrics of everyBrand(failed)) {
        const { answers, answersFailed, mentions, confidence, averagePosition } = metrics;
        assert.deepEqual([answers, answersFailed, mentions], [0, failed.length, 0]);
        assert.deepEqual([confidence, averagePosition], [null, null]);
        for (const figure of figures) {
          assert.equal(metrics[figure], null, figure);
          assert.equal(metrics[`${figure}Ci`], null, figure);
        }
      }
    }),
  );
});

test("shares of voice add up to 1, or all are null", () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const shares = everyBrand(answers).map(({ shareOfVoice }) => shareOfVoice);
      const total = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
      return shares.every((share) => share === null) || Math.abs(total - 1) < 1e-12;
    }),
  );
});

test("the order of the answers changes nothing, to the last bit", () => {
  const shuffled = anyAnswers.chain((answers) =>
    fc.tuple(fc.constant(answers), fc.shuffledSubarray(answers, { minLength: answers.length })),
  );
  fc.assert(
    fc.property(shuffled, ([answers, others]) => {
      assert.deepEqual(scored(others, tracked), scored(answers, tracked));
    }),
  );
});

test("an added answer that does not name the brand raises neither its rate nor its score nor its share", () => {
  fc.assert(
    fc.property(
      anyAnswers,
      fc.shuffledSubarray(names.slice(1)),
      fc.integer({ min: 1, max: 9 }),
      (answers, others, at) => {
        const before = own(answers);
        const after = own([...answers, answer({ prompt: `p${at}`, names: others })]);
        return (["appearanceRate", "visibilityScore", "shareOfVoice"] as const).every(
          (figure) => (after[figure] ?? 0) <= (before[figure] ?? 0),
        );
      },
    ),
  );
});

const ends = ["Ci", "CiSamePrompts", "ExpectedNext"] as const;

test("every figure lies inside its intervals, and these inside its range", () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      for (const metrics of everyBrand(answers)) {
        for (const { name, range } of ranges) {
          const value = metrics[name];
          assert.equal(metrics[`${name}Ci`] === null, value === null, name);
          for (const end of ends) {
            const interval = metrics[`${name}${end}`];
            if (interval === null) continue;
            const [low, high] = interval;
            assert.ok(
              range[0] <= low && low <= value! && value! <= high && high <= range[1],
              `${name}${end}`,
            );
          }
        }
      }
    }),
  );
});

test("no interval says what that of a related figure rules out", () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      for (const metrics of everyBrand(answers)) {
        const rate = metrics.appearanceRateCi;
        if (rate === null) continue;
        const [score, recommended] = [metrics.visibilityScoreCi!, metrics.recommendedRateCi!];
        assert.ok(score[0] <= 100 * rate[0] && score[1] <= 100 * rate[1]);
        assert.ok(recommended[0] <= rate[0] && recommended[1] <= rate[1]);
        assert.ok(score[0] > 0 <= (rate[0] > 0), "a score above 0 where the brand may never be named");
        const [low, high] = metrics.appearanceRateBounds ?? [0, 1];
        assert.ok(low <= metrics.appearanceRate! + 1e-12 && metrics.appearanceRate! <= high + 1e-12);
      }
    }),
  );
});

test("figures of single prompts are remembered by their counts, and are those that a prompt has by itself", () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const ordered = inOrder(answers);
      const tally = tallyOf(ordered, tracked);
      const metricsAt = promptMetrics(tally);
      for (const [at, key] of tally.promptKeys.entries()) {
        const alone = tallyOf(
          ordered.filter(({ promptKey }) => promptKey === key),
          tracked,
        );
        assert.deepEqual(metricsAt(at), promptMetrics(alone)(0));
      }
    }),
  );
});

test("what assistants are counted for adds up to what all are counted for, but for rounding", () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const ordered = inOrder(answers);
      const [added, whole] = [talliesOf(ordered, tracked, []).tally, tallyOf(ordered, tracked)];
      const numbersIn = ({ promptKeys: _, ...tally }: typeof whole) =>
        JSON.stringify(tally, (_key, value) =>
          typeof value === "number" ? Number(value.toFixed(6)) + 0 : value,
        );
      assert.equal(numbersIn(added), numbersIn(whole));
      assert.deepEqual(added.promptKeys, whole.promptKeys);
    }),
  );
});
