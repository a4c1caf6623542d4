import { createHash } from "node:crypto";
import type { Provider } from "../../../domain/project/provider.ts";
import { promptsByTag, promptsTagged, type TaggedPrompts } from "../../../domain/project/tag.ts";
import { type TrendPoint, trendPoint } from "../../../domain/report/report.ts";
import { leadsByTag, type TagLead, type TagMetrics } from "../../../domain/report/tags/by-tag.ts";
import type { DatedPoint } from "../../../domain/report/trend.ts";
import type { Context } from "../../../kernel/context.ts";
import { patiently } from "../../../kernel/outside/patience.ts";
import { invalid } from "../../../kernel/problem.ts";
import { cacheOfBytes, heldBytes } from "../../../store/db/memory/held-bytes.ts";
import { tagsOf } from "../../../store/projects/prompt-tags.ts";
import { allMeasuredAnswers } from "../../../store/reports/answer-batches.ts";
import type { EarlierCells } from "../../../store/reports/earlier-cells.ts";
import type { Report } from "../../../store/reports/reports.ts";
import { type PointSource, pointSources } from "../../../store/reports/trends.ts";
import { warnOfCode } from "./warnings.ts";

type Parts = Pick<Context, "db" | "parsing" | "warn">;

/** The keys of the prompts with a tag, sorted. Throws a 400 `unknown_tag` if no prompt of the project has it. */
export async function keysOfTag(
  { db }: Pick<Context, "db">,
  projectId: string,
  tag: string,
): Promise<string[]> {
  const keys = promptsTagged(await tagsOf(db, projectId), tag);
  if (keys) return keys;
  throw invalid([
    {
      in: "query",
      path: "/tag",
      code: "unknown_tag",
      message: "No prompt of this project has this tag. GET /v1/projects/{projectId}/tags lists its tags.",
    },
  ]);
}

/** Keyed by report, reading and prompts, so a hit is always up to date. */
const reports = cacheOfBytes<Report>(32_000_000, (report) => 2 * heldBytes(report.scored));

/**
 * The report as if it had asked these prompts alone: the same object until it is read anew or the prompts are others. Warns
 * if it asked none of them.
 */
export async function reportOver(parts: Parts, report: Report, keys: readonly string[]): Promise<Report> {
  if (!report.scored) return report;
  const asked = new Set(report.scored.prompts.map(({ promptKey }) => promptKey));
  const own = keys.filter((key) => asked.has(key));
  if (own.length === 0) warnOfCode(parts, "TAG_WITHOUT_ANSWERS");
  const key = keyOf(report, own);
  const known = reports.get(key);
  if (known) return known;
  const answers = own.length > 0 ? await allMeasuredAnswers(parts.db, report, { promptKeys: own }) : [];
  const scored = await patiently(() => parts.parsing.score({ answers, tracked: report.tracked }));
  const made = Object.freeze({ ...report, scored });
  reports.set(key, made);
  return made;
}

/** Of the cells of earlier reports those of these prompts. */
export function cellsOver(earlier: EarlierCells, keys: readonly string[]): EarlierCells {
  const own = new Set(keys);
  return earlier.map((cells) => cells.filter(({ promptKey }) => own.has(promptKey)));
}

/** The most tags that a report shows figures of. */
export const mostTags = 50;

export interface ByTag {
  metrics: TagMetrics;
  lead: TagLead | null;
}

const byTags = cacheOfBytes<{ found: readonly ByTag[] }>(8_000_000);

/** A report's figures by tag, the tags of the most prompts first; without figures before it has ended. */
export async function figuresByTag(parts: Parts, report: Report): Promise<readonly ByTag[]> {
  const { scored } = report;
  if (!scored) return [];
  const tags = await tagsOf(parts.db, report.projectId);
  const asked = new Set(scored.prompts.map(({ promptKey }) => promptKey));
  const all = promptsByTag(new Map([...tags].filter(([key]) => asked.has(key))));
  if (all.length > mostTags) warnOfCode(parts, "TAGS_LEFT_OUT");
  const shown = all.slice(0, mostTags);
  if (shown.length === 0) return [];
  const key = keyOf(
    report,
    shown.map(({ tag, promptKeys }) => `${tag}\n${promptKeys.join()}`),
  );
  const known = byTags.get(key);
  if (known) return known.found;
  const found = Object.freeze(await computeByTag(parts, report, shown));
  byTags.set(key, { found });
  return found;
}

async function computeByTag(
  { db, parsing }: Parts,
  report: Report,
  tags: readonly TaggedPrompts[],
): Promise<ByTag[]> {
  const promptKeys = [...new Set(tags.flatMap(({ promptKeys }) => promptKeys))];
  const answers = await allMeasuredAnswers(db, report, { promptKeys });
  const metrics = await patiently(() => parsing.byTag({ answers, tracked: report.tracked, tags }));
  const leads = leadsByTag(report.scored!.cells, tags);
  const leadOf = new Map(tags.map(({ tag }, at) => [tag, leads[at]!]));
  return metrics.map((each) => ({ metrics: each, lead: leadOf.get(each.tag) ?? null }));
}

/** Calls of reports whose answers are read for one series at most. */
const mostCalls = 60_000;

const known = cacheOfBytes<TrendPoint>(16_000_000);

/** Which answers a series is made of: those to some prompts, or of one assistant. */
interface Part {
  promptKeys?: readonly string[];
  provider?: Provider;
}

/**
 * The points of a series as if its reports had asked these prompts alone. Reports that asked none of them have no point; older
 * ones are left out, with a warning, where all of them have more answers than one request may read. The answers of `scored`,
 * what `reportOver` made of some of them, are not read again.
 */
export const pointsOver = (
  parts: Parts,
  projectId: string,
  points: readonly DatedPoint[],
  promptKeys: readonly string[],
  scored: readonly Report[] = [],
): Promise<DatedPoint[]> => pointsOfPart(parts, projectId, points, { promptKeys }, scored);

/** The same for any part of the answers. */
export async function pointsOfPart(
  parts: Parts,
  projectId: string,
  points: readonly DatedPoint[],
  part: Part,
  scored: readonly Report[] = [],
): Promise<DatedPoint[]> {
  const sources = new Map(
    (await pointSources(parts.db, projectId, points)).map((source) => [source.id, source]),
  );
  const found: DatedPoint[] = [];
  let calls = 0;
  for (const dated of points.toReversed()) {
    const source = sources.get(dated.reportId);
    if (!source) continue;
    const key = keyOf(source, [part.provider ?? "", ...(part.promptKeys ?? [])]);
    const made = scored.find(({ id, reading }) => id === source.id && reading === source.reading)?.scored;
    let point = known.get(key) ?? (made ? trendPoint(made) : undefined);
    if (!point) {
      calls += source.calls;
      if (calls > mostCalls && found.length > 0) {
        warnOfCode(parts, "TAG_POINTS_LEFT_OUT");
        break;
      }
      point = await pointOver(parts, source, part);
    }
    known.set(key, point);
    if (point.answers > 0) found.push({ ...dated, point: readFor(point, dated.point) });
  }
  return found.reverse();
}

/** What its answers were read for is known of the whole. */
export const readFor = (point: TrendPoint, { terms, rivalTerms }: TrendPoint): TrendPoint => ({
  ...point,
  ...(terms === undefined ? {} : { terms }),
  ...(rivalTerms === undefined ? {} : { rivalTerms }),
});

/** The point that a report over a part of its answers would have. */
export async function pointOver(
  { db, parsing }: Pick<Parts, "db" | "parsing">,
  source: Omit<PointSource, "calls">,
  part: Part,
): Promise<TrendPoint> {
  const answers = await allMeasuredAnswers(db, source, part);
  return patiently(() => parsing.point({ answers, tracked: source.tracked }));
}

const keyOf = ({ id, reading }: { id: string; reading: number }, keys: readonly string[]): string =>
  `${id} ${reading} ${createHash("sha256").update(keys.join("\n")).digest("base64url")}`;
