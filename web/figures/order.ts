import type { FullReport } from "../api/questions.ts";

/** Competitors ahead of the brand, behind it, and those that cannot be told apart from it. */
export interface Order {
  ahead: string[];
  behind: string[];
  level: string[];
}

type Judged = "appearance_rate" | "visibility_score";

/**
 * Rests on the paired difference of one figure, prompt by prompt, which the API gives with each competitor. The side is that of its interval,
 * as a difference may be rounded to 0.
 */
export function orderOf(competitors: FullReport["competitors"], by: Judged): Order {
  const order: Order = { ahead: [], behind: [], level: [] };
  for (const { name, lead } of competitors) {
    if (lead?.[`${by}_beyond_noise`] !== true) order.level.push(name);
    else if ((lead[`${by}_ci`]?.[1] ?? 0) > 0) order.ahead.push(name);
    else order.behind.push(name);
  }
  return order;
}
