import type { Interval } from "./interval.ts";

// Failed calls may depend on what the answer would have said, so where more of them failed on one side of a difference than on
// the other, they may be the difference. Source: docs/measuring.md, "Change".

/** How the calls of one assistant went in a report. */
export interface Calls {
  provider: string;
  answers: number;
  answersFailed: number;
}

/** Where no more than this share of all calls failed, they could not move a figure by more. */
const tolerated = 0.02;

/** Whether so many failed that answers may not be typical of those that would have been given. */
export const areMany = (calls: readonly Omit<Calls, "provider">[]): boolean =>
  lostOf(summed(calls)) > tolerated;

/** What an assistant lost on one side of a difference beyond what it lost on the other. */
export interface Excess {
  side: "before" | "after";
  /** The share of what it would have answered without this. */
  lost: number;
  /** Its part of all calls on that side. */
  part: number;
  /** Its failed calls on both sides. */
  failed: number;
  provider: string;
}

/** The assistants that lost more of their calls on one side; none where hardly any failed. Each side has one or more reports. */
export function excessesBetween(before: readonly Calls[], after: readonly Calls[]): Excess[] {
  if (!areMany(before) && !areMany(after)) return [];
  const [earlier, later] = [byProvider(before), byProvider(after)];
  return [...later].flatMap(([provider, calls]) => {
    const others = earlier.get(provider);
    const [lostBefore, lostAfter] = [others ? lostOf(others) : 0, lostOf(calls)];
    if (!others || lostBefore === lostAfter) return [];
    const side: Excess["side"] = lostBefore < lostAfter ? "after" : "before";
    const [less, more] = side === "after" ? [lostBefore, lostAfter] : [lostAfter, lostBefore];
    const [own, all] = side === "after" ? [calls, after] : [others, before];
    return [
      {
        ...{ provider, side, lost: (more - less) / (1 - less), part: callsOf(own) / callsOf(summed(all)) },
        failed: others.answersFailed + calls.answersFailed,
      },
    ];
  });
}

const byProvider = (calls: readonly Calls[]) =>
  new Map(
    [...Map.groupBy(calls, ({ provider }) => provider)].map(([provider, own]) => [provider, summed(own)]),
  );

const summed = (calls: readonly Omit<Calls, "provider">[]): Omit<Calls, "provider"> => ({
  answers: calls.reduce((sum, { answers }) => sum + answers, 0),
  answersFailed: calls.reduce((sum, { answersFailed }) => sum + answersFailed, 0),
});

const callsOf = ({ answers, answersFailed }: Omit<Calls, "provider">): number => answers + answersFailed;

/** 0 if nothing was asked. */
const lostOf = (calls: Omit<Calls, "provider">): number =>
  calls.answersFailed === 0 ? 0 : calls.answersFailed / callsOf(calls);

/**
 * How far a difference between 0-1 figures may really lie from what was found, down and up, if the answers that an assistant lost
 * on one side had all been of one kind. `weight`: its part of the figure; `value`: its figure on that side.
 */
export function reachOf(
  { side, lost }: Pick<Excess, "side" | "lost">,
  weight: number,
  value: number,
): Interval {
  const [down, up] = [weight * lost * value, weight * lost * (1 - value)];
  return side === "after" ? [-down, up] : [-up, down];
}

export const noReach: Interval = Object.freeze([0, 0]) as unknown as Interval;

export const addedReach = (all: readonly Interval[]): Interval =>
  all.reduce<Interval>((sum, [down, up]) => [sum[0] + down, sum[1] + up], [0, 0]);

/** What is left of a difference if the lost answers were whatever makes it smallest; at least 0. */
export const borneOut = (delta: number, [down, up]: Readonly<Interval>): number =>
  Math.max(0, delta > 0 ? delta + down : -delta - up);
