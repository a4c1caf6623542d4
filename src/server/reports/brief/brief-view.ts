import { type Static, Type } from "typebox";
import type { NextAction } from "../../../figures/brief/action.ts";
import { briefOf } from "../../../figures/brief/brief.ts";
import type { BriefFacts } from "../../../figures/brief/facts.ts";
import { briefMarkdown } from "../../../figures/brief/markdown.ts";
import type { CompetitorSignal } from "../../../figures/brief/sentence.ts";
import { nextActionNames } from "../../../figures/brief/step.ts";
import { noChange } from "../../../figures/uncertainty/change.ts";
import { orNull, score, share } from "../../api/schema/rounding.ts";
import { Closed, Figure, Nullable, ObjectOrNull, OneOf, Time, Uuid } from "../../api/schema/schema.ts";
import { DirectionWord, LevelWord, ProviderWord, TimeframeWord } from "../../api/schema/words.ts";
import { LevelRange } from "../competitor/competitor-view.ts";
import { TopSource, topSource } from "../figures/source-view.ts";
import { ToldIntervention, toldIntervention } from "../interventions/intervention-view.ts";
import { PromptRefView, promptRefView } from "../report-view.ts";

const BriefTrendView = Closed(
  {
    direction: DirectionWord({
      description: "How the appearance rate moved; `flat` is within the noise.",
    }),
    visibility_score: Figure("The visibility score, 0 to 100."),
    visibility_score_delta: Figure("Change since the previous report, over what both measured."),
    appearance_rate: Figure("The appearance rate, 0 to 1."),
    appearance_rate_delta: Figure("Change since the previous report, over what both measured."),
    sentence: Type.String({ description: "The same in words." }),
  },
  { title: "BriefTrend", description: "How the brand stands and whether that changed." },
);

const CompetitorSignalView = Closed(
  {
    name: Type.String({ description: "Name of the competitor." }),
    threat_level: Nullable(LevelWord(), {
      description: "How great a threat it is; null where too few mentions say.",
    }),
    level_range: LevelRange,
    visibility_gap: Type.Number({ description: "Its visibility score minus the brand's, -100 to 100." }),
    sentence: Type.String({ description: "The same in words." }),
  },
  { title: "CompetitorSignal", description: "The competitor that is the greatest threat." },
);

const NextActionView = Closed(
  {
    priority: Type.Integer({ minimum: 1, maximum: 3, description: "1 comes first." }),
    action: OneOf(nextActionNames, { description: "What to do." }),
    title: Type.String({ description: "What to do, in words." }),
    rationale: Type.String({ description: "Why, with this project's figures." }),
    prompt_keys: Type.Array(Type.String(), { description: "Up to 5 prompts that it concerns." }),
    suggested_route: Type.String({ description: "The route that does it." }),
  },
  { title: "NextAction", description: "A step to take next." },
);

export const BriefView = Closed(
  {
    project_id: Uuid("Id of the project."),
    brand: Type.String({ description: "The measured brand." }),
    part: ObjectOrNull(
      Closed(
        {
          tag: Nullable(Type.String(), { description: "Over the prompts with this tag alone; null: all." }),
          provider: Nullable(ProviderWord(), {
            description: "Over this assistant's answers alone; null: all.",
          }),
        },
        { title: "BriefPart" },
      ),
      "Over which answers it is; null: over all.",
    ),
    timeframe: TimeframeWord({ description: "How far back to look." }),
    report_id: Type.String({ description: "Id of the report behind it." }),
    measured_at: Time("When the answers were given."),
    generated_at: Time("When the brief was made."),
    trend: BriefTrendView,
    competitor_signal: ObjectOrNull(CompetitorSignalView, "The competitor to watch, if any is named."),
    cited_domains: Type.Array(TopSource, {
      description: "Up to 10 cited domains, most cited first.",
    }),
    losing_prompts: Type.Array(PromptRefView, {
      description: "Up to 5 prompts where a competitor is more visible or no answer names the brand.",
    }),
    interventions: Type.Array(ToldIntervention, { description: "Up to 3 of the timeframe, newest first." }),
    next_actions: Type.Array(NextActionView, {
      minItems: 3,
      maxItems: 3,
      description: "Three steps, most urgent first.",
    }),
    markdown: Type.String({ description: "The same brief as a Markdown document." }),
  },
  { title: "ClientBrief", description: "A report in sentences, for a client." },
);

export type BriefView = Static<typeof BriefView>;

export interface BriefViewFacts extends BriefFacts {
  projectId: string;
  reportId: string;
  generatedAt: string;
}

export function briefView(facts: BriefViewFacts): BriefView {
  const brief = briefOf(facts);
  const { metrics } = facts.scored;
  const change = facts.change ?? noChange;
  return {
    project_id: facts.projectId,
    brand: facts.brand,
    part: facts.part ?? null,
    timeframe: facts.timeframe,
    report_id: facts.reportId,
    measured_at: facts.measuredAt,
    generated_at: facts.generatedAt,
    trend: {
      direction: change.direction,
      visibility_score: orNull(score, metrics.visibilityScore),
      visibility_score_delta: orNull(score, change.visibilityScoreDelta),
      appearance_rate: orNull(share, metrics.appearanceRate),
      appearance_rate_delta: orNull(share, change.appearanceRateDelta),
      sentence: brief.trend,
    },
    competitor_signal: brief.competitorSignal && signalView(brief.competitorSignal),
    cited_domains: brief.citedDomains.map(topSource),
    losing_prompts: brief.losingPrompts.map(promptRefView),
    interventions: facts.done.map(toldIntervention),
    next_actions: brief.nextActions.map(nextActionView),
    markdown: briefMarkdown(facts, brief),
  };
}

const signalView = ({
  name,
  threat,
  levelRange,
  isTooFew,
  sentence,
}: CompetitorSignal): Static<typeof CompetitorSignalView> => ({
  name,
  threat_level: isTooFew ? null : threat.level,
  level_range: levelRange,
  visibility_gap: score(threat.basis.visibilityGap),
  sentence,
});

const nextActionView = (step: NextAction): Static<typeof NextActionView> => ({
  priority: step.priority,
  action: step.action,
  title: step.title,
  rationale: step.rationale,
  prompt_keys: step.promptKeys,
  suggested_route: step.suggestedRoute,
});
