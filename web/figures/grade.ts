import type { FullReport } from "../api/questions.ts";

type Grade = NonNullable<FullReport["grade"]>;

export type Level = Grade["level"];

/** From the least to the best. */
export const levels: Level[] = ["exploratory", "directional", "decision"];

/** What earns a level, as the API describes its levels: half of the interval, and the smallest change that would be seen. */
export const bounds: Record<Exclude<Level, "exploratory">, { halfWidth: number; smallestChange: number }> = {
  directional: { halfWidth: 0.15, smallestChange: 0.2 },
  decision: { halfWidth: 0.1, smallestChange: 0.12 },
};

/** The level after that of the report; null at the best. */
export const levelAfter = (level: Level): keyof typeof bounds | null =>
  level === "exploratory" ? "directional" : level === "directional" ? "decision" : null;

/** What earns the next level, with the half width that it promises; null at the best, and where asking would not. */
export function nextLevel({ raise_with: raise }: Grade) {
  return (
    raise && { ...raise, halfWidth: raise.level === "exploratory" ? null : bounds[raise.level].halfWidth }
  );
}

/** What makes a range too narrow without showing in it; `rare` says nothing that `sparse` does not. */
export const doubtsOf = ({ failing, sparse, rare, worded }: Grade) =>
  (["failing", "sparse", "rare", "worded"] as const).filter(
    (doubt) => ({ failing, sparse, rare: rare && !sparse, worded })[doubt],
  );
