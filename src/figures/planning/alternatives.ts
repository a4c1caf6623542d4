import { type Plan, planFor, planOf, type Terms } from "./plan.ts";

/** Other ways to spend on a goal than the one recommended. */
export const ways = ["as_it_is", "more_reports", "more_prompts", "one_run"] as const;

export interface Alternative {
  way: (typeof ways)[number];
  plan: Plan;
}

/** This many earlier reports make a change much cheaper to see. */
const manyEarlier = 8;
const alternativesMost = 3;

/** Up to three plans besides the recommended one, each different from it. */
export function alternativesTo(recommended: Plan, terms: Terms): Alternative[] {
  const { goal } = terms;
  const { prompts, engines } = recommended;
  const candidates: (Alternative | null)[] = [
    terms.prompts > 0 ? { way: "as_it_is", plan: planOf(terms, terms.prompts, terms.samples) } : null,
    goal.kind === "detect" && goal.earlierReports < manyEarlier
      ? {
          way: "more_reports",
          plan: planFor({ ...terms, goal: { ...goal, earlierReports: manyEarlier } }).plan,
        }
      : null,
    goal.kind === "detect" && recommended.runs > 2
      ? { way: "more_prompts", plan: planFor({ ...terms, prompts: 0, repeats: 0 }).plan }
      : null,
    goal.kind === "within" || (goal.kind === "budget" && terms.costPerAsk !== null)
      ? {
          way: "one_run",
          plan: planOf(terms, Math.min(2 * prompts, Math.floor(terms.mostAsks / engines)), 1),
        }
      : null,
  ];
  return candidates
    .filter((each): each is Alternative => each !== null && differs(each.plan, recommended))
    .slice(0, alternativesMost);
}

const differs = (one: Plan, other: Plan): boolean =>
  one.prompts !== other.prompts || one.runs !== other.runs || one.reports !== other.reports;
