import { Type } from "typebox";
import { threatOf } from "../../../figures/threat.ts";
import { action } from "../../api/action.ts";
import { partTerms, projectId } from "../../api/examples/northwind.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { isNarrowed, partFields } from "../../api/schema/part-fields.ts";
import { timeframeField } from "../../api/schema/timeframe-terms.ts";
import { Problem } from "../../kernel/problem.ts";
import { judgementOf } from "../judgement/stored-judgement.ts";
import { latestMark } from "../latest-mark.ts";
import { reportOver, requestedPart } from "../part/report-part.ts";
import { reportExamples } from "../report-examples.ts";
import { demandAnswers, reportInTimeframe } from "../report-in-timeframe.ts";
import { withPrevious } from "../reports.ts";
import { CompetitorTerm, competitorBy } from "./competitor-terms.ts";
import { CompetitorDetailView, competitorView } from "./competitor-view.ts";

export const getCompetitor = action({
  name: "get_competitor",
  http: "GET /v1/projects/{projectId}/competitors/{competitor}",
  summary: "Compare one competitor with the brand: threat, prompts won and lost, assistants and sources.",
  description: "Both are measured over the same answers.",
  tag: "projects",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  heavy: isNarrowed,
  tool: true,
  on: "project",
  problems: ["COMPETITOR_NOT_FOUND", "REPORT_NOT_READY"],
  mark: latestMark,
  input: Type.Object({ projectId: ProjectId, competitor: CompetitorTerm, ...timeframeField, ...partFields }),
  output: CompetitorDetailView,
  example: () => ({
    fields: { projectId, competitor: "kesselhaus", timeframe: "30d", ...partTerms },
    answers: {
      CompetitorDetail: { summary: "A competitor that is ahead", data: reportExamples().competitor },
    },
  }),
}).run(async (context, { competitor: term, timeframe = "30d", ...terms }) => {
  const { project } = context;
  const competitor = competitorBy(project.competitors, term);
  if (!competitor) throw new Problem("COMPETITOR_NOT_FOUND");
  const part = await requestedPart(context, project.id, terms);
  const { report: whole } = await reportInTimeframe(context, timeframe);
  const report = part ? await reportOver(context, whole, part) : whole;
  demandAnswers(report);
  const { days } = await judgementOf(context.db, await withPrevious(context.db, whole));
  const { competitors, metrics: brandMetrics } = report.scored;
  const metrics = competitors.find(({ name }) => name === competitor.name);
  const detail = report.scored.rivals.find(({ name }) => name === competitor.name);
  if (!metrics || !detail) throw notMeasured();
  return competitorView({
    projectId: project.id,
    competitor,
    timeframe,
    reportId: report.id,
    measuredAt: report.measuredAt,
    metrics,
    brandMetrics,
    days,
    lead: metrics.lead ?? null,
    threat: threatOf(metrics, brandMetrics),
    detail,
  });
});

/** Its answers are still being read for this rival, or are gone. */
const notMeasured = () =>
  new Problem("REPORT_NOT_READY", { message: "No completed report measures this competitor yet." });
