import type { FullReport } from "../api/questions.ts";

/** Competitors ahead of the brand, behind it, and those that cannot be told apart from it. */
export interface Order {
  ahead: string[];
  behind: string[];
  level: string[];
}

type Judged = "appearance_rate" | "visibility_score";

/** On which side of 0 a difference is, also where it is shown as 0: its interval leaves out 0 then. */
export const isAhead = (difference: number, ends: readonly number[] | null): boolean =>
  difference > 0 || (difference === 0 && (ends?.[1] ?? 0) > 0);

/** Rests on the paired difference of one figure, prompt by prompt, which the API gives with each competitor. */
export function orderOf(competitors: FullReport["competitors"], by: Judged): Order {
  const order: Order = { ahead: [], behind: [], level: [] };
  for (const { name, lead } of competitors) {
    if (lead?.[`${by}_beyond_noise`] !== true) order.level.push(name);
    else if (isAhead(lead[by], lead[`${by}_ci`])) order.ahead.push(name);
    else order.behind.push(name);
  }
  return order;
}
