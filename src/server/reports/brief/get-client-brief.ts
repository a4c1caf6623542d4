import { Type } from "typebox";
import type { Done } from "../../../figures/brief/done.ts";
import type { BriefFacts } from "../../../figures/brief/facts.ts";
import { type Timeframe, timeframeStart, timeframes } from "../../../figures/days/timeframe.ts";
import { action } from "../../api/action.ts";
import { partTerms, projectId } from "../../api/examples/northwind.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { isNarrowed, partFields } from "../../api/schema/part-fields.ts";
import { timeframeField } from "../../api/schema/timeframe-terms.ts";
import type { Project } from "../../projects/project.ts";
import { doneBetween } from "../interventions/interventions-with-effects.ts";
import { assistantsMovedSince, type Judgement } from "../judgement/judgement.ts";
import { latestMark } from "../latest-mark.ts";
import { madeOnce } from "../made-once.ts";
import { comparedOver, requestedPart } from "../part/report-part.ts";
import { reportExamples } from "../report-examples.ts";
import { demandAnswers, type MeasuredReport, reportInTimeframe } from "../report-in-timeframe.ts";
import { type Report, withPrevious } from "../reports.ts";
import { BriefView, briefView } from "./brief-view.ts";

export const getClientBrief = action({
  name: "get_client_brief",
  http: "GET /v1/projects/{projectId}/client-brief",
  summary:
    "Read a report in sentences for a client: trend, competitor to watch, sources, lost prompts, next steps.",
  description: "Every sentence follows from the figures beside it. There are always three next steps.",
  tag: "projects",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  heavy: isNarrowed,
  tool: true,
  on: "project",
  // docs/contract/helper-routes.md: for agencies, like client workspaces.
  feature: "client_workspaces",
  problems: ["REPORT_NOT_READY"],
  mark: latestMark,
  input: Type.Object({ projectId: ProjectId, ...timeframeField, ...partFields }),
  output: BriefView,
  example: () => ({
    fields: { projectId, timeframe: "30d", ...partTerms },
    answers: {
      ClientBrief: { summary: "A brief; its text is cut short here", data: reportExamples().brief },
    },
  }),
}).run(async (context, { timeframe = "30d", ...terms }) => {
  const { project, now } = context;
  const part = await requestedPart(context, project.id, terms);
  const { report: whole, outside } = await reportInTimeframe(context, timeframe);
  const compared = await withPrevious(context.db, whole);
  const { report, previous, judged } = await comparedOver(context, compared, part);
  demandAnswers(report);
  const between = { from: timeframeStart(timeframe, now()), to: report.measuredAt, most: mostDone };
  const done = await doneBetween(context.db, project.id, between);
  const over = part && { tag: part.tagged?.tag ?? null, provider: part.provider ?? null };
  return shownBrief({ report, previous, judged, project, timeframe, outside, done, over }, now);
});

interface Shown {
  report: MeasuredReport;
  previous: Report | null;
  judged: Judgement;
  project: Project;
  timeframe: Timeframe;
  outside: boolean;
  done: readonly Done[];
  over: BriefFacts["part"];
}

const mostDone = 3;

/** Briefs already made: they carry the time they were made, so clients see that nothing changed. */
const onceFor = new Map(timeframes.map((timeframe) => [timeframe, madeOnce<Report, BriefView>()]));

function shownBrief(facts: Shown, now: () => Date): BriefView {
  const { report, previous, judged, project, timeframe, outside, done, over } = facts;
  const fields = JSON.stringify([done, over, judged, briefedBy.map((field) => project[field])]);
  const make = () => Object.freeze(newBrief(facts, now()));
  return onceFor.get(timeframe)!(report, [previous, outside, fields], make);
}

/** Fields that a brief depends on besides its report. */
const briefedBy = ["samples", "schedule", "promptCount", "timezone"] as const;

const newBrief = (
  { report, previous, judged, project, timeframe, outside, done, over }: Shown,
  now: Date,
): BriefView =>
  briefView({
    projectId: project.id,
    project,
    brand: report.brand,
    domains: report.brands.own.domains,
    reportId: report.id,
    scored: report.scored,
    sandbox: report.sandbox,
    measuredAt: report.measuredAt,
    change: judged.change,
    moved: assistantsMovedSince(report, previous, judged),
    timeframe,
    outside,
    done,
    ...(over ? { part: over } : {}),
    generatedAt: now.toISOString(),
  });
