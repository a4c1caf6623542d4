import { fewestAnswers, fewestPrompts } from "../uncertainty/change.ts";
import type { Interval } from "../uncertainty/interval.ts";
import { jeffreysInterval } from "../uncertainty/same-prompts.ts";
import { fewestBefore, type Rhythm } from "../watching/changepoints.ts";
import { minutesFor, type Pace } from "./pace.ts";
import { chanceOfChange, reportsToFind, smallestChange } from "./power.ts";
import type { Variance } from "./variance.ts";

/** What a measurement is for. Shares are fractions of 1. */
export type Goal =
  /** See a change of `points` with a chance of 80%, after this many earlier reports. */
  | { kind: "detect"; points: number; earlierReports: number }
  /** Know the level over prompts like these to within `halfWidth`. */
  | { kind: "within"; halfWidth: number }
  /** As much as this many US dollars buy, spread over `reports`. */
  | { kind: "budget"; usd: number; reports: number };

export interface Terms {
  goal: Goal;
  variance: Variance;
  engines: number;
  /** How fast each engine may be asked; empty if none of them is configured here. */
  paces: readonly Pace[];
  /** Prompts that the project has. */
  prompts: number;
  /** How many of these only ask what another one asks, in other words. */
  repeats: number;
  /** How often the project asks each prompt at present. */
  samples: number;
  rhythm: Rhythm;
  /** How far days move all log-odds: a standard deviation. */
  days: number;
  /** Of one ask, USD; null if unknown. */
  costPerAsk: number | null;
  /** The most asks that one report may have. */
  mostAsks: number;
}

/** A measurement and what it can show. */
export interface Plan {
  prompts: number;
  engines: number;
  /** How often each prompt is put to each engine. */
  runs: number;
  /** How many reports like this the goal takes: those that are compared, and those by which a change is found. */
  reports: number;
  /** In all reports together. */
  asks: number;
  costUsd: number | null;
  /** How long one report takes; null if no engine is configured here. */
  minutes: number | null;
  /** Half the 95% interval of the appearance rate, over prompts like these and over exactly these: what four runs in five reach. */
  halfWidth: number;
  halfWidthSamePrompts: number;
  /** Where the 95% interval over prompts like these will be if the rate stays. */
  expectedInterval: Interval;
  /** The smallest change that is found with a chance of 80%; 1 if none is, as with too little to judge a change by. */
  smallestChange: number;
  /** The chance of finding the wanted change; null if none is wanted. */
  power: number | null;
}

/** Two runs show how much answers vary; beyond that a new prompt tells more than another run. */
const fewestRuns = 2;
const mostRuns = 10;

const wantedPower = 0.8;

/**
 * The smallest measurement that reaches the goal, and whether one within the bounds does. If none does, the most that one
 * report can ask or, to see a change, the least that shows as much; of a budget, the smallest measurement, which costs more, or the project as it is if nobody knows the cost.
 */
export function planFor(terms: Terms): { plan: Plan; reached: boolean } {
  const { goal, engines } = terms;
  if (goal.kind === "budget") {
    // What nobody knows the cost of, no budget is known to buy: then the project as it is.
    if (terms.costPerAsk === null)
      return { plan: planOf(terms, terms.prompts || fewestPrompts, terms.samples), reached: false };
    const plan = affordable(terms, goal, terms.costPerAsk);
    return { plan, reached: plan.costUsd! <= goal.usd };
  }
  const most = Math.floor(terms.mostAsks / (engines * fewestRuns));
  const reaches = (plan: Plan): boolean =>
    goal.kind === "within" ? plan.halfWidth <= goal.halfWidth : plan.power! >= wantedPower;
  // A change is seen by asking the same prompts again; a level only by more prompts.
  if (goal.kind === "detect" && isComparable(terms.prompts, goal.earlierReports)) {
    for (
      let runs = fewestRuns;
      runs <= mostRuns && terms.prompts * engines * runs <= terms.mostAsks;
      runs += 1
    ) {
      const plan = planOf(terms, terms.prompts, runs);
      if (reaches(plan)) return { plan, reached: true };
    }
  }
  const largest = planOf(terms, Math.max(fewestPrompts, most), fewestRuns);
  if (reaches(largest)) return { plan: fewestFor(terms, largest, reaches), reached: true };
  if (goal.kind === "within") return { plan: largest, reached: false };
  // Where days hide a change, most of the calls show nothing more.
  const comesNear = ({ power }: Plan): boolean => power! >= largest.power! - nearPower;
  return { plan: fewestFor(terms, largest, comesNear), reached: false };
}

/** A series tells by itself how much its reports vary; two reports take enough prompts for that. */
const isComparable = (prompts: number, earlierReports: number): boolean =>
  prompts >= fewestPrompts || (prompts > 0 && earlierReports >= fewestBefore);

/** A chance this far below the best is as good: a hundredth. */
const nearPower = 0.01;

/** The plan with the fewest prompts that does what the largest does. */
function fewestFor(terms: Terms, largest: Plan, suffices: (plan: Plan) => boolean): Plan {
  let [low, high] = [fewestPrompts, largest.prompts];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (suffices(planOf(terms, middle, fewestRuns))) high = middle;
    else low = middle + 1;
  }
  return planOf(terms, low, fewestRuns);
}

/** As many prompts as the money buys, each asked twice, and at least five. */
function affordable(terms: Terms, { usd, reports }: Goal & { kind: "budget" }, costPerAsk: number): Plan {
  const { engines, mostAsks } = terms;
  const asks = Math.min(mostAsks, costPerAsk > 0 ? Math.floor(usd / reports / costPerAsk) : mostAsks);
  return planOf(terms, Math.max(fewestPrompts, Math.floor(asks / (engines * fewestRuns))), fewestRuns);
}

/** What this many prompts and runs cost and show. */
export function planOf(terms: Terms, prompts: number, runs: number): Plan {
  const { goal, variance, engines, paces, costPerAsk } = terms;
  const { rate, shares } = variance;
  const asks = prompts * engines * runs;
  const again = shares.reasking / asks;
  const topics = topicsAmong(terms, prompts);
  const all = (shares.prompts + shares.promptsByEngine / engines) / topics + again;
  const reports = reportsFor(goal);
  const earlierReports = earlierOf(goal);
  const { rhythm, days } = terms;
  const test = { rate, reasking: shares.reasking, asks, topics, earlierReports, rhythm, days };
  const isJudged = isComparable(prompts, earlierReports) && asks >= fewestAnswers;
  return {
    ...{ prompts, engines, runs, reports },
    asks: reports * asks,
    costUsd: costPerAsk === null ? null : reports * asks * costPerAsk,
    minutes: paces.length === 0 ? null : minutesFor(prompts * runs, paces),
    halfWidth: reachedHalf(rate, all, topics),
    halfWidthSamePrompts: reachedHalf(rate, again),
    expectedInterval: expected(rate, all),
    smallestChange: isJudged ? smallestChange(test, wantedPower) : 1,
    power: goal.kind === "detect" ? (isJudged ? chanceOfChange(test, goal.points) : 0) : null,
  };
}

/** The interval to expect at this rate if its variance is this share of that of one answer. */
function expected(rate: number, share: number): Interval {
  const [low, high] = jeffreysInterval(rate, 1 / share);
  return [Math.min(low, rate), Math.max(high, rate)];
}

/**
 * Half of the interval that four runs in five reach: runs find other rates than the true one, and few questions leave open how much
 * questions differ. By simulation, within 8%: `npm run bench -- plan`.
 */
function reachedHalf(rate: number, share: number, topics = Number.POSITIVE_INFINITY): number {
  const deviations = Number.isFinite(topics) ? 2.4 : 0.84;
  const off = deviations * Math.sqrt(rate * (1 - rate) * share);
  const observedRate = rate < 0.5 ? Math.min(0.5, rate + off) : Math.max(0.5, rate - off);
  const [low, high] = expected(observedRate, share * (1 + 0.3 / Math.sqrt(topics)) + 0.9 / topics ** 2);
  return (high - low) / 2;
}

/** Fewer prompts repeat each other as all do; what is added to them is new. */
const topicsAmong = ({ prompts: own, repeats }: Terms, prompts: number): number =>
  prompts - Math.round(repeats * (own > 0 ? Math.min(1, prompts / own) : 0));

/** More earlier reports than this hardly make a change easier to see. */
export const mostEarlier = 12;

/** Of a budget's reports, those that leave enough after them for a change to be found. */
function earlierOf(goal: Goal): number {
  if (goal.kind === "detect") return Math.min(mostEarlier, goal.earlierReports);
  if (goal.kind === "within") return 1;
  const earlier = Math.min(mostEarlier, goal.reports - reportsToFind(goal.reports));
  return reportsToFind(earlier) > 1 ? earlier : 1;
}

function reportsFor(goal: Goal): number {
  if (goal.kind === "detect") return goal.earlierReports + reportsToFind(goal.earlierReports);
  return goal.kind === "within" ? 1 : goal.reports;
}

/** How far a tenth more prompts narrow half the interval: what the last of the money buys. */
export const tenthMore = (terms: Terms, { prompts, runs, halfWidth }: Plan): number =>
  halfWidth - planOf(terms, Math.ceil(prompts * 1.1), runs).halfWidth;
