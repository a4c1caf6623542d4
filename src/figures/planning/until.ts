import type { Cell } from "../uncertainty/cell.ts";
import { type Change, changeBetween } from "../uncertainty/change.ts";
import type { Interval } from "../uncertainty/interval.ts";

/** When a run may stop asking. Points are percentage points. */
export interface Until {
  /** The 95% interval of the appearance rate over exactly these prompts is at most this wide, end to end. */
  width?: number | undefined;
  /** A change of the appearance rate since the previous report is shown, or one of this many points is ruled out. */
  change?: number | undefined;
  /** The most calls that the run makes. */
  atMost?: number | undefined;
}

/** Why a run with `until` stopped asking. */
export const stopReasons = ["width", "change", "at_most", "spend"] as const;
export type StopReason = (typeof stopReasons)[number];

/** Answers of each engine to each prompt before anything is judged: two show how much answers vary. */
export const firstWave = 2;

/** The most times that a prompt is put to an engine. */
const mostSamples = 10;

/** How often each prompt can be put to each engine within the limit; 0 if it does not suffice for one round. */
export const samplesWithin = (until: Until, cells: number, most: number): number =>
  Math.min(mostSamples, Math.floor(Math.min(until.atMost ?? most, most) / Math.max(1, cells)));

/**
 * Critical values, as normal quantiles, of a test that is repeated this many times, at 5% in all.
 * Source: Pocock, Biometrika 64 (1977), 191.
 */
const pocock = [1.96, 2.178, 2.289, 2.361, 2.413, 2.453, 2.485, 2.512, 2.535, 2.555];

/** What a look at a run under way is based on. */
export interface Look {
  /** The interval that `width` is about; null if it is withheld. */
  samePrompts: Interval | null;
  /** Over prompts like these, which contains the other: it stands in where that is withheld. */
  likeThese: Interval | null;
  change: Pick<Change, "appearanceRateDelta" | "appearanceRateDeltaCi"> | null;
  /** The most looks that the run has, including this one. */
  looks: number;
}

/** Why the run can stop; null if it must go on. */
export function reasonToStop(until: Until, look: Look): StopReason | null {
  const { width, change } = until;
  if (width !== undefined && widthOf(look.samePrompts ?? look.likeThese) <= width / 100 + 1e-9)
    return "width";
  if (change !== undefined && look.change && isKnown(look.change, change / 100, look.looks)) return "change";
  return null;
}

/**
 * The smallest change from these cells, fraction of 1, that so many answers of each engine to each prompt can rule out: if the
 * figures stay what they were, with the bound of `reasonToStop`. Null if they cannot be compared.
 */
export function leastRuledOut(before: readonly Cell[], samples: number): number | null {
  const same = before.map((cell): Cell => {
    const scale = samples / cell.answers;
    const squares =
      cell.visibilitySquares === undefined ? {} : { visibilitySquares: cell.visibilitySquares * scale };
    return {
      ...{ ...cell, ...squares, answers: samples, named: cell.named * scale },
      visibility: cell.visibility * scale,
    };
  });
  const { appearanceRateDelta: delta, appearanceRateDeltaCi: interval } = changeBetween(before, same);
  return delta === null || interval === null
    ? null
    : halfAt({ delta, interval, looks: Math.max(1, samples - firstWave + 1) });
}

const widthOf = (interval: Interval | null): number => (interval ? interval[1] - interval[0] : Infinity);

function isKnown(
  { appearanceRateDelta: delta, appearanceRateDeltaCi: interval }: NonNullable<Look["change"]>,
  points: number,
  looks: number,
): boolean {
  if (delta === null || interval === null) return false;
  const half = halfAt({ delta, interval, looks });
  return Math.abs(delta) > half || Math.abs(delta) + half < points;
}

/** Stricter than for a single look, because repeated looks find something sooner or later. */
function halfAt({ delta, interval, looks }: { delta: number; interval: Interval; looks: number }): number {
  // The end that a difference of 100 points does not cut off.
  const plain = Math.max(delta - interval[0], interval[1] - delta);
  return (plain * pocock[Math.min(looks, pocock.length) - 1]!) / pocock[0]!;
}
