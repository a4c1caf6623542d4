import { isolateDirection } from "../../src/figures/isolate-direction.ts";
/** Competitors beside the brand, and one of them. */
export const rivals = {
  title: "Competitors",
  says: "Over the same answers as the brand. Order is said only where the paired comparison shows it.",
  none: "No competitors are tracked.",
  name: "Brand",
  mentionRate: "Named in",
  visibility: "Visibility",
  order: "Compared with you",
  ahead: "▲ ahead",
  behind: "▼ behind",
  level: "≈ cannot be told apart",
  also: "Also named, not tracked",
  alsoSays: "Whom answers list as their items. Tracked, they are measured in every answer, like the brand.",
  inAnswers: "Listed in",
  of: (some: number, all: number): string => `${some} of ${all} answers`,
  act: "What can be done with it",
  track: "Track",
  trackOne: (name: string): string => `Track ${isolateDirection(name)} as a competitor`,
  trackedSays: (name: string): string =>
    `${isolateDirection(name)} is tracked. The answers are read again, which takes a moment.`,
};

export const rival = {
  back: "All competitors",
  /** `ahead` says who is in front, also where the gap is too small to be shown. */
  verdict: (
    name: string,
    brand: string,
    gap: number | null,
    beyond: boolean | null,
    ahead: boolean,
  ): string => {
    if (gap === null || beyond === null)
      return `How ${isolateDirection(name)} compares with ${isolateDirection(brand)} is not known yet.`;
    if (!beyond)
      return `${isolateDirection(name)} and ${isolateDirection(brand)} cannot be told apart on visibility.`;
    const points = gap === 0 ? "less than 0.1 points" : `${Math.abs(gap).toFixed(1)} points`;
    return `${isolateDirection(name)} is ${points} of visibility ${ahead ? "ahead of" : "behind"} ${isolateDirection(brand)}, more than chance.`;
  },
  /** Ends as the sentence before counts them: ahead and behind have no sign. It is judged with all competitors, and its range is of it alone. */
  range: (low: number, high: number, beyond: boolean): string => {
    const likely = beyond ? "Likely" : "By itself it is likely";
    // What is more than chance leaves out 0, also where its end rounds to that.
    const end = (points: number) => (beyond && points === 0 ? "under 0.1" : Math.abs(points).toFixed(1));
    if (low > 0 || (beyond && low === 0)) return `${likely} ${end(low)} to ${end(high)} points ahead.`;
    if (high < 0 || (beyond && high === 0)) return `${likely} ${end(high)} to ${end(low)} points behind.`;
    return `Likely between ${end(low)} points behind and ${end(high)} ahead.`;
  },
  won: (name: string): string => `Where ${isolateDirection(name)} is more visible, by more than chance`,
  lost: (brand: string): string => `Where ${isolateDirection(brand)} is more visible, by more than chance`,
  noneWon: "On no prompt of this report.",
  cut: (most: number): string => `The first ${most}, by the lead; there may be more.`,
  counts: (theirs: number, ours: number, answers: number): string =>
    `${theirs} against ${ours} of ${answers}`,
  prompt: "Prompt",
  answers: "Answers naming each",
  sources: "Sources of answers that name it",
};
