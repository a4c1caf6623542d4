import {
  comparedWith,
  count,
  failing,
  isFew,
  percentEnd,
  pointsEnd,
  pointsInWords,
  rateOrCount,
  weighing,
} from "./figures-in-words.ts";
import type { Change } from "./uncertainty/change.ts";
import type { Interval } from "./uncertainty/interval.ts";

// What a page says first of a report, the web app's and the public one alike; they differ in what they call prompts.

interface NamedIn {
  rate: number | null;
  mentions: number;
  answers: number;
}

/** How often the brand is named, after its name: " is named in ", "73%", " of answers." */
export function namedIn({ rate, mentions, answers }: NamedIn): [string, string, string] {
  if (rate === null || answers === 0) return [": ", "not known", " yet."];
  const weighed = weighing(rate, { mentions, answers });
  const rest = weighed
    ? ` of ${count(answers, "answer")}${weighed}.`
    : isFew(answers)
      ? ` ${answers === 1 ? "answer" : "answers"}.`
      : " of answers.";
  return [" is named in ", rateOrCount(rate, { mentions, answers }), rest];
}

/** `prompts`: what the page calls them. */
export const likely = (interval: Readonly<Interval> | null, prompts = "prompts"): string =>
  interval === null
    ? "The likely range is not known."
    : `Likely between ${percentEnd(interval[0])}% and ${percentEnd(interval[1])}% over ${prompts} like these.`;

/** The likely range whatever the calls that failed would have said, where they could have moved the rate further; or else nothing. */
export function whateverFailed(
  interval: Readonly<Interval> | null,
  failed: Parameters<typeof failing>[1],
): string {
  const clause = interval === null ? "" : failing(interval, failed);
  return clause && `The share of answers lies in ${clause.slice(2)}.`;
}

/** A change as pages know it; those that were shared earlier do not know all. */
export type StatedChange = Pick<
  Change,
  "direction" | "reports" | "prompts" | "appearanceRateDelta" | "appearanceRateDeltaCi"
> &
  Partial<Pick<Change, "newestReports" | "answersFailed" | "stopped">>;

/**
 * What is known of the change since the report before, of that `day` if it is known: within noise there is no size to state, beyond it
 * its range is stated with it.
 */
export function changed(change: StatedChange, day: string | null, prompts = "prompt"): string {
  const { direction, appearanceRateDelta: delta, appearanceRateDeltaCi: interval } = change;
  const alone = change.reports === 1 && (change.newestReports ?? 1) === 1;
  const from = alone && day ? `since ${day}` : comparedWith(change);
  if (direction === "flat") return `In how often it is named, no change ${from} can be told from chance.`;
  if ((direction === "up" || direction === "down") && delta !== null) {
    const [low, high] = (interval ?? []).map(Math.abs).sort((one, other) => one - other);
    const range = high === undefined ? "" : `, likely ${pointsEnd(low!)} to ${pointsEnd(high)}`;
    const size = `${direction === "up" ? "Up" : "Down"} ${pointsInWords(delta)}`;
    return `${size} ${from} over ${count(change.prompts, `common ${prompts}`)}${range}: more than chance.`;
  }
  if (direction === "failures_differ")
    return `Whether there is a change ${from} cannot be told: ${count(change.answersFailed ?? 0, "call")} failed.`;
  if (change.stopped) return "Somebody stopped the run, so no change is stated.";
  if (direction === "model_changed") return "Another model answers now, so there is no change to state.";
  if (direction === "reading_changed")
    return "Answers are read in another way now, so there is no change to state.";
  return `Too few ${prompts}s or answers are in both reports to compare them.`;
}
