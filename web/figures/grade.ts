import type { FullReport } from "../api/questions.ts";

type Grade = NonNullable<FullReport["grade"]>;

export type Level = Grade["level"];

/** From the least to the best. */
export const levels: Level[] = ["exploratory", "directional", "decision"];

/** Half of the interval that earns a level, as the API describes its levels. */
const halfWidths: Record<Level, number | null> = { exploratory: null, directional: 0.15, decision: 0.1 };

/** What earns the next level, with the half width that it promises; null at the best, and where asking would not. */
export function nextLevel({ raise_with: raise }: Grade) {
  return raise && { ...raise, halfWidth: halfWidths[raise.level] };
}
