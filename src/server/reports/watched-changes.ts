import { dayMs } from "../../figures/days/calendar.ts";
import { promptsTagged, type TagsByPrompt } from "../../figures/tags/tag.ts";
import type { DatedPoint } from "../../figures/trend.ts";
import { gapTo, nearestRival, ownRate, type Quantity, rivalRate } from "../../figures/watching/quantity.ts";
import { watchSeries } from "../../figures/watching/shifts.ts";
import type { JudgedWatch } from "../../figures/watching/telling.ts";
import { idleBecause, type Watch } from "../../figures/watching/watch.ts";
import type { Context } from "../api/context.ts";
import { isOutage } from "../kernel/outage.ts";
import { BusyError } from "../outbound/parsing.ts";
import { tagsOf } from "../projects/prompts/prompt-tags.ts";
import { askedLately } from "../projects/watches/asked-lately.ts";
import type { EndingReport } from "../projects/watches/tellings.ts";
import { areTracked, watchesOf } from "../projects/watches/watches.ts";
import { keyOfPart, type Part, pointOver, pointsOver, readFor } from "./part/report-part.ts";
import { pointsAtEnd } from "./trends/trends.ts";

type Parts = Pick<Context, "db" | "parsing" | "now" | "log"> & {
  /** The tags that prompts have once the report has ended; absent: those that they have. */
  tags?: TagsByPrompt | undefined;
};

/** Answers older than this are history, which is told to nobody. */
const historyMs = 31 * dayMs;

/** Milliseconds in which the watches of one report are read; points stay known, so that the next report gets further and tells of both. */
const patienceMs = 5_000;

/**
 * Judges a project's watches by a report that is about to end, by the test that the headline and trends go by. Empty if the report
 * is not the newest of its kind, or measured long ago.
 */
export async function judgeWatches(parts: Parts, report: EndingReport): Promise<readonly JudgedWatch[]> {
  const { db, now, log } = parts;
  if (now().getTime() - Date.parse(report.measuredAt) > historyMs) return [];
  try {
    const points = await pointsAtEnd(db, report);
    return points ? await judgedBy(parts, report, points) : [];
  } catch (error) {
    if (isOutage(error) || error instanceof BusyError) throw error;
    log.error({ report: report.id, err: error }, "watches could not be judged");
    return [];
  }
}

async function judgedBy(
  parts: Parts,
  report: EndingReport,
  points: readonly DatedPoint[],
): Promise<JudgedWatch[]> {
  const { watches } = await watchesOf(parts.db, report.projectId);
  const tags = parts.tags ?? (await tagsOf(parts.db, report.projectId));
  const competitors = new Set(report.brands.rivals.map(({ name }) => name));
  const areSame = await areTracked(parts.db, report.projectId, competitors);
  const asks = await askedLately(parts.db, report.projectId, { watches, tags, ending: report });
  const began = performance.now();
  const judgedWatches: JudgedWatch[] = [];
  const pointsByPart = new Map<string, readonly DatedPoint[]>();
  for (const watch of watches) {
    const promptKeys = watch.tag === null ? undefined : promptsTagged(tags, watch.tag);
    const late = performance.now() - began > patienceMs;
    const isPart = promptKeys !== undefined || watch.provider !== null;
    const part: Part = {
      ...(watch.tag !== null && promptKeys ? { tagged: { tag: watch.tag, promptKeys } } : {}),
      ...(watch.provider ? { provider: watch.provider } : {}),
    };
    // Who was renamed while it was made has the name of before in it.
    const isKnown = watch.of === "brand" || areSame;
    // Nothing is known of it by this report: what is remembered of it stays, for the next to go on from.
    const own =
      promptKeys === null || (late && isPart) || !isKnown
        ? []
        : (pointsByPart.get(partOf(watch)) ??
          (isPart ? await seriesOf(parts, report, points, part) : points));
    if (!late && isKnown) pointsByPart.set(partOf(watch), own);
    const quantity = quantityOf(watch, own);
    const { current, rhythm } = watchSeries(quantity ? own : [], quantity?.quantity);
    const present = { tags, competitors, asks };
    const idle = idleBecause(own.length > 0 ? { ...watch, tag: null, provider: null } : watch, present);
    judgedWatches.push({
      ...{ watch, competitor: quantity?.competitor ?? null, series: { current, rhythm } },
      over: keyOfPart(part).over,
      ...(idle && isKnown ? { idle } : {}),
    });
  }
  return judgedWatches;
}

/** Watches of one part, such as its rate and its gap, are judged over the same points. */
const partOf = ({ tag, provider }: Watch): string => JSON.stringify([tag, provider]);

/** The points over which a watch is judged, that of the report itself last; none if it measured nothing of it. */
async function seriesOf(
  parts: Parts,
  report: EndingReport,
  points: readonly DatedPoint[],
  part: Part,
): Promise<readonly DatedPoint[]> {
  const last = points.at(-1)!;
  const own = await pointOver(parts, { ...report, reading: 1 }, part);
  if (own.answers === 0) return [];
  const earlier = await pointsOver(parts, report.projectId, points.slice(0, -1), part);
  return [...earlier, { ...last, point: readFor(own, last.point) }];
}

/** Null if nobody is there to compare with. */
function quantityOf(
  { of, competitor }: Watch,
  points: readonly DatedPoint[],
): { quantity: Quantity; competitor: string | null } | null {
  if (of === "brand") return { quantity: ownRate, competitor: null };
  const name = competitor ?? nearestRival(points.map(({ point }) => point));
  return name === null ? null : { quantity: of === "gap" ? gapTo(name) : rivalRate(name), competitor: name };
}
