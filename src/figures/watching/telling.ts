import { standardNormal } from "../uncertainty/normal.ts";
import { type FoundChange, type Look, longestRun, type Rhythm, type WatchedPoint } from "./changepoints.ts";
import type { WatchedSeries } from "./shifts.ts";
import { type IdleReason, usualWatches, type Watch } from "./watch.ts";

/** What was told last of a watch. */
export interface ToldChange {
  id: string;
  direction: "up" | "down";
  /** When it most likely began, and the first and the last report with which it may have (RFC 3339). */
  since: string;
  sinceBetween: [string, string];
  /** The level before it and since, when it was told: fractions of 1, or their difference for a gap. */
  before: number;
  after: number;
  reports: number;
  reportsBefore: number;
  /** How unlikely chance made it, in deviations of a normal distribution. */
  deviations: number;
  /** When the answers were given by which it was told, and their report. */
  toldAt: string;
  reportId: string;
  /** To whom the gap is, or whose figure it is; null for the brand's own. */
  competitor: string | null;
  /** It has been told that it is over, or the measurement changed. */
  over: boolean;
}

/** What a report has to tell of one watch. */
export type WatchMessage =
  | { kind: "detected"; change: ToldChange }
  | {
      kind: "cleared";
      change: ToldChange;
      because: ClearedBecause;
      /** Null where it is not looked at any more. */
      level: number | null;
    };

/** Why a change is over: its level is back, it is in no answers any more, or another competitor is the nearest. */
export const clearedReasons = ["returned", "not_there", "another_nearest"] as const;
export type ClearedBecause = (typeof clearedReasons)[number];

/** What is remembered of a watch in one series of reports. */
export interface WatchMemory {
  /** What was told last. */
  change: ToldChange | null;
  /** When the answers were given by which it was judged last; null: what its prompts show is not known from before. */
  judgedAt: string | null;
  /** Which prompts of a tag it was about, as a hash; empty without a tag. */
  over: string;
  /** The reports that measured the same by then. */
  reports: number;
}

/** A watch as its newest report leaves it; without a current series, nothing is known of it by that report. */
export interface JudgedWatch {
  watch: Watch;
  competitor: string | null;
  series: Pick<WatchedSeries, "current" | "rhythm">;
  /** Which prompts it is about, as `WatchMemory` has them. */
  over: string;
  /** Why it can tell nothing; absent if it can. */
  idle?: IdleReason;
}

/**
 * A shift that is told must be so unlikely: in deviations of a normal distribution, for the usual watches. By simulation,
 * `npm run bench -- tell`; not below the bound of the test itself.
 */
const tellTerms: Record<Rhythm, number> = { daily: 4.1, weekly: 3.1 };

/** Where days carry over, false alarms get rarer more slowly than the normal distribution says: by the same simulation. */
const shareExponent = 1.5;

/** All watches of a project share its one false alarm a year: the more there are, the surer each has to be. */
export function tellBound(rhythm: Rhythm, watches: number): number {
  const usual = tellTerms[rhythm];
  if (watches <= usualWatches.length) return usual;
  const share = tail(usual) * (usualWatches.length / watches) ** shareExponent;
  let [low, high] = [usual, 8];
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (tail(middle) > share) low = middle;
    else high = middle;
  }
  return high;
}

/** Abramowitz & Stegun 26.2.12 beyond 3, where the distribution function is too coarse. */
const tail = (z: number): number =>
  z < 3
    ? 1 - standardNormal(z)
    : (Math.exp((-z * z) / 2) / (z * Math.sqrt(2 * Math.PI))) * (1 - 1 / z ** 2 + 3 / z ** 4 - 15 / z ** 6);

/** The part of a change by which the level may miss the old one and count as back. */
const returned = 0.5;

interface Moment {
  /** How many watches the project has, counted once for each series of its reports. */
  watches: number;
  /** When the answers were given by which the watch was judged last; null if that is not known. */
  judgedAt: string | null;
  /** When the newest report's answers were given, its id, and an id for what is told anew. */
  at: string;
  reportId: string;
  newId: string;
}

/**
 * What the newest report of a series has to tell of a watch, after what was told last, in order. A shift is told by the first report that
 * makes it as sure as the watches of a project together demand, or by the next one where nobody could judge that report: once, however the
 * reports before are read, deleted or measured again.
 */
export function tellingsOf(
  judgedWatch: Pick<JudgedWatch, "watch" | "competitor" | "series">,
  toldChange: ToldChange | undefined,
  moment: Moment,
): WatchMessage[] {
  const { watch, competitor, series } = judgedWatch;
  if (!series.current) return [];
  const isLeft =
    watch.of === "gap" &&
    watch.competitor === null &&
    competitor !== null &&
    toldChange !== undefined &&
    !toldChange.over &&
    toldChange.competitor !== competitor;
  const end: WatchMessage[] = isLeft
    ? [{ kind: "cleared", change: toldChange, because: "another_nearest", level: null }]
    : [];
  const telling = ofLevel(judgedWatch, toldChange, moment);
  return telling ? [...end, telling] : end;
}

/** What the level itself says. */
function ofLevel(
  { watch, competitor, series }: Pick<JudgedWatch, "watch" | "competitor" | "series">,
  toldChange: ToldChange | undefined,
  moment: Moment,
): WatchMessage | null {
  if (!series.current) return null;
  const { shifts, reports } = series.current;
  const bound = tellBound(series.rhythm, moment.watches);
  // What the test has found is sure enough at its own bound, whatever rounding says.
  const isSure = ({ deviations }: Look): boolean => deviations >= bound - 1e-6;
  if (toldChange && isOpen(toldChange, reports, competitor)) {
    const isBack = (level: number): boolean =>
      Math.abs(level - toldChange.before) <= returned * Math.abs(toldChange.before - toldChange.after);
    const itself = shifts.findLast((shift) => isSame(shift, toldChange));
    const level = itself ? null : levelSince(reports, toldChange.since);
    // Without the report that told it, it may not be sure enough yet; it is gone only where its level is.
    if (level !== null && isBack(level))
      return { kind: "cleared", change: toldChange, because: "not_there", level };
    for (const shift of itself ? shifts.slice(shifts.indexOf(itself) + 1).toReversed() : []) {
      const look = shift.looks.findLast((each) => isSure(each) && each.at > toldChange.toldAt);
      if (look && shift.direction !== toldChange.direction && isBack(look.after))
        return { kind: "cleared", change: toldChange, because: "returned", level: look.after };
    }
  }
  const points = watch.atLeast / 100;
  for (const shift of shifts.toReversed()) {
    const look = shift.looks.find((each) => isSure(each) && Math.abs(each.after - each.before) >= points);
    if (!look || !isNews(look, reports, moment)) continue;
    if (watch.direction !== "either" && watch.direction !== shift.direction) continue;
    if (toldChange?.competitor === competitor && wasTold(shift, toldChange)) continue;
    return { kind: "detected", change: toldOf(shift, look, competitor, moment) };
  }
  return null;
}

/** Whether the newest report is the first by which a look could be told: itself, or after some that nobody judged. */
const isNews = ({ at }: Look, reports: readonly WatchedPoint[], moment: Moment): boolean =>
  at === moment.at ||
  (moment.judgedAt !== null &&
    at > moment.judgedAt &&
    reports.slice(-longestRun).some((report) => report.at === at));

/** Whether a shift is what was told last: it began before that was told, or is the change that is not over. */
const wasTold = (shift: FoundChange, toldChange: ToldChange): boolean =>
  shift.direction === toldChange.direction &&
  (shift.since <= toldChange.toldAt || (!toldChange.over && isSame(shift, toldChange)));

/** Whether a change that was told can still be followed: in the same measurement, of the same competitor. */
const isOpen = (
  toldChange: ToldChange,
  [first]: readonly WatchedPoint[],
  competitor: string | null,
): boolean =>
  !toldChange.over &&
  first !== undefined &&
  first.at <= toldChange.since &&
  toldChange.competitor === competitor;

function levelSince(reports: readonly WatchedPoint[], since: string): number | null {
  const later = reports.filter(({ at }) => at >= since);
  return later.length === 0 ? null : later.reduce((sum, { rate }) => sum + rate, 0) / later.length;
}

/** Of the same time, or between the same levels: without the report that told it, it may be dated otherwise. */
function isSame(shift: FoundChange, toldChange: ToldChange): boolean {
  if (shift.direction !== toldChange.direction) return false;
  const isNear = (one: number, other: number): boolean =>
    Math.abs(one - other) <= returned * Math.abs(toldChange.before - toldChange.after);
  return (
    (shift.sinceBetween[0] <= toldChange.toldAt && toldChange.sinceBetween[0] <= shift.sinceBetween[1]) ||
    (isNear(shift.before, toldChange.before) && isNear(shift.after, toldChange.after))
  );
}

const toldOf = (
  { direction, since, sinceBetween }: FoundChange,
  { before, after, reports, reportsBefore, deviations }: Look,
  competitor: string | null,
  { at, reportId, newId }: Moment,
): ToldChange => ({
  ...{ id: newId, direction, since, sinceBetween, before, after, reports, reportsBefore, deviations },
  ...{ toldAt: at, reportId, competitor, over: false },
});

/** What is remembered of the change that was told last, after a watch's newest report. */
export function rememberedOf(
  { competitor, series }: Pick<JudgedWatch, "competitor" | "series">,
  toldChange: ToldChange | undefined,
  tellings: readonly WatchMessage[],
): ToldChange | undefined {
  const telling = tellings.at(-1);
  if (telling?.kind === "detected") return telling.change;
  if (!toldChange || telling?.kind === "cleared") return toldChange && { ...toldChange, over: true };
  return series.current && !isOpen(toldChange, series.current.reports, competitor)
    ? { ...toldChange, over: true }
    : toldChange;
}

/**
 * What is known of a watch when it is judged. Where its tag is of other prompts than before, their series is another: what was told of
 * those ends without a word, and what these showed before is history.
 */
export function knownBefore(judgedWatch: JudgedWatch, memory: WatchMemory | undefined) {
  const { change = null, judgedAt = null } = memory ?? {};
  // Stores of before do not say of which prompts it was.
  if (!memory || memory.judgedAt === null || memory.over === judgedWatch.over)
    return { change: change ?? undefined, judgedAt };
  return { change: change ? { ...change, over: true } : undefined, judgedAt: null };
}
