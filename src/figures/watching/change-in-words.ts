import { providerName } from "../../reader/provider.ts";
import { dayIn } from "../days/day.ts";
import { besidePoints, percent, pointsInWords } from "../figures-in-words.ts";
import { isolateDirection } from "../isolate-direction.ts";
import type { ClearedBecause, ToldChange } from "./telling.ts";
import type { Watch } from "./watch.ts";

/** More than 95 % needs by itself: a change is told because it looks large. By simulation, `npm run bench -- claims 200 gaps`. */
const sure = 2.23;

/** A change as people are told of it. */
export interface ChangeFacts {
  brand: string;
  watch: Pick<Watch, "of" | "tag" | "provider">;
  change: Omit<ToldChange, "id" | "toldAt" | "reportId" | "over">;
  timezone: string;
}

/** What has changed, in a few words. */
export function changeTitle({ brand, watch, change }: ChangeFacts): string {
  const { direction, competitor } = change;
  const isUp = direction === "up";
  if (watch.of === "gap" && competitor !== null) {
    const [winner, loser] = isUp ? [brand, competitor] : [competitor, brand];
    return `${isolateDirection(winner)} has ${overtaking(change)} ${isolateDirection(loser)}${where(watch)}`;
  }
  return `${isolateDirection(competitor ?? brand)} is named ${isUp ? "more" : "less"} often${where(watch)}`;
}

/** What a gap did: it is on the other side of 0, or at it, only where both levels say so by more than their noise. */
function overtaking({ before, after, deviations, reports, reportsBefore }: ChangeFacts["change"]): string {
  const noise = (sure * Math.abs(after - before)) / deviations;
  const share = reports / (reports + reportsBefore);
  // The noise of a difference is mostly that of the level of fewer reports.
  const wasApart = Math.abs(before) > noise * Math.sqrt(share);
  const isApart = Math.abs(after) > noise * Math.sqrt(1 - share);
  const isAcross = before < 0 !== after < 0;
  if (wasApart && isApart && isAcross) return "passed";
  const isNearer = isAcross || Math.abs(after) < Math.abs(before);
  return wasApart && !isApart && isNearer ? "caught up with" : "gained on";
}

/** The change in a sentence with its size, and since when. */
export function changeSays(facts: ChangeFacts): string {
  const { brand, watch, change } = facts;
  const { before, after, competitor } = change;
  const rates = besidePoints(before, after);
  const size =
    watch.of === "gap" && competitor !== null
      ? `${isolateDirection(brand)} is named ${apart(after)} ${isolateDirection(competitor)}${where(watch)}; before, ${apart(before).replace(/ than$/, "")}.`
      : `${isolateDirection(competitor ?? brand)} is named in ${rates.after} of ${answersOf(watch)}, ${pointsInWords(after - before)} ${after > before ? "more" : "less"} than the ${rates.before} before.`;
  return `${size} ${since(facts)}`;
}

const apart = (gap: number): string =>
  Math.round(Math.abs(gap) * 100) === 0
    ? "as often as"
    : `${pointsInWords(gap)} ${gap > 0 ? "more" : "less"} often than`;

function since({ change: { since, sinceBetween }, timezone }: ChangeFacts): string {
  const day = (time: string): string => dayIn(time, timezone);
  const [first, last] = sinceBetween.map(day);
  return `Since ${day(since)}${first === last ? "" : ` (95% interval ${first} to ${last})`}.`;
}

/** How sure it is. */
export const changeSureness = "A change like this comes by chance less than once a year.";

/** Why a change is over, and with what: the level that is back, or the competitor that is the nearest instead. */
export interface Cleared {
  because: ClearedBecause;
  level: number | null;
  nearest: string | null;
}

/** What is told when a change is over. */
export function clearedSays(facts: ChangeFacts, { because, level, nearest }: Cleared): string {
  const { brand, watch, change, timezone } = facts;
  const day = dayIn(change.since, timezone);
  const direction = change.direction === "up" ? "rise" : "fall";
  const { competitor, before, after } = change;
  const isGap = watch.of === "gap" && competitor !== null;
  // Whoever came between the change and its end learns here what it was.
  const size = isGap ? pointsInWords(after - before) : `from ${percent(before)} to ${percent(after)}`;
  if (because === "another_nearest")
    return `The watch is of the gap to the nearest competitor, which is ${isolateDirection(nearest ?? "")}. So the ${direction} of ${day}, by ${size}, is not followed further. To follow it, watch the gap to ${isolateDirection(competitor ?? "")} by name.`;
  if (because === "not_there" || level === null)
    return `The ${direction} of ${day}, ${isGap ? `by ${size}` : size}, is not there any more: answers were read again or deleted.`;
  return isGap
    ? `${isolateDirection(brand)} is named ${apart(level)} ${isolateDirection(competitor)}${where(watch)}, nearer to what it was before the ${direction} by ${size} of ${day} (${apart(before).replace(/ than$/, "")}) than to that since.`
    : `${isolateDirection(competitor ?? brand)} is named in ${percent(level)} of ${answersOf(watch)}, nearer to what it was before the ${direction} of ${day} (${size}) than to that since.`;
}

export function clearedTitle(
  { brand, watch, change }: ChangeFacts,
  { because, nearest }: Pick<Cleared, "because" | "nearest">,
): string {
  const { competitor } = change;
  if (because === "another_nearest")
    return `The nearest competitor of ${isolateDirection(brand)} is ${isolateDirection(nearest ?? "")}, not ${isolateDirection(competitor ?? "")}${where(watch)}`;
  if (because === "not_there")
    return `A change of ${isolateDirection(competitor ?? brand)} is not there any more${where(watch)}`;
  return watch.of === "gap" && competitor !== null
    ? `${isolateDirection(brand)} and ${isolateDirection(competitor)} are about as far apart as before${where(watch)}`
    : `${isolateDirection(competitor ?? brand)} is named about as often as before${where(watch)}`;
}

/** " on prompts tagged CRM", " by ChatGPT"; nothing for all answers. */
function where({ tag, provider }: ChangeFacts["watch"]): string {
  return `${provider === null ? "" : ` by ${providerName(provider)}`}${tag === null ? "" : ` on prompts tagged ${isolateDirection(tag)}`}`;
}

/** "the answers", of which the figure is a share; those by an assistant, or to prompts with a tag. */
function answersOf({ tag, provider }: ChangeFacts["watch"]): string {
  return `the answers${provider === null ? "" : ` by ${providerName(provider)}`}${tag === null ? "" : ` to prompts tagged ${isolateDirection(tag)}`}`;
}
