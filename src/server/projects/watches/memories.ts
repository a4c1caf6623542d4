import { dayMs } from "../../../figures/days/calendar.ts";
import type { TrendPoint } from "../../../figures/report.ts";
import { fewestBefore } from "../../../figures/watching/changepoints.ts";
import type { ToldChange, WatchMemory } from "../../../figures/watching/telling.ts";

/** What is remembered of a watch in the series of one kind of reports. */
export interface StoredMemory extends WatchMemory {
  /** What its newest report measured, as far as `isSameKind` asks; null in stores of before. */
  kind: SeriesKind | null;
}

interface SeriesKind {
  surfaces: TrendPoint["surfaces"];
  providers: { provider: string }[];
  prompts: number;
}

export const kindOf = ({ surfaces, providers, prompts }: TrendPoint): SeriesKind => ({
  surfaces,
  providers: providers.map(({ provider }) => ({ provider })),
  prompts,
});

/**
 * What is stored of a watch: the change that processes of the version before go by, which keep the rest, and its memories. What they told
 * anew is the change alone, as in stores of before.
 */
export type StoredWatch = (ToldChange | NoChange) & { series?: StoredMemory[] };

/** No change, as they read it: one that is over. */
interface NoChange {
  id?: never;
  over: true;
}

/** Those of a watch, the one judged last first. */
export function memoriesOf({ series, ...lastChange }: StoredWatch): StoredMemory[] {
  const change = lastChange.id === undefined ? null : lastChange;
  if (!series) return [{ kind: null, change, judgedAt: null, over: "", reports: 0 }];
  // A process of the version before may have told its end.
  return series.map((memory) =>
    change?.over && memory.change?.id === change.id
      ? { ...memory, change: { ...memory.change, over: true } }
      : memory,
  );
}

export const storedWatch = (series: StoredMemory[]): StoredWatch => ({
  ...(newestOf(series) ?? { over: true }),
  series,
});

/** What is stored of a watch, with each change in it as `of` makes it. */
export const withChanges = (
  { series, ...lastChange }: StoredWatch,
  of: (change: ToldChange) => ToldChange,
): StoredWatch => ({
  ...(lastChange.id === undefined ? lastChange : of(lastChange)),
  ...(series && { series: series.map((one) => ({ ...one, change: one.change && of(one.change) })) }),
});

/** The change that was told last, before all those that are over. */
function newestOf(memories: readonly StoredMemory[]): ToldChange | undefined {
  const changes = memories.flatMap(({ change }) => change ?? []);
  const open = changes.filter(({ over }) => !over);
  return (open.length > 0 ? open : changes).sort((one, other) => (one.toldAt < other.toldAt ? 1 : -1))[0];
}

/** What was told last of a watch and is not over. */
export function openChangeOf(stored: StoredWatch): ToldChange | undefined {
  const change = newestOf(memoriesOf(stored));
  return change?.over ? undefined : change;
}

/** What is remembered of a change, over or not; undefined if something was told after it in its series. */
export const changeIn = (stored: StoredWatch, changeId: string): ToldChange | undefined =>
  memoriesOf(stored).flatMap(({ change }) => (change?.id === changeId ? [change] : []))[0];

/** Kinds of reports of which something is remembered for one watch. */
const mostKinds = 8;

/** Those of a watch with one in the place of what was known of its series. */
export const withMemory = (
  memories: readonly StoredMemory[],
  before: StoredMemory | undefined,
  memory: StoredMemory,
): StoredMemory[] => [memory, ...memories.filter((each) => each !== before)].slice(0, mostKinds);

const recentMs = 90 * dayMs;

/**
 * How many series of a project could tell something lately, that of a report among them: together they make the false alarms of a project.
 * `own`: what is of that report's series.
 */
export function seriesIn(
  watches: readonly (readonly StoredMemory[])[],
  own: ReadonlySet<StoredMemory>,
  at: string,
): number {
  const isJudged = (memory: StoredMemory): boolean =>
    !own.has(memory) &&
    memory.reports > fewestBefore &&
    memory.judgedAt !== null &&
    Date.parse(at) - Date.parse(memory.judgedAt) < recentMs;
  return 1 + Math.max(0, ...watches.map((memories) => memories.filter(isJudged).length));
}
