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
    { provider: ProviderWord(), ...metricsProperties },
    { title: "ProviderMetrics", description: "The brand's figures for one assistant." },
  ),
  { bases: [MetricsView] },
);

export const CompetitorMetricsView = showAs(
  Closed(
    {
      name: Type.String({ description: "Name of the competitor." }),
      domain: Nullable(Type.String(), { description: "The competitor's domain." }),
      ...metricsProperties,
    },
    { title: "CompetitorMetrics", description: "A competitor's figures over the same answers." },
  ),
  { bases: [MetricsView] },
);

/** The figures that the summary and the full view share. */
export const figuresProperties = {
  metrics: MetricsView,
  branded: ObjectOrNull(MetricsView, "Figures over prompts that name a tracked brand, if any."),
  stability: ObjectOrNull(StabilityView, "How alike repeated answers are, if anything was asked twice."),
  previous: ObjectOrNull(MetricsView, "Figures of the previous report, if any."),
  change: ObjectOrNull(ChangeView, "What changed since the previous report, if any."),
  providers: Type.Array(ProviderMetricsView, { description: "Figures by assistant." }),
  competitors: Type.Array(CompetitorMetricsView, {
    description: "Up to 10 competitors, most visible first.",
  }),
};

/** The same as an object, for documents. */
export const ReportFigures = Closed(figuresProperties, {
  title: "ReportFigures",
  description: "The figures of a report and how they compare with the previous one.",
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
