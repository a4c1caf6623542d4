import type { Context } from "../../../kernel/context.ts";
import { invalid } from "../../../kernel/problem.ts";
import { type Reply, reply } from "../../../kernel/reply.ts";
import { draftOf } from "../../../store/content/drafts.ts";
import { type AnswerFilter, answersOfPrompts, measuredAnswers } from "../../../store/reports/answers.ts";
import { type EarlierCells, earlierCells } from "../../../store/reports/earlier-cells.ts";
import { interventionsUpTo } from "../../../store/reports/interventions.ts";
import { previousReport, type Report } from "../../../store/reports/reports.ts";
import { trendPointsUpTo } from "../../../store/reports/trends.ts";
import { draftReply } from "../../content/steps/draft-reply.ts";
import type { ReportPart, ViewTerms } from "../../schema/view-terms.ts";
import { type FullView, fullView } from "../views/full-view.ts";
import { rawView } from "../views/raw-view.ts";
import { type ReportView, type SummaryView, summaryView } from "../views/report-view.ts";
import { withEffects } from "./interventions-with-effects.ts";
import { madeOnce } from "./made-once.ts";
import { readingOf } from "./reading-of.ts";
import { warnOf } from "./warnings.ts";

const rawRows = 200;
const fullPrompts = { usual: 50, most: 200 };
const trendRuns = 12;

/** The answer of every route that shows a report, in the requested view; `before` if it is already known. */
export async function reportReply(
  context: Context,
  found: Report,
  terms: ViewTerms,
  before?: Report | null,
): Promise<Reply<ReportView>> {
  const draft = await draftOf(context.db, found);
  if (draft) {
    if (terms.answer_detail) ignored(context, "answer_detail", "the full view of an analysis");
    return draftReply(context, draft);
  }
  const { view = "summary" } = terms;
  if (terms.answer_detail && view !== "full") ignored(context, "answer_detail", "the full view");
  if (terms.part && view !== "full") ignored(context, "part", "the full view");
  for (const name of ["limit", "promptKey", "provider"] as const)
    if (view === "summary" && terms[name]) ignored(context, name, "the raw and the full view");
  const report = await readingOf(context, found, terms.reading);
  if (view === "raw") return rawReply(context, report, terms);
  const previous = report === found ? before : undefined;
  return view === "full"
    ? fullReply(context, report, terms, previous)
    : summaryReply(context, report, previous);
}

/** The compact view. */
export async function summaryReply(
  context: Context,
  report: Report,
  before?: Report | null,
): Promise<Reply<SummaryView>> {
  const previous = before === undefined ? await previousReport(context.db, report) : before;
  const earlier = await earlierCells(context.db, report, previous);
  const view = shownSummary(report, { previous, earlier, siteUrl: context.settings.siteUrl });
  warnOf(context, report, view.change);
  return reply(view);
}

async function rawReply(context: Context, report: Report, terms: ViewTerms): Promise<Reply<ReportView>> {
  const { db, cursors, settings } = context;
  const limit = terms.limit ?? rawRows;
  const filter = filterOf(terms);
  const scope = `raw ${report.id} ${report.reading}${scopeOf(filter)}`;
  const after = Number(cursors.open(scope, terms.cursor) ?? -1);
  const rows = await measuredAnswers(db, report, { ...filter, limit: limit + 1, after });
  const page = rows.slice(0, limit);
  const more = rows.length > limit;
  warnOf(context, report);
  return reply(rawView(report, page, settings), {
    pagination: {
      limit,
      next_cursor: more ? cursors.seal(scope, String(page.at(-1)!.ordinal)) : null,
      has_more: more,
    },
  });
}

async function fullReply(
  context: Context,
  report: Report,
  terms: ViewTerms,
  before?: Report | null,
): Promise<Reply<ReportView>> {
  const { db, cursors, settings } = context;
  const { answer_detail = "summary", limit = fullPrompts.usual } = terms;
  if (limit > fullPrompts.most) throw tooMany(fullPrompts.most);
  const filter = filterOf(terms);
  const scope = `full ${report.id} ${report.reading}${scopeOf(filter)}`;
  const offset = Number(cursors.open(scope, terms.cursor) ?? 0);
  const shows = (part: ReportPart): boolean => (terms.part ?? part) === part;
  const page = { ...filter, limit: limit + 1, offset, texts: answer_detail === "full" };
  const prompts = shows("prompts") ? await answersOfPrompts(db, report, page) : [];
  const more = prompts.length > limit;
  const trends = shows("trends") ? await trendPointsUpTo(db, report, trendRuns) : [];
  const previous = before === undefined ? await previousReport(db, report) : before;
  const view = fullView(report, prompts.slice(0, limit), answer_detail, trends, {
    siteUrl: settings.siteUrl,
    previous,
    earlier: await earlierCells(db, report, previous),
    interventions: shows("trends") ? await interventionsBefore(context, report) : [],
  });
  warnOf(context, report, view.change);
  return reply(partOf(view, shows), {
    pagination: {
      limit,
      next_cursor: more ? cursors.seal(scope, String(offset + limit)) : null,
      has_more: more,
    },
  });
}

const interventionsShown = 5;

const interventionsBefore = async ({ db }: Context, { projectId, measuredAt }: Report) =>
  measuredAt ? withEffects(db, await interventionsUpTo(db, projectId, measuredAt, interventionsShown)) : [];

const filterOf = ({ promptKey, provider }: ViewTerms): AnswerFilter => ({
  ...(promptKey ? { promptKey } : {}),
  ...(provider ? { provider } : {}),
});

/** Ties a cursor to the same filter. */
const scopeOf = (filter: AnswerFilter): string =>
  Object.keys(filter).length > 0 ? ` ${JSON.stringify(filter)}` : "";

/** The view with the lists of the other parts empty. */
const partOf = (view: FullView, shows: (part: ReportPart) => boolean): FullView => ({
  ...view,
  ...(shows("figures") ? {} : { providers: [], competitors: [] }),
  ...(shows("sources") ? {} : { sources: { domains: [], urls: [] } }),
  ...(shows("gaps") ? {} : { gaps: [], also_named: [] }),
});

/** An ended report is the same object until it is read anew, so its summary is made and serialised once. */
const summaryOnce = madeOnce<Report, SummaryView>();

interface Beside {
  previous: Report | null;
  earlier: EarlierCells;
  siteUrl: string;
}

function shownSummary(report: Report, beside: Beside): SummaryView {
  const make = () => Object.freeze(summaryView(report, beside));
  if (report.status === "processing") return make();
  return summaryOnce(report, [beside.previous, beside.earlier, beside.siteUrl], make);
}

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
