import type { TrendPoint } from "../report.ts";
import type { Calls } from "../uncertainty/failures.ts";
import type { Interval } from "../uncertainty/interval.ts";

/** A figure of one report, in fractions of 1, and its variance when the same prompts are asked again. */
interface Measured {
  value: number;
  variance: number;
}

/** What is watched in a series. */
export interface Quantity {
  /** Null if the report did not measure it. */
  of(point: TrendPoint): Measured | null;
  /** Whether it depends on how rivals are described. */
  ofRivals: boolean;
  range: Readonly<Interval>;
}

export const ownRate: Quantity = { of: ownRateOf, ofRivals: false, range: [0, 1] };

export const rivalRate = (name: string): Quantity => ({
  of: (point) => rivalRateOf(point, name),
  ofRivals: true,
  range: [0, 1],
});

/** The brand's rate less that of a rival. */
export const gapTo = (name: string): Quantity => ({
  of(point) {
    const [own, theirs] = [ownRateOf(point), rivalRateOf(point, name)];
    if (!own || !theirs) return null;
    // Unknown in older points: at most as much as if the two always moved against each other.
    const most = (Math.sqrt(own.variance) + Math.sqrt(theirs.variance)) ** 2;
    return { value: own.value - theirs.value, variance: rivalIn(point, name)!.again?.gap ?? most };
  },
  ofRivals: true,
  range: [-1, 1],
});

/** How the calls of a report went, where any failed; null in older points, which do not say. */
export function callsOf({ providers }: Pick<TrendPoint, "providers">): Calls[] | null {
  const calls = providers.flatMap(({ provider, answers, answersFailed }) =>
    answers === undefined || answersFailed === undefined ? [] : [{ provider, answers, answersFailed }],
  );
  return calls.length === providers.length ? calls : null;
}

function ownRateOf(point: TrendPoint): Measured | null {
  const { appearanceRate: value, appearanceRateCiSamePrompts: interval, answers } = point;
  if (value === null || answers === 0) return null;
  if (interval) return { value, variance: ((interval[1] - interval[0]) / (2 * 1.96)) ** 2 };
  return { value, variance: ofIndependent(value, answers) };
}

function rivalRateOf(point: TrendPoint, name: string): Measured | null {
  const { appearanceRate: value, again } = rivalIn(point, name) ?? { appearanceRate: null };
  if (value === null || point.answers === 0) return null;
  return { value, variance: again?.rate ?? ofIndependent(value, point.answers) };
}

const rivalIn = ({ competitors }: TrendPoint, name: string) => competitors.find((each) => each.name === name);

/** Too few mentions or misses for an interval: as if the answers were independent, and one more were half a mention. */
function ofIndependent(rate: number, answers: number): number {
  const likely = (rate * answers + 0.5) / (answers + 1);
  return (likely * (1 - likely)) / answers;
}

/** Reports whose news must not choose whom they are judged against. */
const newest = 6;
const fewest = 4;

/**
 * The rival whose appearance rate lay nearest to the brand's before the newest reports, on average; null if none was measured
 * in all of these.
 */
export function nearestRival(points: readonly TrendPoint[]): string | null {
  const earlier = points.slice(0, Math.max(Math.min(fewest, points.length), points.length - newest));
  const names = points.at(-1)?.competitors.map(({ name }) => name) ?? [];
  let nearest: { name: string; distance: number } | null = null;
  for (const name of names) {
    const gaps = earlier.flatMap((point) => gapTo(name).of(point)?.value ?? []);
    if (gaps.length === 0 || gaps.length < earlier.length / 2) continue;
    const distance = Math.abs(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length);
    if (!nearest || distance < nearest.distance) nearest = { name, distance };
  }
  return nearest?.name ?? null;
}
