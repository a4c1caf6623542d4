import { type Static, Type } from "typebox";
import type { Timeframe } from "../../../figures/days/timeframe.ts";
import type { Lead } from "../../../figures/metrics/lead.ts";
import type { Metrics } from "../../../figures/metrics/metric-table.ts";
import type { RivalDetail, RivalPromptRef } from "../../../figures/metrics/rival.ts";
import { fewestMentions, type Threat, type ThreatLevel, threatRange } from "../../../figures/threat.ts";
import type { Days } from "../../../figures/watching/days.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { orNull, score, share } from "../../api/schema/rounding.ts";
import { Closed, Nullable, ObjectOrNull, Time, Uuid } from "../../api/schema/schema.ts";
import { LevelWord, ProviderWord, TimeframeWord } from "../../api/schema/words.ts";
import { LeadView, leadView } from "../figures/figures-view.ts";
import { MetricsView, metricsProperties, metricsView } from "../figures/metrics-view.ts";
import { TopSource, topSource } from "../figures/source-view.ts";
import { PromptRefView, promptRefView } from "../report-view.ts";

const RivalPromptView = showAs(
  Closed(
    {
      ...PromptRefView.properties,
      competitor_appearance_rate: Type.Number({
        description: "Share of its answers that name the competitor, 0 to 1.",
      }),
      competitor_mentions: Type.Integer({
        minimum: 0,
        description: "Answers that name the competitor.",
      }),
    },
    { title: "CompetitorPrompt", description: "A prompt and how brand and competitor did." },
  ),
  { bases: [PromptRefView] },
);

/** From the lowest to the highest level. */
export const LevelRange = Nullable(
  Type.Unsafe<[ThreatLevel, ThreatLevel]>(Type.Array(LevelWord(), { minItems: 2, maxItems: 2 })),
  {
    description: "Lowest and highest level that the intervals leave open; null if unknown.",
  },
);

const ThreatView = Closed(
  {
    level: LevelWord({ description: "Low below 40, high from 65." }),
    level_range: LevelRange,
    score: Type.Number({ description: "0 to 100, computed from `basis` alone." }),
    basis: showAs(
      Closed(
        {
          mention_share: Type.Number({
            description: "The competitor's share of both brands' mentions, 0 to 1.",
          }),
          visibility_gap: Type.Number({
            description: "Its visibility score minus the brand's, -100 to 100.",
          }),
        },
        { description: "What the threat is computed from." },
      ),
      { name: "ThreatBasis" },
    ),
  },
  { title: "Threat", description: "How great a threat a competitor is." },
);

const gap = {
  description: "Competitor's visibility score minus the brand's, -100 to 100.",
};

export const CompetitorDetailView = Closed(
  {
    project_id: Uuid("Id of the project."),
    name: Type.String({ description: "Name of the competitor." }),
    slug: Type.String({ description: "The name as it appears in URLs." }),
    domain: Nullable(Type.String(), { description: "The competitor's domain." }),
    timeframe: TimeframeWord({ description: "How far back to look." }),
    report_id: Type.String({ description: "Id of the report." }),
    measured_at: Time("When its answers were given."),
    metrics: MetricsView,
    brand_metrics: MetricsView,
    visibility_gap: Nullable(Type.Number(), gap),
    lead: ObjectOrNull(LeadView, "The same with its uncertainty; null with a single prompt."),
    threat: ObjectOrNull(ThreatView, "How great a threat it is, if measured."),
    prompts_won: Type.Array(RivalPromptView, {
      description: "Up to 5 prompts where the competitor is ahead, largest lead first.",
    }),
    prompts_lost: Type.Array(RivalPromptView, {
      description: "Up to 5 prompts where the brand is ahead, largest lead first.",
    }),
    top_cited_domains: Type.Array(TopSource, {
      description:
        "Up to 5 domains cited in answers that name the competitor; shares are over these answers.",
    }),
    by_provider: Type.Array(
      showAs(
        Closed(
          {
            provider: ProviderWord(),
            visibility_gap: Nullable(Type.Number(), gap),
            ...metricsProperties,
          },
          {
            title: "CompetitorProvider",
            description: "The competitor's figures for one assistant.",
          },
        ),
        { bases: [MetricsView] },
      ),
      { description: "The competitor's figures by assistant." },
    ),
  },
  { title: "CompetitorDetail", description: "A competitor compared with the brand over the same answers." },
);

export interface CompetitorFacts {
  projectId: string;
  competitor: { name: string; slug: string; domain: string | null };
  timeframe: Timeframe;
  reportId: string;
  measuredAt: string;
  metrics: Metrics;
  brandMetrics: Metrics;
  days: Days;
  lead: Lead | null;
  threat: Threat | null;
  detail: RivalDetail;
}

export function competitorView(facts: CompetitorFacts): Static<typeof CompetitorDetailView> {
  const { competitor, threat, detail } = facts;
  return {
    project_id: facts.projectId,
    name: competitor.name,
    slug: competitor.slug,
    domain: competitor.domain,
    timeframe: facts.timeframe,
    report_id: facts.reportId,
    measured_at: facts.measuredAt,
    metrics: metricsView(facts.metrics, facts.days),
    brand_metrics: metricsView(facts.brandMetrics, facts.days),
    visibility_gap: orNull(score, threat?.basis.visibilityGap ?? null),
    lead: facts.lead && leadView(facts.lead),
    threat: threat && threatView(threat, levelRangeOf(facts)),
    prompts_won: detail.promptsWon.map(rivalPromptView),
    prompts_lost: detail.promptsLost.map(rivalPromptView),
    top_cited_domains: detail.sources.map(topSource),
    by_provider: detail.providers.map((figures) => ({
      provider: figures.provider,
      visibility_gap: orNull(score, figures.visibilityGap),
      ...metricsView(figures, facts.days),
    })),
  };
}

/** As the brief says it: not of a handful of mentions. */
function levelRangeOf({ threat, metrics, brandMetrics, lead }: CompetitorFacts) {
  const isTooFew = metrics.mentions + brandMetrics.mentions < fewestMentions;
  return threat && !isTooFew ? threatRange(threat, metrics, brandMetrics, lead) : null;
}

const threatView = (
  { level, score: points, basis }: Threat,
  levelRange: [ThreatLevel, ThreatLevel] | null,
): Static<typeof ThreatView> => ({
  level,
  level_range: levelRange,
  score: score(points),
  basis: { mention_share: share(basis.mentionShare), visibility_gap: score(basis.visibilityGap) },
});

const rivalPromptView = (ref: RivalPromptRef): Static<typeof RivalPromptView> => ({
  ...promptRefView(ref),
  competitor_appearance_rate: share(ref.competitorAppearanceRate),
  competitor_mentions: ref.competitorMentions,
});
