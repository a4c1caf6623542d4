/** How dangerous a rival is: by its share of both brands' mentions and its lead in visibility, and nothing else. */
export interface Threat {
  level: "low" | "medium" | "high";
  /** 0-100. */
  score: number;
  basis: {
    /** Its answers over its and the brand's; 0 if neither is named. */
    mentionShare: number;
    /** Its visibility score minus the brand's, -100 to 100. */
    visibilityGap: number;
  };
}

interface Measured {
  mentions: number;
  visibilityScore: number | null;
}

/** With fewer mentions of the two together, the level says nothing but what a few answers happened to say. */
export const fewestMentions = 10;

/** A rival's threat to the brand over the same answers; null if there are none. Source: docs/contract/helper-routes.md. */
export function threatOf(rival: Measured, brand: Measured): Threat | null {
  if (rival.visibilityScore === null || brand.visibilityScore === null) return null;
  const mentions = rival.mentions + brand.mentions;
  const mentionShare = mentions === 0 ? 0 : rival.mentions / mentions;
  const visibilityGap = rival.visibilityScore - brand.visibilityScore;
  const score = 50 * mentionShare + 50 * Math.min(1, Math.max(0, (visibilityGap + 100) / 200));
  return { level: levelOf(score), score, basis: { mentionShare, visibilityGap } };
}

function levelOf(score: number): Threat["level"] {
  if (score < 40) return "low";
  return score < 65 ? "medium" : "high";
}
