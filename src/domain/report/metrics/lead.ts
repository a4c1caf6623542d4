import { pairedDifference } from "../uncertainty/difference.ts";
import type { Interval } from "../uncertainty/interval.ts";
import { standing } from "../uncertainty/told-apart.ts";
import type { Tally } from "./tally.ts";

/** A rival's figures minus the brand's, over the same answers; null with a single prompt. */
export interface Lead {
  appearanceRate: number;
  appearanceRateCi: Interval;
  /** Whether it exceeds chance: at most a tenth of all that the report calls so are chance, judged together. */
  appearanceRateBeyondNoise: boolean;
  visibilityScore: number;
  visibilityScoreCi: Interval;
  visibilityScoreBeyondNoise: boolean;
}

/** One for each rival, in the order of the tally. */
export function leadsOf({ brands }: Tally): (Lead | null)[] {
  const [own, ...rivals] = brands;
  const differences = rivals.map(({ ratios, besideOwn }) => {
    const appearance = pairedDifference(ratios.appearance, own!.ratios.appearance, besideOwn.named, 1);
    const visibility = pairedDifference(ratios.visibility, own!.ratios.visibility, besideOwn.visibility, 100);
    return appearance && visibility ? { appearance, visibility } : null;
  });
  const told = differences.filter((each) => each !== null);
  const stands = standing(
    told.flatMap(({ appearance, visibility }) => [appearance.chance, visibility.chance]),
  );
  return differences.map((each) => {
    if (!each) return null;
    const { appearance, visibility } = each;
    const at = 2 * told.indexOf(each);
    return {
      appearanceRate: appearance.value,
      appearanceRateCi: appearance.interval,
      appearanceRateBeyondNoise: stands[at]!,
      visibilityScore: visibility.value,
      visibilityScoreCi: visibility.interval,
      visibilityScoreBeyondNoise: stands[at + 1]!,
    };
  });
}
