import { chanceOfChange, smallestChange } from "./power.ts";
import type { Variance } from "./variance.ts";

export const goals = ["change", "level", "budget"] as const;

/** What a measurement is for. Shares are fractions of 1. */
export type Goal =
  /** See a change of so much with a chance of 80 %, against so many earlier reports. */
  | { kind: "change"; points: number; earlierReports: number }
  /** Know the level over prompts like these to within so much. */
  | { kind: "level"; halfWidth: number }
  /** As much as so many US dollars buy. */
  | { kind: "budget"; usd: number; earlierReports: number };

export interface Terms {
  goal: Goal;
  variance: Variance;
  engines: number;
  /** Prompts that the project has. */
  prompts: number;
  /** Of one ask, USD; null where unknown. */
  costPerAsk: number | null;
  /** Asks that one report may have. */
  mostAsks: number;
}

/** A measurement, and what it can show. */
export interface Plan {
  prompts: number;
  engines: number;
  /** Times each prompt is put to each engine. */
  runs: number;
  /** Per report. */
  asks: number;
  costUsd: number | null;
  /** Half of the 95% interval of the appearance rate, over prompts like these and over exactly these. */
  halfWidth: number;
  halfWidthSamePrompts: number;
  /** The smallest change that is found with a chance of 80 %. */
  smallestChange: number;
  /** Chance of finding the change that is looked for; null where none is. */
  power: number | null;
}

/** Two runs show how much answers vary; beyond that a new prompt tells more than another run. */
const fewestRuns = 2;
const mostRuns = 10;

/** Below this many prompts no change is judged. */
const fewestPrompts = 5;

const wantedPower = 0.8;

/** The smallest measurement that reaches the goal, and whether any does within the bounds. */
export function planFor(terms: Terms): { plan: Plan; reached: boolean } {
  const { goal, engines } = terms;
  if (goal.kind === "budget") return { plan: affordable(terms, goal.usd), reached: true };
  const most = Math.floor(terms.mostAsks / (engines * fewestRuns));
  const reaches = (plan: Plan): boolean =>
    goal.kind === "level" ? plan.halfWidth <= goal.halfWidth : plan.power! >= wantedPower;
  // A change is seen by asking again what is asked already; a level only by more prompts.
  if (goal.kind === "change" && terms.prompts >= fewestPrompts) {
    for (
      let runs = fewestRuns;
      runs <= mostRuns && terms.prompts * engines * runs <= terms.mostAsks;
      runs += 1
    ) {
      const plan = planOf(terms, terms.prompts, runs);
      if (reaches(plan)) return { plan, reached: true };
    }
  }
  let [low, high] = [fewestPrompts, Math.max(fewestPrompts, most)];
  if (!reaches(planOf(terms, high, fewestRuns)))
    return { plan: planOf(terms, high, fewestRuns), reached: false };
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(planOf(terms, middle, fewestRuns))) high = middle;
    else low = middle + 1;
  }
  return { plan: planOf(terms, low, fewestRuns), reached: true };
}

/** As many prompts as there is money for, each asked twice, at least five of them. */
function affordable(terms: Terms, usd: number): Plan {
  const { engines, costPerAsk, mostAsks } = terms;
  const asks = Math.min(mostAsks, costPerAsk ? Math.floor(usd / costPerAsk) : mostAsks);
  return planOf(terms, Math.max(fewestPrompts, Math.floor(asks / (engines * fewestRuns))), fewestRuns);
}

/** What so many prompts and runs cost and show. */
export function planOf({ goal, variance, engines, costPerAsk }: Terms, prompts: number, runs: number): Plan {
  const { rate, shares } = variance;
  const whole = rate * (1 - rate);
  const asks = prompts * engines * runs;
  const again = (whole * shares.reasking) / asks;
  const level = (whole * (shares.prompts + shares.promptsByEngine / engines)) / prompts + again;
  const earlier = goal.kind === "level" ? 1 : goal.earlierReports;
  const test = { variance: again, prompts, earlierReports: earlier };
  return {
    prompts,
    engines,
    runs,
    asks,
    costUsd: costPerAsk === null ? null : asks * costPerAsk,
    halfWidth: 1.96 * Math.sqrt(level),
    halfWidthSamePrompts: 1.96 * Math.sqrt(again),
    smallestChange: smallestChange(test, wantedPower),
    power: goal.kind === "change" ? chanceOfChange(test, goal.points) : null,
  };
}

/** By how much a tenth more prompts narrow the half of the interval: what the last of the money buys. */
export const tenthMore = (terms: Terms, { prompts, runs, halfWidth }: Plan): number =>
  halfWidth - planOf(terms, Math.ceil(prompts * 1.1), runs).halfWidth;
