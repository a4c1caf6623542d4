import { type Cell, cellKey, mentionMeasure, type Pair, pairsOf } from "../uncertainty/cell.ts";
import type { CallsOfBoth } from "../uncertainty/change.ts";
import type { Interval } from "../uncertainty/interval.ts";
import { standardNormal, standardNormalQuantile } from "../uncertainty/normal.ts";
import { studentBound } from "../uncertainty/student.ts";
import { reachBetween } from "../uncertainty/two-reports.ts";
import { movedBy, usualVariance } from "./group-change.ts";
import type { Intervention } from "./intervention.ts";
import { commonOdds, riseBy } from "./odds-ratio.ts";

export const effectVerdicts = [
  "up",
  "down",
  "none_seen",
  "failures_differ",
  "too_early",
  "no_earlier_reports",
  "no_controls",
  "no_comparable_controls",
  "too_few_answers",
] as const;

/**
 * What an intervention did to the appearance rate of the prompts it is meant for. Shares are fractions of 1. `failures_differ`: more than
 * noise, but the failed calls may have done it.
 */
export interface Effect {
  verdict: (typeof effectVerdicts)[number];
  /** Change of its prompts less that of the others, with an interval of 95% over all looks; null if it cannot be judged. */
  delta: number | null;
  deltaCi: Interval | null;
  /** The smallest effect that these answers show with a chance of 80%. */
  smallest: number | null;
  /** Chance of seeing the effect that was said to be worth finding. */
  power: number | null;
  prompts: number;
  controls: number;
  /** By chance, among prompts that could all have been acted on. */
  controlsDrawn: boolean;
  reportsBefore: number;
  reportsAfter: number;
  /** To the prompts it is meant for. */
  answersBefore: number;
  answersAfter: number;
}

/** Fewer prompts beside it do not show what would have happened anyway. */
export const fewestControls = 3;
/** To its prompts, on each side. */
export const fewestAnswers = 10;
/** Reports on each side that its effect is judged by; it is looked at after each. */
export const reportsPerSide = 8;
/** For how many prompts it counts that a prompt's own ups and downs are those of independent answers. */
const priorPrompts = 10;
const priorDrawn = 4;
/** What two ways to carry over the others' movement may differ by beyond chance, fraction of 1. */
const mostApart = 0.02;
/**
 * How many deviations a normal distribution passes at any of eight looks in one case of twenty; by the number of reports
 * before, which all looks have in common. Source: 200,000 draws of each; `npm run bench -- effect` holds them to it.
 */
const bounds = [2.312, 2.365, 2.394, 2.419, 2.427, 2.443, 2.449, 2.453] as const;

/** What an intervention is judged by. */
export interface CellsAroundIntervention {
  /** Without the report on which its prompts were chosen: those that are chosen for being weak recover by themselves. */
  before: readonly (readonly Cell[])[];
  after: readonly (readonly Cell[])[];
  /** How the calls of these reports went; absent where nobody knows. */
  calls?: CallsOfBoth;
}

/**
 * The difference in differences between the prompts of an intervention and the project's others, or those that were drawn
 * as controls, over cells that are measured on both sides; prompts vary more from time to time than their answers alone
 * would, and by how much is learnt from the controls. Others that were not drawn may be weaker or stronger than its prompts,
 * and then it matters whether what moves all moves their rates or their log-odds alike: the interval holds for both. Where an assistant
 * lost more of its calls on one side, it holds whatever these would have said.
 * Source: docs/measuring.md, "Effect".
 */
export function effectOf(cells: CellsAroundIntervention, intervention: Judged): Effect {
  const steps = effectInSteps(cells, intervention);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

type Judged = Pick<Intervention, "promptKeys" | "controlKeys" | "smallestWorth">;

/** The same in steps of some milliseconds, as the cells of sixteen large reports take a fifth of a second. */
export function* effectInSteps(
  { before, after, calls = { before: [], after: [] } }: CellsAroundIntervention,
  { promptKeys, controlKeys, smallestWorth }: Judged,
): Generator<void, Effect, void> {
  const [earlier, later] = [yield* pooled(before), yield* pooled(after)];
  const [targetKeys, drawn] = [new Set(promptKeys), controlKeys && new Set(controlKeys)];
  const pairs = pairsOf(earlier, later);
  yield;
  const treated = pairs.filter(([, { promptKey }]) => targetKeys.has(promptKey));
  const others = pairs.filter(([, { promptKey }]) =>
    drawn ? drawn.has(promptKey) : !targetKeys.has(promptKey),
  );
  const counts = {
    controlsDrawn: drawn !== null,
    prompts: promptsOf(treated),
    controls: promptsOf(others),
    reportsBefore: before.length,
    reportsAfter: after.length,
    answersBefore: treated.reduce((sum, [cell]) => sum + cell.answers, 0),
    answersAfter: treated.reduce((sum, [, cell]) => sum + cell.answers, 0),
  };
  const without = (verdict: Effect["verdict"]): Effect => ({
    ...{ verdict, delta: null, deltaCi: null, smallest: null, power: null },
    ...counts,
  });
  const unjudged = reasonAgainst(counts, targetKeys.size);
  if (unjudged) return without(unjudged);
  yield;
  const { delta, deviation, degrees, low, high, apart } = differenceInDifferences(
    treated,
    others,
    drawn !== null,
  );
  const bound = studentBound(bounds[Math.min(before.length, reportsPerSide) - 1]!, degrees);
  const [down, up] = reachApart(treated, others, calls);
  const [least, most] = [low - bound * deviation, high + bound * deviation];
  if (apart > mostApart) return without("no_comparable_controls");
  const isMore = least > 0 || most < 0;
  return {
    verdict: least + down > 0 ? "up" : most + up < 0 ? "down" : isMore ? "failures_differ" : "none_seen",
    delta,
    // A difference of two differences of rates.
    deltaCi: [Math.max(-2, least + down), Math.min(2, most + up)],
    smallest: Math.min(1, delta - low - down + (bound + standardNormalQuantile(0.8)) * deviation),
    power:
      smallestWorth === null
        ? null
        : standardNormal((smallestWorth - (delta - low - down)) / deviation - bound),
    ...counts,
  };
}

/** What more failed calls on one side may have done to the difference, down and up. */
function reachApart(
  treated: readonly Pair[],
  others: readonly Pair[],
  { before, after }: CallsOfBoth,
): Interval {
  const [own, control] = [treated, others].map(
    (pairs) => reachBetween(pairs, mentionMeasure, before, after).reach,
  );
  return [own![0] - control![1], own![1] - control![0]];
}

type Counts = Pick<
  Effect,
  "prompts" | "controls" | "reportsBefore" | "reportsAfter" | "answersBefore" | "answersAfter"
>;

function reasonAgainst(counts: Counts, targetCount: number): Effect["verdict"] | null {
  if (counts.reportsAfter === 0) return "too_early";
  if (counts.reportsBefore === 0) return "no_earlier_reports";
  if (targetCount === 0 || counts.controls < fewestControls) return "no_controls";
  if (Math.min(counts.answersBefore, counts.answersAfter) < fewestAnswers) return "too_few_answers";
  return null;
}

const promptsOf = (pairs: readonly Pair[]): number =>
  new Set(pairs.map(([, { promptKey }]) => promptKey)).size;

/** The cells of several reports, each with the answers of all of them; a step for each report. */
function* pooled(reports: readonly (readonly Cell[])[]): Generator<void, Cell[], void> {
  const cells = new Map<string, Cell>();
  for (const report of reports) {
    for (const cell of report) {
      const key = cellKey(cell);
      const { answers, named: mentions } = cells.get(key) ?? { answers: 0, named: 0 };
      cells.set(key, { ...cell, answers: answers + cell.answers, named: mentions + cell.named });
    }
    yield;
  }
  return [...cells.values()];
}

/**
 * The difference by rates, and, unless chance drew the controls, by log-odds: `delta` is between the two, `low` and
 * `high` are the lower and the higher, `apart` is by how much they differ beyond one standard error of that.
 */
function differenceInDifferences(treated: readonly Pair[], others: readonly Pair[], isDrawn: boolean) {
  const usual = usualVariance([...treated, ...others]);
  const [own, control] = [movedBy(treated, usual), movedBy(others, usual)];
  // Of the controls alone: that an effect differs from prompt to prompt is no noise. At least what independent answers
  // vary: that prompts happened to agree is no proof that they always do. Where chance drew them, what moves all of them
  // differently is noise that only they show.
  const prior = isDrawn ? priorDrawn : priorPrompts;
  const degrees = control.topics - 1 + prior;
  const dispersion = Math.max(1, (control.excess + prior) / degrees);
  const byRates = own.mean - control.mean;
  const errorOfRates = Math.sqrt(dispersion * (own.variance + control.variance));
  if (isDrawn)
    return { delta: byRates, deviation: errorOfRates, degrees, low: byRates, high: byRates, apart: 0 };
  const odds = commonOdds(others);
  const byOdds = own.mean - riseBy(treated, odds.shift);
  const slope = (riseBy(treated, odds.shift + step) - riseBy(treated, odds.shift - step)) / (2 * step);
  const ofOdds = slope * Math.sqrt(odds.variance);
  // Both carry over the same answers of the controls, so what they differ by varies as the difference of their errors.
  const errorApart = Math.sqrt(dispersion) * Math.abs(Math.sqrt(control.variance) - ofOdds);
  return {
    delta: (byRates + byOdds) / 2,
    deviation: Math.max(errorOfRates, Math.sqrt(dispersion * (own.variance + ofOdds ** 2))),
    degrees,
    low: Math.min(byRates, byOdds),
    high: Math.max(byRates, byOdds),
    apart: Math.abs(byRates - byOdds) - errorApart,
  };
}

/** In log-odds. */
const step = 0.01;
