import { pairedDifferences } from "../uncertainty/difference.ts";
import type { Interval } from "../uncertainty/interval.ts";
import { type RatioSums, sum } from "../uncertainty/ratio.ts";
import { familywiseControl } from "../uncertainty/told-apart.ts";
import { byQuestion, type QuestionOf, type Tally } from "./tally.ts";

/** A rival's figures minus the brand's, over the same answers; null with a single prompt. */
export interface Lead {
  appearanceRate: number;
  appearanceRateCi: Interval;
  /** Whether it exceeds chance: in about 19 of 20 reports, nothing of this figure that is called so is chance, all rivals judged together. */
  appearanceRateBeyondNoise: boolean;
  visibilityScore: number;
  visibilityScoreCi: Interval;
  visibilityScoreBeyondNoise: boolean;
}

/** One for each rival, in the order of the tally; by question, not by wording. */
export function leadsOf(tally: Tally, topics: QuestionOf): (Lead | null)[] {
  const [own, ...rivals] = byQuestion(tally, topics);
  const differencesOf = (
    figure: "appearance" | "visibility",
    beside: "mentions" | "visibility",
    unit: number,
  ) =>
    pairedDifferences(
      rivals.map(({ ratios, besideOwn }) => ({
        one: ratios[figure],
        other: own!.ratios[figure],
        beside: besideOwn[beside],
      })),
      unit,
    );
  const [rates, scores] = [
    differencesOf("appearance", "mentions", 1),
    differencesOf("visibility", "visibility", 100),
  ];
  const differences = rates.map((appearance, at) => {
    const visibility = scores[at];
    return appearance && visibility ? { appearance, visibility } : null;
  });
  const differencePairs = differences.filter((each) => each !== null);
  const appearanceStands = familywiseControl(differencePairs.map(({ appearance }) => appearance.chance));
  const visibilityStands = familywiseControl(differencePairs.map(({ visibility }) => visibility.chance));
  return differences.map((each) => {
    if (!each) return null;
    const { appearance, visibility } = each;
    const at = differencePairs.indexOf(each);
    return {
      appearanceRate: appearance.value,
      appearanceRateCi: appearance.interval,
      appearanceRateBeyondNoise: appearanceStands[at]!,
      visibilityScore: visibility.value,
      visibilityScoreCi: visibility.interval,
      visibilityScoreBeyondNoise: visibilityStands[at]!,
    };
  });
}

/** Variances of a rival's appearance rate, and of the brand's less it, when the same prompts are asked again. */
export interface Again {
  rate: number;
  gap: number;
}

/** One for each rival, in the order of the tally; null without answers. */
export function againOf({ brands }: Tally): (Again | null)[] {
  const [own, ...rivals] = brands;
  const ours = own!.ratios.appearance;
  const [answers, squares] = [sum(ours.x), sum(ours.within.xx)];
  // If no answer differs from another, that of one more which does: what was not seen can still exist.
  const least = (0.5 / (answers + 1)) ** 2;
  const varies = (yy: number, xy: number, rate: number): number =>
    Math.max(least, (yy - 2 * rate * xy + rate * rate * squares) / answers ** 2);
  if (answers === 0) return rivals.map(() => null);
  return rivals.map(({ ratios, besideOwn }) => {
    const theirs = ratios.appearance;
    const [rate, gap] = [sum(theirs.y) / answers, (sum(ours.y) - sum(theirs.y)) / answers];
    const of = (sums: RatioSums) => ({ yy: sum(sums.within.yy), xy: sum(sums.within.xy) });
    const [us, them] = [of(ours), of(theirs)];
    return {
      rate: varies(them.yy, them.xy, rate),
      gap: varies(us.yy + them.yy - 2 * besideOwn.again, us.xy - them.xy, gap),
    };
  });
}
