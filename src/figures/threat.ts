import type { Lead } from "./metrics/lead.ts";
import type { Interval } from "./uncertainty/interval.ts";

/** How dangerous a rival is: by its share of both brands' mentions and its lead in visibility, and nothing else. */
export interface Threat {
  level: ThreatLevel;
  /** 0-100. */
  score: number;
  basis: {
    /** Its answers over its and the brand's; 0 if neither is named. */
    mentionShare: number;
    /** Its visibility score minus the brand's, -100 to 100. */
    visibilityGap: number;
  };
}

export type ThreatLevel = "low" | "medium" | "high";

interface Measured {
  mentions: number;
  visibilityScore: number | null;
}

/** With fewer mentions of the two together, the level says nothing but what a few answers happened to say. */
export const fewestMentions = 10;

/** A rival's threat to the brand over the same answers; null if there are none. Source: docs/measuring.md, "Competitors". */
export function threatOf(rival: Measured, brand: Measured): Threat | null {
  if (rival.visibilityScore === null || brand.visibilityScore === null) return null;
  const mentions = rival.mentions + brand.mentions;
  const mentionShare = mentions === 0 ? 0 : rival.mentions / mentions;
  const visibilityGap = rival.visibilityScore - brand.visibilityScore;
  const score = scoreOf(mentionShare, visibilityGap);
  return { level: levelOf(score), score, basis: { mentionShare, visibilityGap } };
}

/**
 * The levels that the intervals leave open, from the lowest to the highest: the formula at the corners of what both rates, their
 * paired difference and the gap may be, so that it is rather too wide. Null where one of them is unknown.
 */
export function threatRange(
  threat: Threat,
  rival: { appearanceRateCi: Interval | null },
  brand: { appearanceRateCi: Interval | null },
  lead: Lead | null,
): [ThreatLevel, ThreatLevel] | null {
  if (!rival.appearanceRateCi || !brand.appearanceRateCi || !lead) return null;
  const [theirs, ours] = [rival.appearanceRateCi, brand.appearanceRateCi];
  const [least, most] = lead.appearanceRateCi;
  const shares = [
    1 - largestShare(ours, theirs, -least),
    largestShare(theirs, ours, most),
    threat.basis.mentionShare,
  ];
  const gaps = [...lead.visibilityScoreCi, threat.basis.visibilityGap];
  const [low, high] = [
    scoreOf(Math.min(...shares), Math.min(...gaps)),
    scoreOf(Math.max(...shares), Math.max(...gaps)),
  ];
  return [levelOf(low), levelOf(high)];
}

/** The largest share of one in both, where each is within its ends and one is at most so much more than the other. */
function largestShare([low, high]: Interval, [otherLow, otherHigh]: Interval, mostAhead: number): number {
  const shareOf = (one: number, other: number) => (one + other > 0 ? one / (one + other) : 0);
  if (high - otherLow <= mostAhead) return shareOf(high, otherLow);
  // Where the difference is the bound, more of both brings the share nearer to a half.
  const other = mostAhead > 0 ? otherLow : Math.max(otherLow, Math.min(otherHigh, high - mostAhead));
  return shareOf(Math.min(high, Math.max(low, other + mostAhead)), other);
}

const scoreOf = (mentionShare: number, visibilityGap: number): number =>
  50 * mentionShare + 50 * Math.min(1, Math.max(0, (visibilityGap + 100) / 200));

function levelOf(score: number): ThreatLevel {
  if (score < 40) return "low";
  return score < 65 ? "medium" : "high";
}
