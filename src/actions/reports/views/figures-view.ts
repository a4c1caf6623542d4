import { type Static, Type } from "typebox";
import { readingDifferencesOf } from "../../../domain/answer/reading-difference.ts";
import { noMetrics } from "../../../domain/report/metrics/metric-table.ts";
import { type Change, changeBetween } from "../../../domain/report/uncertainty/change.ts";
import { Closed, Nullable, ObjectOrNull } from "../../schema/schema.ts";
import { showAs } from "../../schema/shown-as.ts";
import { ProviderWord } from "../../schema/words.ts";
import {
  ChangeView,
  changeView,
  MetricsView,
  metricsProperties,
  metricsView,
  StabilityView,
  stabilityView,
} from "./metrics-view.ts";
import type { ReportRecord } from "./report-base.ts";

export const ProviderMetricsView = showAs(
  Closed(
    { provider: ProviderWord({ description: "Assistant that answered." }), ...metricsProperties },
    { title: "ProviderMetrics", description: "The brand's figures over the answers of one assistant." },
  ),
  { bases: [MetricsView] },
);

export const CompetitorMetricsView = showAs(
  Closed(
    {
      name: Type.String({ description: "Name of the rival." }),
      domain: Nullable(Type.String(), { description: "The rival's own domain." }),
      ...metricsProperties,
    },
    { title: "CompetitorMetrics", description: "A rival's figures over the same answers as the brand's." },
  ),
  { bases: [MetricsView] },
);

/** The figures that the summary and the full view share. */
export const figuresProperties = {
  metrics: MetricsView,
  branded: ObjectOrNull(MetricsView, "The figures over prompts that name a tracked brand; null without any."),
  stability: ObjectOrNull(
    StabilityView,
    "How alike repeated answers are; null where nothing was asked twice.",
  ),
  previous: ObjectOrNull(MetricsView, "The figures of the report before; null without one."),
  change: ObjectOrNull(ChangeView, "What changed since the report before; null without one."),
  providers: Type.Array(ProviderMetricsView, { description: "The figures per assistant." }),
  competitors: Type.Array(CompetitorMetricsView, {
    description: "At most 10 rivals, the most visible first.",
  }),
};

/** The same as an object, for documents. */
export const ReportFigures = Closed(figuresProperties, {
  title: "ReportFigures",
  description: "The figures of a report, and how they compare with the report before.",
});

const mostCompetitors = 10;

/** Failed calls of a report that has ended without figures; while one is running nothing is said of its answers. */
const failedFor = ({ status, jobsFailed }: ReportRecord): number =>
  status === "processing" ? 0 : jobsFailed;

export function figuresView(
  report: ReportRecord,
  previous: ReportRecord | null,
): Static<typeof ReportFigures> {
  const { scored } = report;
  const change = changeSince(report, previous);
  return {
    metrics: metricsView(scored?.metrics ?? { ...noMetrics, answersFailed: failedFor(report) }),
    branded: scored?.branded ? metricsView(scored.branded) : null,
    stability: scored?.stability ? stabilityView(scored.stability) : null,
    previous: scored && isComparable(report, previous) ? metricsView(previous.scored.metrics) : null,
    change: change && previous ? changeView(change, previous) : null,
    providers: (scored?.providers ?? []).map((metrics) => ({
      provider: metrics.provider,
      ...metricsView(metrics),
    })),
    competitors: (scored?.competitors ?? []).slice(0, mostCompetitors).map((metrics) => ({
      name: metrics.name,
      domain: metrics.domain,
      ...metricsView(metrics),
    })),
  };
}

/** Null where there is nothing to compare: one report is without figures, or it is about another brand. */
export function changeSince(report: ReportRecord, previous: ReportRecord | null): Change | null {
  if (!report.scored || !isComparable(report, previous)) return null;
  return changeBetween(previous.scored.cells, report.scored.cells, readingDifferencesOf(previous, report));
}

/** Ad hoc runs of one project can be about different brands. */
const isComparable = (
  report: ReportRecord,
  previous: ReportRecord | null,
): previous is ReportRecord & { scored: object } =>
  previous !== null && previous.scored !== null && previous.brand === report.brand;
