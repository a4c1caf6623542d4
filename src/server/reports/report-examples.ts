import { varianceOf } from "../../figures/planning/variance.ts";
import { scoreReport, trendPoint } from "../../figures/report.ts";
import { soFar } from "../../figures/so-far.ts";
import { threatOf } from "../../figures/threat.ts";
import { usualDays } from "../../figures/watching/days.ts";
import { pending } from "../../reader/answer.ts";
import { methodVersion } from "../../reader/read.ts";
import { type ExampleAnswer, exampleAnswers } from "../api/examples/answers.ts";
import {
  answered,
  askedAt,
  earlier,
  earlierReportId,
  later,
  northwindBrands,
  projectId,
  questions,
  reportId,
  siteUrl,
} from "../api/examples/northwind.ts";
import { briefView } from "./brief/brief-view.ts";
import { competitorView } from "./competitor/competitor-view.ts";
import { fullView } from "./figures/full-view.ts";
import { changeSince, judge } from "./judgement/judgement.ts";
import { measurementPlanView } from "./measurement-plan/measurement-plan-view.ts";
import type { ReportRecord } from "./report-base.ts";
import { reportListing } from "./report-listing.ts";
import { summaryView } from "./report-view.ts";
import { providerAnswerView } from "./rows/provider-answer-view.ts";
import { rawView } from "./rows/raw-view.ts";
import { trendsView } from "./trends/trend-view.ts";

const record = (
  id: string,
  at: string,
  answers: readonly ExampleAnswer[],
  brands = northwindBrands,
): ReportRecord => ({
  id,
  type: "visibility_analysis",
  status: "completed",
  projectId,
  source: "main",
  brand: northwindBrands.own.name,
  brands,
  reading: 1,
  readings: 1,
  createdAt: at,
  completedAt: answered,
  jobsTotal: answers.length,
  jobsDone: answers.length,
  jobsFailed: 0,
  asksRepeated: 0,
  asksPlanned: 4,
  stoppedBecause: null,
  failure: null,
  measuredAt: answered,
  methodVersion,
  readAt: answered,
  surfaces: ["api"],
  costUsd: answers.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
  scored: scoreReport(answers, brands),
});

/** What an ask is that has yet to be settled. */
const unsettled = {
  ...({ status: "failed", errorCode: pending, answeredAt: null, model: null, reading: null } as const),
  ...{ costUsd: null, latencyMs: null, searched: null },
};

let examples: ReturnType<typeof make> | undefined;

/** Reports made by their own views: every figure follows from the answers, and all of them agree. */
export const reportExamples = (): ReturnType<typeof make> => (examples ??= make());

function make() {
  const answers = exampleAnswers(0);
  const report = record(reportId, askedAt, answers);
  const previous = {
    ...record(earlierReportId, earlier, exampleAnswers(2)),
    ...{ completedAt: earlier, measuredAt: earlier, readAt: earlier },
  };
  // One answer and no competitor: just enough to tell these reports from the others.
  const lean = record(reportId, askedAt, answers.slice(0, 1), { ...northwindBrands, rivals: [] });
  const running: ReportRecord = {
    ...report,
    ...{ status: "processing", completedAt: null, jobsDone: 1, measuredAt: null, methodVersion: null },
    ...{ readAt: null, reading: 0, readings: 0, surfaces: [], costUsd: null, scored: null },
  };
  const alone = { siteUrl, previous: null, judged: judge(report, { previous: null }) };
  const asks = answers.map((each, at) => (at === 0 ? each : { ...each, ...unsettled }));
  const growing = { ...alone, judged: null, soFar: soFar(scoreReport(asks, northwindBrands), asks) };
  const scored = report.scored!;
  const points = [previous, report].map((each) => ({
    reportId: each.id,
    measuredAt: each.measuredAt!,
    reading: 1,
    methodVersion,
    point: trendPoint(each.scored!),
  }));
  const change = changeSince(report, previous)!;
  const [first] = answers;
  const rival = northwindBrands.rivals[0]!;
  const rivalMetrics = scored.competitors.find(({ name }) => name === rival.name)!;
  const summary = summaryView(report, alone);
  return {
    summary,
    raw: rawView(report, answers.slice(0, 1), { siteUrl }),
    full: fullView(
      lean,
      [
        {
          promptKey: first!.promptKey,
          prompt: first!.prompt,
          intent: first!.intent,
          answers: [first!],
        },
      ],
      "summary",
      points.slice(1),
      { ...alone, judged: judge(lean, { previous: null }) },
    ),
    processing: summaryView(running, growing),
    adHoc: summaryView({ ...running, type: "visibility_analysis_api", source: "custom" }, growing),
    listing: reportListing(report, siteUrl),
    answer: providerAnswerView(report, first!),
    trends: trendsView({
      project: { id: projectId, brand: northwindBrands.own.name, competitors: northwindBrands.rivals },
      timeframe: "30d",
      interval: "run",
      kinds: "same",
      points,
      stretches: null,
      shifts: [],
      done: [],
      change: { change, comparedWith: previous },
    }),
    competitor: competitorView({
      projectId,
      competitor: { name: rival.name, slug: "kesselhaus", domain: "kesselhaus.example" },
      timeframe: "30d",
      reportId,
      measuredAt: answered,
      metrics: rivalMetrics,
      brandMetrics: scored.metrics,
      days: usualDays,
      lead: rivalMetrics.lead,
      threat: threatOf(rivalMetrics, scored.metrics),
      detail: scored.rivals.find(({ name }) => name === rival.name)!,
    }),
    intervention: {
      id: "019bb9fd-2b41-7c10-9a3e-5d2f8c7b6a91",
      project_id: projectId,
      at: earlier,
      title: "Comparison of quiet kettles",
      prompt_keys: [first!.promptKey],
      control_keys: null,
      url: "https://northwind.example/quiet-kettles",
      report_id: null,
      note: null,
      plan: { detect: 15 },
      created_at: earlier,
      effect: {
        verdict: "up" as const,
        appearance_rate_delta: 0.21,
        appearance_rate_delta_ci: [0.04, 0.38] as [number, number],
        smallest_effect: 0.24,
        power: 0.41,
        ...{ prompts: 1, controls: 2, reports_before: 4, reports_after: 4 },
        ...{ answers_before: 48, answers_after: 48 },
      },
    },
    tooEarly: {
      verdict: "too_early" as const,
      ...{ appearance_rate_delta: null, appearance_rate_delta_ci: null, smallest_effect: null, power: null },
      ...{ reports_after: 0, answers_after: 0 },
    },
    plan: measurementPlanView(
      projectId,
      {
        goal: { kind: "detect", points: 0.1, earlierReports: 8 },
        variance: varianceOf(scored.cells),
        ...{
          engines: 2,
          paces: [{ concurrency: 8, requestsPerMinute: 300 }],
          prompts: 20,
          repeats: 0,
          samples: 3,
          rhythm: "weekly",
          days: usualDays.deviation,
          costPerAsk: 0.02,
          mostAsks: 20_000,
        },
      },
      { measured: true, days: usualDays },
    ),
    brief: beginning(
      briefView({
        brand: northwindBrands.own.name,
        domains: northwindBrands.own.domains,
        project: { samples: 1, schedule: "weekly", promptCount: questions.length, timezone: "Europe/Berlin" },
        sandbox: false,
        outside: false,
        projectId,
        timeframe: "30d",
        reportId,
        measuredAt: answered,
        generatedAt: later,
        done: [],
        scored,
        change,
        moved: [],
      }),
    ),
  };
}

/** A brief cut after its second paragraph: the rest repeats what the fields say. */
const beginning = <T extends { markdown: string }>(brief: T): T => ({
  ...brief,
  markdown: `${brief.markdown.split("\n\n").slice(0, 2).join("\n\n")}\n\n…`,
});
