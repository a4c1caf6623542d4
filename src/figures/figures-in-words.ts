import { isolateDirection } from "./isolate-direction.ts";
import type { Metrics, Unit } from "./metrics/metric-table.ts";
import type { Change } from "./uncertainty/change.ts";
import type { Interval } from "./uncertainty/interval.ts";

// Figures as sentences state them: no more exact than they are, and 0 or 100% only for exactly none or all.

/** How often a brand is named, as a clause, which says where only branded prompts were asked: "Acme is named in 67% of 3 answers to 1 prompt (95% interval 9–97% over prompts like these)". */
export function inAnswers(brand: string, metrics: Metrics, onlyBranded = false): string {
  const { appearanceRate, appearanceRateCi, answers, answersFailed, prompts } = metrics;
  if (appearanceRate === null || appearanceRateCi === null) {
    return answersFailed > 0
      ? `Nothing is known about ${isolateDirection(brand)}: none of ${count(answersFailed, "call")} was answered`
      : `Nothing is known about ${isolateDirection(brand)}: no answer was obtained`;
  }
  return `${isolateDirection(brand)} is named in ${percent(appearanceRate)} of ${count(answers, "answer")} to ${promptsAsked(prompts, onlyBranded)}${weighing(appearanceRate, metrics)} (95% interval ${percentRange(appearanceRateCi)} over prompts like these${failing(appearanceRateCi, metrics)})`;
}

/** "8 prompts"; `onlyBranded`: all of them name a tracked brand, so that it does not come up unasked. */
export const promptsAsked = (prompts: number, onlyBranded: boolean, noun = "prompt"): string =>
  `${count(prompts, noun)}${onlyBranded ? ` that ${prompts === 1 ? "names" : "name"} a tracked brand` : ""}`;

/** A clause where failed calls could have moved the rate further than its interval; readings by an older version do not say how far. */
export const failing = (
  [low, high]: Readonly<Interval>,
  { appearanceRateBounds: bounds, answersFailed }: Pick<Metrics, "appearanceRateBounds" | "answersFailed">,
): string =>
  bounds && bounds[0] <= low && high <= bounds[1] && percentRange(bounds) !== percentRange([low, high])
    ? `, ${percentRange(bounds)} whatever the ${count(answersFailed, "failed call")} would have said`
    : "";

/** Calls that failed, with whatever prompt: figures are over those that name no brand, a count of calls is not. */
export const callsFailed = ({ metrics, branded }: { metrics: Failed; branded: Failed | null }): number =>
  metrics.answersFailed + (branded?.answersFailed ?? 0);

type Failed = Pick<Metrics, "answersFailed">;

/** What calls that failed are to the figures. */
export const failedInWords = (failed: number): string =>
  `${count(failed, "call")} failed: what ${failed === 1 ? "it" : "they"} would have said is unknown, and each assistant weighs by all its calls, failed ones too.`;

/** A clause where calls failed so that the rate is not the plain share of the answers; else nothing. */
export const weighing = (
  rate: number,
  { mentions, answers }: Pick<Metrics, "mentions" | "answers">,
): string => (Math.abs(rate - mentions / answers) > 0.005 ? ", each assistant weighed by its calls" : "");

/**
 * How a report differs from the previous one, as a clause with its size and whether it is noise; null without one. `pair`: from another
 * one that somebody chose, judged by these two alone.
 */
export function movement(
  change:
    | (Pick<Change, "direction" | "appearanceRateDelta" | "prompts" | "stopped"> &
        ComparedFigures &
        FailedOnOneSide)
    | null,
  pair = false,
): string | null {
  if (change === null) return null;
  const other = pair ? "the other report" : "the previous report";
  if (change.stopped) return `not compared with ${other}: a person stopped the run`;
  const { direction, appearanceRateDelta: delta, prompts } = change;
  if (direction === "model_changed") return `not compared with ${other}: the models have changed`;
  if (direction === "reading_changed")
    return `not compared with ${other}: its answers were read on other terms`;
  if (direction === "insufficient_data" || delta === null)
    return `too little in common with ${other} to tell a change from noise`;
  const size = delta === 0 ? "no change in how often it is named" : points(delta);
  const moved = `${size} ${pair ? `from ${other}` : comparedWith(change)} over ${count(prompts, "common prompt")}`;
  if (direction === "failures_differ")
    return `${moved}, but whether that is a change cannot be told: ${count(change.answersFailed ?? 0, "call")} failed`;
  const noise = pair ? "noise of these two by themselves" : "noise";
  return direction === "flat" ? `${moved}, within the ${noise}` : `${moved}, more than the ${noise}`;
}

/** Calls that failed more on one side; pages that were shared earlier do not know them. */
type FailedOnOneSide = Partial<Pick<Change, "answersFailed">>;

/** Which reports are compared; pages that were shared earlier know only those before. */
export type ComparedFigures = Pick<Change, "reports"> & Partial<Pick<Change, "newestReports">>;

/** From which reports a figure has moved, and over how many: "from the previous report", "over 2 reports from the mean of the 8 before". */
export function comparedWith({ reports, newestReports = 1 }: ComparedFigures): string {
  const before = reports > 1 ? `from the mean of the ${reports} reports before` : "from the previous report";
  return newestReports > 1
    ? `over ${newestReports} reports from ${reports > 1 ? `the mean of the ${reports} before` : "the one before"}`
    : before;
}

/** Which way a rate moved and how far: "up 3 points", "no change". */
export function points(delta: number): string {
  if (delta === 0) return "no change";
  return `${delta > 0 ? "up" : "down"} ${pointsInWords(delta)}`;
}

/** How far a rate moved, whichever way: "1 point", "less than a point". */
export function pointsInWords(delta: number): string {
  const rounded = whole(Math.abs(delta));
  return rounded === 0 ? "less than a point" : count(rounded, "point");
}

/** An end of a range of points, without a sign: only what is exactly 0 shows as 0. */
export function pointsEnd(delta: number): string {
  const size = 100 * Math.abs(delta);
  return size > 0 && size < 0.5 ? String(Number(size.toPrecision(1))) : String(whole(Math.abs(delta)));
}

/** Two rates that stand beside the points between them, so that what is shown adds up: with a decimal where whole percents would not. */
export function besidePoints(
  before: number,
  after: number,
  delta = after - before,
): { before: string; after: string } {
  const percents = [before, after].map(percent);
  const [from = 0, to = 0] = percents.map((text) => Number.parseInt(text, 10));
  // "under 1%" and "over 99%" agree with either.
  const addUp = percents.some((text) => !/^\d/.test(text)) || Math.abs(from - to) === whole(Math.abs(delta));
  const say = addUp ? percent : (rate: number) => `${(100 * fourDecimals(rate)).toFixed(1)}%`;
  return { before: say(before), after: say(after) };
}

/** "1 answer", "12,000 answers". */
export const count = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;

/** A whole percent; 0 and 100 only for exactly none and all. */
export function percent(rate: number): string {
  if (rate > 0 && rate < 0.005) return "under 1%";
  if (rate < 1 && rate >= 0.995) return "over 99%";
  return `${whole(rate)}%`;
}

/** Below so many answers a rate is said as a count. */
const fewAnswers = 30;

export const isFew = (answers: number): boolean => answers < fewAnswers;

/** "11 of 24" where answers are few and that is the rate, or else "46%". */
export const rateOrCount = (rate: number, metrics: Pick<Metrics, "mentions" | "answers">): string =>
  isFew(metrics.answers) && weighing(rate, metrics) === ""
    ? `${metrics.mentions} of ${metrics.answers}`
    : percent(rate);

/** A rate as the API gives it, so that a sentence and a reader of the API round alike. */
const fourDecimals = (rate: number): number => Math.round(rate * 10_000) / 10_000;

const whole = (rate: number): number => Math.round(fourDecimals(rate) * 100);

/** A rate's interval: "9–97%"; with enough decimals to keep an end that is not 0 or 100 from showing as one: "0.004–3%". */
export function percentRange([low, high]: Readonly<Interval>): string {
  return `${percentEnd(low)}–${percentEnd(high)}%`;
}

const mostDecimals = 3;

/** An end of a range, in percent without the sign. */
export function percentEnd(rate: number): string {
  const rounded = whole(rate);
  if ((rounded !== 0 && rounded !== 100) || rate === 0 || rate === 1) return String(rounded);
  const distance = 100 * Math.min(rate, 1 - rate);
  const decimals = Math.min(mostDecimals, Math.max(1, Math.ceil(-Math.log10(distance))));
  return String(Number((100 * rate).toFixed(decimals)));
}

/** A score with one decimal: "54.1", "−4.2". */
export const oneDecimal = (value: number): string =>
  (Math.round(value * 10) / 10 + 0).toFixed(1).replace("-", "−");

/** A figure as tables show it: "81%" for a share, "54.1" for a score; a dash if unknown. */
export function figure(value: number | null, unit: Unit): string {
  if (value === null) return "–";
  return unit === "share" ? percent(value) : oneDecimal(value);
}

/** A figure's interval as tables show it: "30–87%", "38.1–60.2"; empty if it has none. */
export function range(ends: Readonly<Interval> | null, unit: Unit): string {
  if (ends === null) return "";
  return unit === "share" ? percentRange(ends) : `${oneDecimal(ends[0])}–${oneDecimal(ends[1])}`;
}
