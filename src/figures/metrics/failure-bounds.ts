import { cancelled, type MeasuredAnswer, pending } from "../../reader/answer.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import { estimate } from "../uncertainty/estimate.ts";
import { areMany } from "../uncertainty/failures.ts";
import type { Interval } from "../uncertainty/interval.ts";
import type { EngineCalls } from "./engines.ts";
import type { Metrics } from "./metric-table.ts";
import { ratioCount } from "./ratio-count.ts";
import { isSameCell, placesOf, type QuestionOf } from "./tally.ts";

/** What was counted of one brand: its appearance rate, and the interval of that over prompts like these. */
type RateKnown = Pick<Metrics, "appearanceRate" | "appearanceRateCi">;

/**
 * By brand, the own one first: the range of the appearance rate over prompts like these if the failed calls had all
 * named the brand, or none had, each with its sampling error. Null if no more than a fiftieth of the calls failed, or all did.
 * The answers are in order.
 */
export function failureBounds(
  ordered: readonly MeasuredAnswer[],
  { rivals }: TrackedBrands,
  engines: readonly EngineCalls[],
  rates: readonly RateKnown[],
  topics: QuestionOf,
): (Interval | null)[] {
  const calls = engines.map(({ answered, failed }) => ({ answers: answered, answersFailed: failed }));
  if (!areMany(calls) || calls.every(({ answers }) => answers === 0)) return rates.map(() => null);
  const brandOf = new Map(rivals.map(({ name }, index) => [name, index + 1]));
  const keys = [...new Set(ordered.map(({ promptKey }) => promptKey))];
  const places = placesOf(keys, topics);
  const placeOf = new Map(keys.map((key, at) => [key, places[at]!]));
  const asks = ratioCount.denominator(new Set(places).size);
  const counts = rates.map(() => ({ least: ratioCount.over(asks), most: ratioCount.over(asks) }));
  let at = -1;
  let last: MeasuredAnswer | undefined;
  const endCell = () => {
    for (const { least, most } of counts) {
      least.endCell(at, 1);
      most.endCell(at, 1);
    }
    asks.endCell(at, 1);
  };
  for (const answer of ordered) {
    const { reading, errorCode } = answer;
    if (last && !isSameCell(last, answer)) endCell();
    at = placeOf.get(answer.promptKey)!;
    last = answer;
    if (reading === null) {
      if (errorCode === cancelled || errorCode === pending) continue;
      asks.add(1);
      for (const { most } of counts) most.add(1, 1);
      continue;
    }
    asks.add(1);
    for (const { isOwnBrand, name } of reading.mentions) {
      const brand = isOwnBrand ? 0 : brandOf.get(name);
      if (brand === undefined) continue;
      counts[brand]!.least.add(1, 1);
      counts[brand]!.most.add(1, 1);
    }
  }
  if (last) endCell();
  return counts.map(({ least, most }, brand) => {
    const { appearanceRateCi: interval } = rates[brand]!;
    const [low, high] = [least, most].map(({ sums }) => estimate(sums, "rate", [0, 1]).interval);
    return interval && low && high ? [Math.min(interval[0], low[0]), Math.max(interval[1], high[1])] : null;
  });
}
