import type { SoFar } from "../../figures/so-far.ts";
import { usualDays } from "../../figures/watching/days.ts";
import type { Context } from "../api/context.ts";
import { type Reply, reply } from "../api/reply.ts";
import { fitting, pageBytes, roomFor } from "../api/schema/page-room.ts";
import type { ReportPart, ViewTerms } from "../api/schema/view-terms.ts";
import { draftReply } from "../content/drafts/draft-reply.ts";
import { draftOf } from "../content/drafts/drafts.ts";
import { invalid } from "../kernel/problem.ts";
import { tagsOf } from "../projects/prompts/prompt-tags.ts";
import type { VendorWait } from "../queue/vendor-waits.ts";
import { type FullView, fullPromptView, fullView } from "./figures/full-view.ts";
import { interventionsUpTo } from "./interventions/interventions.ts";
import { withEffects } from "./interventions/interventions-with-effects.ts";
import {
  comparedOver,
  figuresByTag,
  filterOf,
  type Part,
  pointsOver,
  requestedPart,
  warnOfPart,
} from "./part/report-part.ts";
import { readingOf } from "./reading-of.ts";
import { waitingView } from "./report-base.ts";
import { type ReportView, type SummaryView, summaryView } from "./report-view.ts";
import { type ComparedReport, type Report, withPrevious } from "./reports.ts";
import { answerBatches, promptsWithAnswers } from "./rows/answer-batches.ts";
import { type AnswerFilter, countAnswers } from "./rows/answers.ts";
import { rawRow, rawView } from "./rows/raw-view.ts";
import { figuresSoFar } from "./so-far/figures-so-far.ts";
import { withSoFar } from "./so-far/so-far-view.ts";
import { trendPointsUpTo } from "./trends/trends.ts";
import { waitsOfRun } from "./waits-of-run.ts";
import { warnOf, warnOfCode } from "./warnings.ts";

const rawRows = 200;
const fullPrompts = { usual: 50, most: 200 };
const trendRuns = 12;

/** The answer of every route that shows a report, in the requested view; `before` if it is already known. */
export async function reportReply(
  context: Context,
  currentReport: Report,
  terms: ViewTerms,
  before?: ComparedReport,
): Promise<Reply<ReportView>> {
  const draft = await draftOf(context.db, currentReport);
  if (draft) {
    if (terms.answer_detail) ignored(context, "answer_detail", "the full view of an analysis");
    return draftReply(context, draft);
  }
  const { view = "summary" } = terms;
  if (terms.answer_detail && view !== "full") ignored(context, "answer_detail", "the full view");
  if (terms.part && view !== "full") ignored(context, "part", "the full view");
  for (const name of ["limit", "promptKey"] as const)
    if (view === "summary" && terms[name]) ignored(context, name, "the raw and the full view");
  const report = await readingOf(context, currentReport, terms.reading);
  const part = await requestedPart(context, report.projectId, terms);
  if (view === "raw") return rawReply(context, report, { terms, part });
  const compared = report === currentReport ? before : undefined;
  return view === "full"
    ? fullReply(context, report, { terms, part }, compared)
    : summaryReply(context, report, compared, part);
}

interface Narrowed {
  terms: ViewTerms;
  /** What it is about; absent: all. */
  part: Part | undefined;
}

/** The compact view. */
export async function summaryReply(
  context: Context,
  whole: Report,
  before?: ComparedReport,
  part?: Part,
): Promise<Reply<SummaryView>> {
  if (whole.status === "processing") return runningSummary(context, whole, part);
  const compared = before ?? (await withPrevious(context.db, whole));
  const { report, ...beside } = await comparedOver(context, compared, part);
  const view = summaryView(report, { ...beside, siteUrl: context.settings.siteUrl });
  warnOf(context, report, view.change);
  return reply(view);
}

/** The same of a report under way, with what is known of it so far. */
async function runningSummary(
  context: Context,
  report: Report,
  part: Part | undefined,
): Promise<Reply<SummaryView>> {
  const soFar = await figuresSoFar(context, report, part);
  const progress = await countedOf(context, report, part, soFar);
  const view = summaryView(report, {
    siteUrl: context.settings.siteUrl,
    previous: null,
    judged: null,
    soFar,
    progress,
  });
  const growing = withSoFar(report, soFar);
  if (part) warnOfPart(context, growing, part);
  warnOf(context, growing);
  return reply(withWaits(view, await waitsOfRun(context, report)));
}

/** How far a part of a report under way is, where nothing is known of its figures yet. */
const countedOf = async ({ db }: Context, report: Report, part: Part | undefined, soFar: SoFar | null) =>
  part && !soFar ? countAnswers(db, report, filterOf(part)) : undefined;

async function rawReply(
  context: Context,
  report: Report,
  { terms, part }: Narrowed,
): Promise<Reply<ReportView>> {
  const { db, cursors, settings } = context;
  const limit = terms.limit ?? rawRows;
  const filter = rowsOf(terms, part);
  const tags = await tagsOf(db, report.projectId);
  const scope = `raw ${report.id} ${report.reading}${scopeOf(filter)}`;
  const after = Number(cursors.open(scope, terms.cursor) ?? -1);
  const view = rawView(report, [], settings, part && (await countAnswers(db, report, filterOf(part))));
  const room = roomFor(pageBytes.rows, view);
  let last: number | null = null;
  let more = false;
  rows: for await (const batch of answerBatches(db, report, { ...filter, after }))
    for (const answer of batch) {
      const row = rawRow(answer, tags.get(answer.promptKey));
      more = view.rows.length === limit || !(room.takes(row) || last === null);
      if (more) break rows;
      view.rows.push(row);
      last = answer.ordinal;
    }
  warnOf(context, part ? { ...report, scored: null } : report);
  if (part?.tagged && view.rows.length === 0 && !terms.cursor) warnOfCode(context, "TAG_WITHOUT_ANSWERS");
  return reply(withWaits(view, await waitsOfRun(context, report)), {
    pagination: {
      limit,
      next_cursor: more ? cursors.seal(scope, String(last)) : null,
      has_more: more,
    },
  });
}

async function fullReply(
  context: Context,
  baseReport: Report,
  { terms, part }: Narrowed,
  before?: ComparedReport,
): Promise<Reply<ReportView>> {
  const { db, cursors, settings } = context;
  const { answer_detail = "summary", limit = fullPrompts.usual } = terms;
  if (limit > fullPrompts.most) throw tooMany(fullPrompts.most);
  const filter = rowsOf(terms, part);
  const scope = `full ${baseReport.id} ${baseReport.reading}${scopeOf(filter)}`;
  const offset = Number(cursors.open(scope, terms.cursor) ?? 0);
  const shows = (part: ReportPart): boolean => (terms.part ?? part) === part;
  const runs = baseReport.status === "processing";
  const soFar = runs ? await figuresSoFar(context, baseReport, part) : null;
  const { report, ...beside } = runs
    ? { report: withSoFar(baseReport, soFar), previous: null, judged: null }
    : await comparedOver(context, before ?? (await withPrevious(db, baseReport)), part);
  const points = shows("trends") ? await trendPointsUpTo(db, baseReport, trendRuns) : [];
  const trends =
    part && !runs ? await pointsOver(context, baseReport.projectId, points, part, [report]) : points;
  const tags = await tagsOf(db, baseReport.projectId);
  const whole = fullView(report, [], answer_detail, trends, {
    ...beside,
    siteUrl: settings.siteUrl,
    soFar,
    progress: runs ? await countedOf(context, baseReport, part, soFar) : undefined,
    // By tag, a report is the same whichever tag it is filtered by.
    byTag: shows("figures") ? await figuresByTag(context, baseReport, part?.provider) : [],
    interventions: shows("trends") ? await interventionsBefore(context, report) : [],
  });
  if (runs && part) warnOfPart(context, report, part);
  warnOf(context, report, whole.change);
  const view = partOf(whole, shows);
  const room = roomFor(pageBytes.usual, view);
  const { days = usualDays } = beside.judged ?? {};
  const promptView = fullPromptView(report, { answerDetail: answer_detail, days }, tags);
  const texts = answer_detail === "full" ? "whole" : "beginning";
  const prompts = promptsWithAnswers(db, report, { ...filter, limit: limit + 1, offset, texts });
  let [passed, full, more] = [0, false, false];
  if (shows("prompts"))
    for await (const prompt of prompts) {
      const one = passed < limit && !full ? promptView(prompt) : undefined;
      if (one) full = !room.takes(one);
      // With texts, the prompt that fills a page is its last one; without them it is on the next.
      more = one === undefined || (full && texts === "beginning" && view.prompts.length > 0);
      if (more) break;
      if (one) view.prompts.push(one);
      passed += 1;
    }
  return reply(withWaits(view, await waitsOfRun(context, report)), {
    pagination: {
      limit,
      next_cursor: more ? cursors.seal(scope, String(offset + passed)) : null,
      has_more: more,
    },
  });
}

/** An ended report has none, and its view stays the object that was serialised. */
const withWaits = <View extends object>(view: View, waits: readonly VendorWait[]): View =>
  waits.length === 0 ? view : { ...view, ...waitingView(waits) };

const interventionsShown = 5;

const interventionsBefore = async ({ db }: Context, { projectId, measuredAt }: Report) =>
  measuredAt ? withEffects(db, await interventionsUpTo(db, projectId, measuredAt, interventionsShown)) : [];

const rowsOf = ({ promptKey }: ViewTerms, part: Part | undefined): AnswerFilter => ({
  ...(part ? filterOf(part) : {}),
  ...(promptKey ? { promptKey } : {}),
});

/** Ties a cursor to the same filter. */
const scopeOf = (filter: AnswerFilter): string =>
  Object.keys(filter).length > 0 ? ` ${JSON.stringify(filter)}` : "";

/** The view with the lists of the other parts empty, and as many cited pages as leave half of the page to prompts. */
const partOf = (view: FullView, shows: (part: ReportPart) => boolean): FullView => ({
  ...view,
  sources: { ...view.sources, urls: fitting(view.sources.urls, [], pageBytes.usual / 4) },
  ...(shows("figures") ? {} : { providers: [], competitors: [] }),
  ...(shows("sources") ? {} : { sources: { domains: [], urls: [] } }),
  ...(shows("gaps") ? {} : { gaps: [], also_named: [] }),
});

const ignored = ({ warn }: Context, name: string, where: string): void =>
  warn({ code: "PARAMETER_IGNORED", path: `/${name}`, message: `This applies to ${where} only.` });

const tooMany = (most: number) =>
  invalid([
    {
      in: "query",
      path: "/limit",
      code: "too_large",
      message: `The full view shows at most ${most} prompts.`,
      expected: `≤ ${most}`,
    },
  ]);
