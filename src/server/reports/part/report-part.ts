import { createHash } from "node:crypto";
import { type ScoredReport, type TrendPoint, trendPoint } from "../../../figures/report.ts";
import { leadsByTag } from "../../../figures/tags/by-tag.ts";
import { promptsByTag, promptsTagged, type TaggedPrompts, tagKey } from "../../../figures/tags/tag.ts";
import type { DatedPoint } from "../../../figures/trend.ts";
import type { Cell } from "../../../figures/uncertainty/cell.ts";
import type { MeasuredAnswer } from "../../../reader/answer.ts";
import type { Provider } from "../../../reader/provider.ts";
import type { Context } from "../../api/context.ts";
import type { PartTerms } from "../../api/schema/part-fields.ts";
import { cacheOfBytes, heldBytes } from "../../db/memory/held-bytes.ts";
import { invalid } from "../../kernel/problem.ts";
import { patiently } from "../../outbound/patience.ts";
import { tagsOf } from "../../projects/prompts/prompt-tags.ts";
import type { Judgement } from "../judgement/judgement.ts";
import { judgementOf, storedJudgement } from "../judgement/stored-judgement.ts";
import type { ComparedReport, Report } from "../reports.ts";
import { allMeasuredAnswers } from "../rows/answer-batches.ts";
import type { AnswerFilter, ReportKey, StoredAnswer } from "../rows/answers.ts";
import { type PointSource, pointSources } from "../trends/trends.ts";
import { warnOfCode } from "../warnings.ts";
import type { EarlierCells } from "./earlier-cells.ts";
import { type ByTag, findPartFigures, findPartPoints, type PartKey, putPartFigures } from "./part-figures.ts";

type Parts = Pick<Context, "db" | "parsing"> & Warned;

/** Absent: nobody is there to be warned. */
type Warned = Partial<Pick<Context, "warn">>;

/** Which answers something is about: those to a tag's prompts, those of one assistant, or those that are both. */
export interface Part {
  tagged?: TaggedPrompts;
  provider?: Provider;
}

/**
 * The part of a project's reports that a request is about; undefined: the whole. Throws a 400 `unknown_tag` if no prompt of the
 * project has the tag.
 */
export async function requestedPart(
  { db }: Pick<Context, "db">,
  projectId: string,
  { tag, provider }: PartTerms,
): Promise<Part | undefined> {
  if (tag === undefined) return provider && { provider };
  return { tagged: await requestedTag({ db }, projectId, tag), ...(provider ? { provider } : {}) };
}

/** The prompts that have a tag. Throws a 400 `unknown_tag` if no prompt of the project has it. */
export async function requestedTag(
  { db }: Pick<Context, "db">,
  projectId: string,
  tag: string,
  place: "query" | "body" = "query",
): Promise<TaggedPrompts> {
  const promptKeys = promptsTagged(await tagsOf(db, projectId), tag);
  if (promptKeys) return { tag, promptKeys };
  throw invalid([
    {
      in: place,
      path: "/tag",
      code: "unknown_tag",
      message: "No prompt of this project has this tag. GET /v1/projects/{projectId}/tags lists its tags.",
    },
  ]);
}

/** What a part is called, and which prompts it is of at present. A tag may have any character, so its name is quoted. */
export const keyOfPart = ({ tagged, provider }: Part): PartKey => ({
  part: tagged || provider ? JSON.stringify([tagged ? tagKey(tagged.tag) : null, provider ?? null]) : "",
  over: tagged ? hashOf(tagged.promptKeys) : "",
});

const hashOf = (keys: readonly string[]): string =>
  createHash("sha256").update(keys.join("\n")).digest("base64url");

const memoryKey = ({ id, reading }: { id: string; reading: number }, { part, over }: PartKey): string =>
  `${id} ${reading} ${over} ${part}`;

/** Keyed by report, reading and prompts, so a hit is always up to date. */
const reports = cacheOfBytes<Report>(32_000_000, (report) => heldBytes(report.scored));

/**
 * The report as if it had been asked this part alone: the same object until it is read anew or the part is of other prompts.
 * Warns if nothing of it was asked.
 */
export async function reportOver<R extends Report>(parts: Parts, report: R, part: Part): Promise<R> {
  if (!report.scored) return report;
  const filter = filterOf(part);
  warnOfPart(parts, report, part);
  const key = keyOfPart(part);
  const cachedReport = reports.get(memoryKey(report, key));
  if (cachedReport) return cachedReport as R;
  const scored =
    (await findPartFigures(parts.db, report, "report", key)) ?? (await scoreOver(parts, report, filter, key));
  const partReport = Object.freeze({ ...report, scored });
  reports.set(memoryKey(report, key), partReport);
  return partReport;
}

/** Warns if nothing of a part was asked in a report that has figures. */
export function warnOfPart(parts: Warned, report: Report, { tagged, provider }: Part): void {
  if (!report.scored) return;
  if (tagged && askedBy(report, tagged.promptKeys).length === 0) warnOfCode(parts, "TAG_WITHOUT_ANSWERS");
  else if (provider && !report.scored.providers.some((each) => each.provider === provider))
    warnOfCode(parts, "ASSISTANT_WITHOUT_ANSWERS");
}

function askedBy({ scored }: Report, promptKeys: readonly string[]): string[] {
  const askedKeys = new Set(scored?.prompts.map(({ promptKey }) => promptKey));
  return promptKeys.filter((key) => askedKeys.has(key));
}

/** Which answers a part is made of. */
export const filterOf = ({ tagged, provider }: Part): AnswerFilter => ({
  ...(tagged ? { promptKeys: tagged.promptKeys } : {}),
  ...(provider ? { provider } : {}),
});

/** Computes the figures of a report over a part of its answers, and keeps them in the store. */
async function scoreOver(
  parts: Pick<Parts, "db" | "parsing">,
  report: Report,
  filter: AnswerFilter,
  key: PartKey,
): Promise<ScoredReport> {
  const answers = await allMeasuredAnswers(parts.db, report, filter);
  return scoreAnswers(parts, report, answers, key);
}

export async function scoreAnswers(
  { db, parsing }: Pick<Parts, "db" | "parsing">,
  report: Report,
  answers: readonly MeasuredAnswer[],
  key: PartKey,
): Promise<ScoredReport> {
  const scored = await patiently(() => parsing.score({ answers, brands: report.brands }));
  await putPartFigures(db, report, "report", key, scored);
  await putPartFigures(db, report, "point", key, trendPoint(scored));
  return scored;
}

/** Of the cells of earlier reports those of a part. */
export const cellsOver = (earlier: EarlierCells, part: Part): EarlierCells =>
  earlier.map((cells) => cellsOf(cells, part));

function cellsOf<C extends Pick<Cell, "promptKey" | "provider">>(
  cells: readonly C[],
  { tagged, provider }: Part,
): C[] {
  const own = tagged && new Set(tagged.promptKeys);
  return cells.filter(
    (cell) => (!own || own.has(cell.promptKey)) && (!provider || cell.provider === provider),
  );
}

/** The most tags that a report shows figures of. */
export const mostTags = 50;

const byTags = cacheOfBytes<{ figures: readonly ByTag[] }>(8_000_000);

/** The tags that a report has figures of, those of the most prompts first. */
export async function tagsOfReport(
  { db, ...warned }: Pick<Parts, "db"> & Warned,
  report: Report,
): Promise<TaggedPrompts[]> {
  if (!report.scored) return [];
  const tags = await tagsOf(db, report.projectId);
  const askedKeys = new Set(report.scored.prompts.map(({ promptKey }) => promptKey));
  const all = promptsByTag(new Map([...tags].filter(([key]) => askedKeys.has(key))));
  if (all.length > mostTags) warnOfCode(warned, "TAGS_LEFT_OUT");
  return all.slice(0, mostTags);
}

/** A report's figures by tag, the tags of the most prompts first, over all answers or one assistant's; none before it has ended. */
export async function figuresByTag(
  parts: Parts,
  report: Report,
  provider?: Provider,
): Promise<readonly ByTag[]> {
  const taggedPrompts = await tagsOfReport(parts, report);
  if (taggedPrompts.length === 0) return [];
  const key = keyOfTags(taggedPrompts, provider);
  const cacheEntry = byTags.get(memoryKey(report, key));
  if (cacheEntry) return cacheEntry.figures;
  const figures = Object.freeze(
    (await findPartFigures(parts.db, report, "by_tag", key)) ??
      (await computeByTag(parts, report, { tags: taggedPrompts, provider }, key)),
  );
  byTags.set(memoryKey(report, key), { figures });
  return figures;
}

export const keyOfTags = (tags: readonly TaggedPrompts[], provider?: Provider): PartKey => ({
  part: keyOfPart(provider ? { provider } : {}).part,
  over: hashOf(tags.map(({ tag, promptKeys }) => `${tag}\n${promptKeys.join()}`)),
});

async function computeByTag(
  parts: Pick<Parts, "db" | "parsing">,
  report: Report,
  { tags, provider }: { tags: readonly TaggedPrompts[]; provider: Provider | undefined },
  key: PartKey,
): Promise<ByTag[]> {
  const answers = await answersTagged(parts, report, tags);
  const own = provider ? answers.filter((answer) => answer.provider === provider) : answers;
  const cells = cellsOf(report.scored!.cells, provider ? { provider } : {});
  return tagAnswers(parts, { ...report, scored: { ...report.scored!, cells } }, own, tags, key);
}

export async function tagAnswers(
  { db, parsing }: Pick<Parts, "db" | "parsing">,
  report: Report,
  answers: readonly MeasuredAnswer[],
  tags: readonly TaggedPrompts[],
  key: PartKey,
): Promise<ByTag[]> {
  const metrics = await patiently(() => parsing.byTag({ answers, brands: report.brands, tags }));
  const leads = leadsByTag(report.scored!.cells, tags);
  const leadOf = new Map(tags.map(({ tag }, at) => [tag, leads[at]!]));
  const figures = metrics.map((each) => ({ metrics: each, lead: leadOf.get(each.tag) ?? null }));
  await putPartFigures(db, report, "by_tag", key, figures);
  return figures;
}

export const answersTagged = (
  { db }: Pick<Parts, "db">,
  report: ReportKey,
  tags: readonly TaggedPrompts[],
): Promise<StoredAnswer[]> =>
  allMeasuredAnswers(db, report, { promptKeys: [...new Set(tags.flatMap(({ promptKeys }) => promptKeys))] });

/** A report with the one before, over a part alone if there is one, and what it is found to say beside others. */
export async function comparedOver<R extends Report>(
  parts: Parts,
  compared: ComparedReport<R>,
  part: Part | undefined,
): Promise<{ report: R; previous: Report | null; judged: Judgement }> {
  if (!part) return { ...pairOf(compared), judged: await judgementOf(parts.db, compared) };
  const report = await reportOver(parts, compared.report, part);
  // Whether that one has the part too is no concern of whoever asks for this one.
  const quiet = { db: parts.db, parsing: parts.parsing };
  const previous = compared.previous && (await reportOver(quiet, compared.previous, part));
  const judged = await storedJudgement(parts.db, compared, keyOfPart(part), async (whole) => {
    let isCut = false;
    const warn = () => {
      isCut = true;
    };
    const scored = previous ? [report, previous] : [report];
    const series = await pointsOver({ ...quiet, warn }, report.projectId, whole.series, part, scored);
    return { report, previous, series, earlier: cellsOver(whole.earlier, part), isCut };
  });
  return { report, previous, judged };
}

const pairOf = <R extends Report>({ report, previous }: ComparedReport<R>) => ({ report, previous });

/** Calls of reports whose answers are read for one series at most. */
const mostCalls = 60_000;

const points = cacheOfBytes<TrendPoint>(16_000_000);

/**
 * The points of a series as if its reports had been asked this part alone. Reports that asked none of it have no point; older
 * ones are left out, with a warning, where all of them have more answers than one request may read. The answers of `scored`,
 * what `reportOver` made of some of them, are not read again.
 */
export async function pointsOver(
  parts: Parts,
  projectId: string,
  series: readonly DatedPoint[],
  part: Part,
  scored: readonly Report[] = [],
): Promise<readonly DatedPoint[]> {
  const key = keyOfPart(part);
  const unknown = series.filter(({ reportId: id, reading }) => !points.has(memoryKey({ id, reading }, key)));
  await recall(parts, projectId, unknown, key);
  const sources = new Map(
    (await pointSources(parts.db, projectId, series)).map((source) => [source.id, source]),
  );
  const datedPoints: DatedPoint[] = [];
  let calls = 0;
  for (const dated of series.toReversed()) {
    const source = sources.get(dated.reportId);
    if (!source) continue;
    const scoredReport = scored.find(
      ({ id, reading }) => id === source.id && reading === source.reading,
    )?.scored;
    let point = points.get(memoryKey(source, key)) ?? (scoredReport ? trendPoint(scoredReport) : undefined);
    if (!point) {
      calls += source.calls;
      if (calls > mostCalls && datedPoints.length > 0) {
        warnOfCode(parts, "TAG_POINTS_LEFT_OUT");
        break;
      }
      point = await pointOver(parts, source, part);
      await putPartFigures(parts.db, source, "point", key, point);
    }
    points.set(memoryKey(source, key), point);
    if (point.answers > 0) datedPoints.push({ ...dated, point: readFor(point, dated.point) });
  }
  return datedPoints.reverse();
}

/** Brings back what the store knows of these points. */
async function recall(
  { db }: Pick<Parts, "db">,
  projectId: string,
  series: readonly DatedPoint[],
  key: PartKey,
): Promise<void> {
  if (series.length === 0) return;
  const readings = series.map(({ reportId: id, reading }) => ({ id, reading }));
  const storedPoints = await findPartPoints(db, projectId, readings, key);
  for (const reading of readings) {
    const point = storedPoints.get(reading.id);
    if (point) points.set(memoryKey(reading, key), point);
  }
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
  const answers = await allMeasuredAnswers(db, source, filterOf(part));
  return patiently(() => parsing.point({ answers, brands: source.brands }));
}
