import { Type } from "typebox";
import { type Timeframe, timeframeStart } from "../../../figures/days/timeframe.ts";
import { type NewSharedReport, sharedReport } from "../../../figures/shared-report.ts";
import { action } from "../../api/action.ts";
import type { Context, ProjectContext } from "../../api/context.ts";
import { projectId, siteUrl } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { newShareToken } from "../../kernel/secret/share-token.ts";
import { judgementOf } from "../judgement/stored-judgement.ts";
import { notReady } from "../not-ready.ts";
import { isStoppedByPerson } from "../report-end.ts";
import { findReport, latestReport, type Report, withPrevious } from "../reports.ts";
import { ownPointsUpTo } from "../trends/trends.ts";
import { warnOf } from "../warnings.ts";
import { shareLink } from "./share-link-examples.ts";
import { shareLinkFields, shareLinkPlan } from "./share-link-terms.ts";
import { CreatedShareLinkView, shareLinkView } from "./share-link-view.ts";
import { insertShareLink } from "./share-links.ts";

export const createShareLink = action({
  name: "create_share_link",
  http: "POST /v1/projects/{projectId}/share-links",
  summary:
    "Create a public page of a report, by default the newest, for anyone who has its URL, until it expires.",
  description: "The URL is shown only in this answer. Revoke it with DELETE /share-links/{shareLinkId}.",
  tag: "sharing",
  scope: "share:write",
  effect: "writes",
  limit: "share",
  tool: true,
  on: "project",
  feature: "share_links",
  secret: true,
  noStore: true,
  status: 201,
  problems: ["REPORT_NOT_FOUND", "REPORT_NOT_READY"],
  input: Type.Object({ projectId: ProjectId, ...shareLinkFields }),
  output: CreatedShareLinkView,
  example: () => ({
    fields: { projectId },
    bodies: {
      usual: {
        summary: "For 30 days",
        value: { timeframe: "30d", expiry: "30d", presenterName: "Ada's agency" },
      },
    },
    answers: {
      CreatedShareLink: {
        status: 201,
        summary: "A new link",
        data: { ...shareLink(), url: `${siteUrl}/s/s_7Qx2EXAMPLE` },
      },
    },
  }),
}).run(async (context, { projectId, reportId, ...terms }) => {
  const { caller, project, settings, now, write } = context;
  const at = now();
  const plan = shareLinkPlan(terms, at);
  const report = await (reportId === undefined ? newest(context) : findScoredReport(context, reportId));
  warnOf(context, report);
  if (reportId === undefined) warnOfAge(context, report, plan.timeframe, at);

  // The trend of an older report ends with it.
  const until = reportId === undefined || report.measuredAt === null ? at : new Date(report.measuredAt);
  const reportSnapshot = await pageOf(context, report, plan.timeframe, until);
  const { token, prefix, hash } = newShareToken();
  const link = {
    ...plan,
    id: newId(),
    projectId: project.id,
    reportId: report.id,
    tokenPrefix: prefix,
    expiresAt: plan.expiresAt?.toISOString() ?? null,
    summary: plan.summary === true ? reportSnapshot.headline : plan.summary,
    createdAt: at.toISOString(),
  };
  return write(async (db) => {
    const stored = await insertShareLink(db, {
      ...link,
      organizationId: caller.organizationId,
      tokenHash: hash,
      snapshot: reportSnapshot,
    });
    if (!stored && reportId !== undefined) throw new Problem("REPORT_NOT_FOUND");
    if (!stored) throw await notReady(db, project.id, "main");
    return reply(
      { ...shareLinkView(link), url: `${settings.siteUrl}/s/${token}` },
      { location: `/v1/share-links/${link.id}` },
    );
  });
});

/** A report with figures. */
export type Shown = Report & { scored: NonNullable<Report["scored"]> };

async function newest({ db, project }: ProjectContext): Promise<Shown> {
  const report = await latestReport(db, project.id, "main");
  if (!report?.scored) throw await notReady(db, project.id, "main");
  return { ...report, scored: report.scored };
}

/** A report of this project, with figures. Throws REPORT_NOT_FOUND and REPORT_NOT_READY. */
async function findScoredReport({ db, caller, project }: ProjectContext, id: string): Promise<Shown> {
  const report = await findReport(db, caller, id);
  if (report?.projectId !== project.id) throw new Problem("REPORT_NOT_FOUND");
  if (!report.scored)
    throw new Problem("REPORT_NOT_READY", { details: { report_id: report.id, status: report.status } });
  return { ...report, scored: report.scored };
}

/** More runs than anyone makes in a year. */
const mostRuns = 2000;

/** What a page shows of a report. */
export async function pageOf(
  { db, project }: Pick<ProjectContext, "db" | "project">,
  report: Shown,
  timeframe: Timeframe,
  now: Date,
): Promise<NewSharedReport> {
  const { change } = await judgementOf(db, await withPrevious(db, report));
  const points = await ownPointsUpTo(db, report, { from: timeframeStart(timeframe, now), limit: mostRuns });
  const stopped = isStoppedByPerson(report);
  return sharedReport({ ...report, timezone: project.timezone, change, stopped, timeframe, points, now });
}

function warnOfAge({ warn }: Context, { measuredAt }: Report, timeframe: Timeframe, now: Date): void {
  if (measuredAt !== null && measuredAt >= timeframeStart(timeframe, now).toISOString()) return;
  warn({
    code: "OUTSIDE_TIMEFRAME",
    path: "/timeframe",
    message: "No report falls into this timeframe; the page shows the newest one before it.",
  });
}
