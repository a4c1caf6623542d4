import { type Static, Type } from "typebox";
import type { Lead } from "../../../figures/metrics/lead.ts";
import { noMetrics } from "../../../figures/metrics/metric-table.ts";
import { isOnlyBranded } from "../../../figures/report.ts";
import { type Days, usualDays } from "../../../figures/watching/days.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { interval, score, share } from "../../api/schema/rounding.ts";
import { Closed, Count, Nullable, ObjectOrNull } from "../../api/schema/schema.ts";
import { ProviderWord } from "../../api/schema/words.ts";
import type { Judgement } from "../judgement/judgement.ts";
import type { ByTag } from "../part/part-figures.ts";
import type { ReportRecord } from "../report-base.ts";
import { GradeView } from "./grade-view.ts";
import {
  ChangeView,
  Ci,
  changeView,
  MetricsView,
  metricsProperties,
  metricsView,
  StabilityView,
  stabilityView,
} from "./metrics-view.ts";

export const ProviderMetricsView = showAs(
  Closed(
    {
      provider: ProviderWord(),
      answers_blank: Count("Answers that say nothing; they name nobody."),
      ...metricsProperties,
    },
    { title: "ProviderMetrics", description: "The brand's figures for one assistant." },
  ),
  { bases: [MetricsView] },
);

const lead = (of: string) => Type.Number({ description: `The competitor's ${of} less the brand's.` });
const BeyondNoise = Type.Boolean({
  description: "Whether that is more than chance; all competitors are judged together.",
});

const TagLeadView = Closed(
  {
    appearance_rate: Type.Number({
      description: "The tag's appearance rate less that of the other prompts.",
    }),
    appearance_rate_ci: Ci("that difference"),
    appearance_rate_beyond_noise: Type.Boolean({
      description: "Whether that is more than chance; all tags are judged together.",
    }),
  },
  { title: "TagLead", description: "How a tag's prompts differ from the report's others." },
);

export const TagMetricsView = showAs(
  Closed(
    {
      tag: Type.String({ description: "The tag." }),
      ...metricsProperties,
      lead: ObjectOrNull(
        TagLeadView,
        "How far it is above the other prompts; null where either has fewer than two.",
      ),
    },
    { title: "TagMetrics", description: "The brand's figures over the prompts with one tag." },
  ),
  { bases: [MetricsView] },
);

export const tagMetricsView = ({ metrics, lead }: ByTag, days: Days): Static<typeof TagMetricsView> => ({
  tag: metrics.tag,
  ...metricsView(metrics, days),
  lead: lead && {
    appearance_rate: share(lead.appearanceRate),
    appearance_rate_ci: interval(share, lead.appearanceRateCi),
    appearance_rate_beyond_noise: lead.appearanceRateBeyondNoise,
  },
});

export const StandingView = Closed(
  {
    from: Type.Integer({ minimum: 1, description: "Its highest possible place." }),
    to: Type.Integer({ minimum: 1, description: "Its lowest possible place." }),
    of: Type.Integer({ minimum: 2, description: "Tracked brands, it among them." }),
  },
  {
    title: "Standing",
    description:
      "The brand's places by visibility that the answers leave open: it is first only where `to` is 1, and a competitor whose `lead` has 0 in its interval may stand on either side.",
  },
);

export const LeadView = Closed(
  {
    appearance_rate: lead("appearance rate"),
    appearance_rate_ci: Ci("that difference, by prompt"),
    appearance_rate_beyond_noise: BeyondNoise,
    visibility_score: lead("visibility score"),
    visibility_score_ci: Ci("that difference, by prompt"),
    visibility_score_beyond_noise: BeyondNoise,
  },
  {
    title: "Lead",
    description: "A competitor's figures minus the brand's, prompt by prompt over the same answers.",
  },
);

export const leadView = (lead: Lead): Static<typeof LeadView> => ({
  appearance_rate: share(lead.appearanceRate),
  appearance_rate_ci: interval(share, lead.appearanceRateCi),
  appearance_rate_beyond_noise: lead.appearanceRateBeyondNoise,
  visibility_score: score(lead.visibilityScore),
  visibility_score_ci: interval(score, lead.visibilityScoreCi),
  visibility_score_beyond_noise: lead.visibilityScoreBeyondNoise,
});

export const CompetitorMetricsView = showAs(
  Closed(
    {
      name: Type.String({ description: "Name of the competitor." }),
      domain: Nullable(Type.String(), { description: "The competitor's domain." }),
      ...metricsProperties,
      lead: ObjectOrNull(LeadView, "How far it is ahead of the brand; null with a single prompt."),
    },
    { title: "CompetitorMetrics", description: "A competitor's figures over the same answers." },
  ),
  { bases: [MetricsView] },
);

/** The figures that the summary and the full view share. */
export const figuresProperties = {
  metrics: MetricsView,
  grade: ObjectOrNull(GradeView, "What the report can be used for, if anything was measured."),
  branded: ObjectOrNull(MetricsView, "Figures over prompts that name a tracked brand, if any."),
  stability: ObjectOrNull(StabilityView, "How alike repeated answers are, if anything was asked twice."),
  previous: ObjectOrNull(MetricsView, "Figures of the previous report, if any."),
  change: ObjectOrNull(ChangeView, "What changed since the previous report, if any."),
  corrected: ObjectOrNull(
    Closed(
      {
        occurrences: Count("Occurrences that a correction decided."),
        answers: Count("Answers that contain them."),
      },
      { title: "Corrected", description: "How far the figures depend on the project's corrections." },
    ),
    "How far the figures depend on the project's corrections, if they do.",
  ),
  only_branded: Type.Boolean({
    description: "Whether every prompt names a tracked brand, so that the figures are over these.",
  }),
  standing: ObjectOrNull(
    StandingView,
    "Where it stands among the tracked brands, if there are others and it was measured.",
  ),
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

/** What stands beside a report's own figures. */
export interface Beside {
  /** The report before. */
  previous: ReportRecord | null;
  /** Null while it runs. */
  judged: Judgement | null;
}

/** Failed calls of a report that has ended without figures; a running report says nothing about its answers. */
const failedFor = ({ status, jobsFailed }: ReportRecord): number =>
  status === "processing" ? 0 : jobsFailed;

export function figuresView(
  report: ReportRecord,
  { previous, judged }: Beside,
): Static<typeof ReportFigures> {
  const { scored } = report;
  const { change = null, days = usualDays } = judged ?? {};
  return {
    metrics: metricsView(scored?.metrics ?? { ...noMetrics, answersFailed: failedFor(report) }, days),
    grade: judged?.grade ?? null,
    branded: scored?.branded ? metricsView(scored.branded, days) : null,
    stability: scored?.stability ? stabilityView(scored.stability) : null,
    previous: change && previous?.scored ? metricsView(previous.scored.metrics, days) : null,
    change: change && previous ? changeView(change, previous) : null,
    corrected: scored?.corrected ?? null,
    only_branded: scored !== null && isOnlyBranded(scored),
    standing: judged?.standing ?? null,
    providers: (scored?.providers ?? []).map((metrics) => ({
      provider: metrics.provider,
      answers_blank: metrics.answersBlank ?? 0,
      ...metricsView(metrics, days),
    })),
    competitors: (scored?.competitors ?? []).slice(0, mostCompetitors).map((metrics) => ({
      name: metrics.name,
      domain: metrics.domain,
      ...metricsView(metrics, days),
      lead: metrics.lead ? leadView(metrics.lead) : null,
    })),
  };
}
