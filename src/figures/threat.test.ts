import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { answersTo, tracked } from "../../test/fixtures/answers.ts";
import { scored } from "../../test/fixtures/scored.ts";
import { type ThreatLevel, threatOf, threatRange } from "./threat.ts";

const of = (mentions: number, visibilityScore: number | null) => ({ mentions, visibilityScore });
const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs(actual! - expected) < 1e-9, `${actual} is not ${expected}`);

for (const [what, rival, brand, score, level] of [
  ["a rival that is never named beside a brand that always is first", of(0, 0), of(10, 100), 0, "low"],
  ["neither is named", of(0, 0), of(0, 0), 25, "low"],
  ["two that are level", of(7, 40), of(7, 40), 50, "medium"],
  ["a rival that always is first beside a brand that is never named", of(10, 100), of(0, 0), 100, "high"],
  ["just below medium", of(3, 30), of(7, 10), 45, "medium"],
  ["just below low's end", of(2, 0), of(8, 4), 34, "low"],
  ["at the beginning of medium", of(30, 0), of(70, 0), 40, "medium"],
  ["at the beginning of high", of(8, 0), of(2, 0), 65, "high"],
] as const) {
  test(`${what}: a threat of ${score}, ${level}`, () => {
    const threat = threatOf(rival, brand);
    near(threat?.score, score);
    assert.equal(threat?.level, level);
  });
}

test("where nothing was measured there is no threat to tell", () => {
  assert.equal(threatOf(of(0, null), of(0, null)), null);
});

test("the levels that are left open narrow with the answers and hold the level of the formula", () => {
  const order: ThreatLevel[] = ["low", "medium", "high"];
  const between = (per: number, bolt: number) => {
    const names = Array.from({ length: 20 }, (_, at) =>
      Array.from({ length: per }, (_, nth) => ((at + nth) % 10 < bolt ? ["Bolt", "Acme"] : ["Acme"])),
    );
    const { rivals, own } = scored(answersTo(names), tracked);
    const [rival] = rivals;
    const threat = threatOf(rival!, own)!;
    const [low, high] = threatRange(threat, rival!, own, rival!.lead ?? null)!.map((each) =>
      order.indexOf(each),
    );
    const at = order.indexOf(threat.level);
    assert.ok(low! <= at && at <= high!);
    return high! - low!;
  };
  for (const bolt of [1, 3, 5, 9]) assert.ok(between(50, bolt) <= between(1, bolt));
  assert.equal(between(50, 1), 0);
});

test("where no interval is known no level is", () => {
  const none = { appearanceRateCi: null };
  assert.equal(threatRange(threatOf(of(7, 40), of(7, 40))!, none, none, null), null);
});

const answer = fc.shuffledSubarray(["Acme", "Bolt", "Cube", "Dune", "~Zeta"]);
const prompts = fc.array(fc.array(answer, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });

test("contract/helper-routes: the threat depends on the mentions of both and on the visibility gap, whatever else is in the answers", () => {
  fc.assert(
    fc.property(
      prompts,
      fc.record({
        sentiment: fc.double({ min: 0, max: 100, noNaN: true }),
        rank: fc.integer({ min: 1, max: 9 }),
        recommended: fc.boolean(),
        searched: fc.boolean(),
      }),
      (names, other) => {
        const answers = answersTo(names);
        const [before] = scored(answers, tracked).rivals;
        const otherwise = answers.map((each) => ({
          ...each,
          searched: other.searched,
          provider: "claude" as const,
          model: "model-2",
          reading: {
            ...each.reading!,
            sentences: 99,
            mentions: each.reading!.mentions.map((mention) => ({
              ...mention,
              sentimentScore: other.sentiment,
              listRank: other.rank,
              recommended: other.recommended,
            })),
          },
        }));
        const after = scored(otherwise, tracked);
        assert.deepEqual(
          threatOf(after.rivals[0]!, after.own),
          threatOf(before!, scored(answers, tracked).own),
        );
      },
    ),
  );
});

test("contract/helper-routes: more mentions of the rival or a wider gap never lower the threat, and it stays within 0 and 100", () => {
  const count = fc.integer({ min: 0, max: 500 });
  const score = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(
      count,
      count,
      score,
      score,
      fc.integer({ min: 0, max: 500 }),
      fc.double({ min: 0, max: 100, noNaN: true }),
      (mine, theirs, own, rival, more, higher) => {
        const brand = of(mine, own);
        const threat = threatOf(of(theirs, rival), brand)!;
        assert.ok(threat.score >= 0 && threat.score <= 100);
        assert.ok(threatOf(of(theirs + more, rival), brand)!.score >= threat.score);
        assert.ok(threatOf(of(theirs, Math.max(rival, higher)), brand)!.score >= threat.score);
      },
    ),
  );
});
