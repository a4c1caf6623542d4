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

/** Those of a watch, the one judged last first; stores of before have the change that was told last alone. */
export const memoriesOf = (stored: StoredMemory[] | ToldChange): StoredMemory[] =>
  Array.isArray(stored) ? stored : [{ kind: null, change: stored, judgedAt: null, over: "", reports: 0 }];

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
