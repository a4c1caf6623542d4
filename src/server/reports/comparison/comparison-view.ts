import { type Static, Type } from "typebox";
import type { Comparison, PromptMove, SourceMove } from "../../../figures/comparison.ts";
import type { ChangePart } from "../../../figures/uncertainty/change-parts.ts";
import type { Days } from "../../../figures/watching/days.ts";
import { PromptKey } from "../../api/schema/prompt-key.ts";
import { interval, orNull, score, share } from "../../api/schema/rounding.ts";
import { Closed, Count, Nullable, ObjectOrNull, OneOf, Time, Uuid } from "../../api/schema/schema.ts";
import { ProviderWord } from "../../api/schema/words.ts";
import { ChangeView, Ci, changeView, MetricsView, metricsView } from "../figures/metrics-view.ts";
import type { ReportRecord } from "../report-base.ts";

const rate = (whose: string) => Nullable(Type.Number(), { description: `${whose} appearance rate, 0 to 1.` });
const Where = OneOf(["both", "gained", "lost"], {
  description: "In both reports, in this one only, or in the other only.",
});
const BeyondNoise = (of: string) => Nullable(Type.Boolean(), { description: of });

const PromptMoveView = Closed(
  {
    prompt_key: PromptKey,
    prompt: Type.String({ description: "What was asked." }),
    mentions_before: Count("Earlier answers that name the brand."),
    answers_before: Count("Earlier answers compared."),
    mentions: Count("Answers that name the brand."),
    answers: Count("Answers compared."),
    beyond_noise: BeyondNoise(
      "Whether it moved by more than noise, all prompts judged together; null below ten answers on a side, or if failed calls may have done it.",
    ),
  },
  { title: "PromptMove", description: "A prompt in both reports." },
);

const PromptOnlyView = Closed(
  { prompt_key: PromptKey, prompt: Type.String({ description: "What was asked." }) },
  { title: "PromptOnly", description: "A prompt in one of the reports." },
);

const SourceMoveView = Closed(
  {
    domain: Type.String({ description: "Registrable domain." }),
    citations_before: Count("Citations in the other report."),
    citations: Count("Citations in this report."),
    citation_share_before: Type.Number({ description: "Share of the other report's citations, 0 to 1." }),
    citation_share: Type.Number({ description: "Share of this report's citations, 0 to 1." }),
  },
  { title: "SourceMove", description: "A cited domain before and after." },
);

const UntrackedMoveView = Closed(
  {
    name: Type.String({
      description:
        "The maker where answers name several of its products; otherwise the name as most answers write it.",
    }),
    answers_before: Nullable(Type.Integer({ minimum: 0 }), {
      description: "The other report's answers in which it heads an item; null if unknown.",
    }),
    answers: Nullable(Type.Integer({ minimum: 0 }), {
      description: "This report's answers in which it heads an item; null if unknown.",
    }),
  },
  { title: "UntrackedMove", description: "A name that nobody tracks, before and after." },
);

const limits = { prompts: 20, sources: 15, rivals: 10, untracked: 10 };

const promptMoves = (description: string) => Type.Array(PromptMoveView, { description });
const promptsOnly = (description: string) => Type.Array(PromptOnlyView, { description });
const sourceMoves = (description: string) => Type.Array(SourceMoveView, { description });

const ChangePartView = Closed(
  {
    of: OneOf(["question", "assistant"], {
      description: "A question in all its wordings, or an assistant over all other questions.",
    }),
    prompt_keys: Type.Array(PromptKey, { description: `Up to ${limits.prompts} of its prompts.` }),
    provider: Nullable(ProviderWord(), { description: "The assistant; null where it is several." }),
    appearance_rate_delta: Type.Number({
      description: "What it adds to the change: all parts and `unexplained` add up to it.",
    }),
    mentions_before: Count("Earlier answers that name the brand."),
    answers_before: Count("Earlier answers compared."),
    mentions: Count("Answers that name the brand."),
    answers: Count("Answers compared."),
  },
  { title: "ChangePart", description: "A part of the change that is more than noise by itself." },
);

export const ComparisonView = Closed(
  {
    project_id: Uuid("Id of the project."),
    report_id: Type.String({ description: "Id of this report." }),
    compared_with: Type.String({ description: "Id of the other report." }),
    brand: Type.String({ description: "The measured brand." }),
    measured_at: Nullable(Time(), { description: "When the answers were given." }),
    measured_at_before: Nullable(Time(), { description: "When the earlier answers were given." }),
    headline: Type.String({ description: "The comparison in one sentence." }),
    change: ChangeView,
    judged_by: OneOf(["series", "pair"], {
      description:
        "What the change is judged by: all reports up to this one, as its summary is, or these two reports alone.",
    }),
    change_parts: Type.Array(ChangePartView, {
      description:
        "What lies between the two reports where the change is up or down, largest first; empty where no part stands out.",
    }),
    unexplained: Nullable(Type.Number(), {
      description: "What is left of the change; null unless it is up or down.",
    }),
    metrics: MetricsView,
    metrics_before: MetricsView,
    providers: Type.Array(
      Closed(
        {
          provider: ProviderWord(),
          where: Where,
          appearance_rate_before: rate("The other report's"),
          appearance_rate: rate("This report's"),
          change: ObjectOrNull(ChangeView, "Over its answers alone; null unless it answered in both."),
        },
        { title: "ProviderMove", description: "An assistant before and after." },
      ),
      { description: "Assistants in either report." },
    ),
    prompts_compared: Count("Prompts that could be compared."),
    prompts_unjudged: Count("Those of them of which it cannot be told whether they moved."),
    moved: Closed(
      {
        prompts_risen: Count("Prompts whose answers name the brand more often."),
        prompts_fallen: Count("Prompts whose answers name the brand less often."),
        competitors: Count("Competitors whose rate moved."),
      },
      { title: "MovedCounts", description: "How many moved by more than noise, listed or not." },
    ),
    prompts_risen: promptMoves(`Up to ${limits.prompts} prompts whose answers name the brand more often.`),
    prompts_fallen: promptMoves(`Up to ${limits.prompts} prompts whose answers name the brand less often.`),
    prompts_gained: promptsOnly(`Up to ${limits.prompts} prompts in this report only.`),
    prompts_lost: promptsOnly(`Up to ${limits.prompts} prompts in the other report only.`),
    sources_gained: sourceMoves(
      `Up to ${limits.sources} domains cited in this report only, of those that assistants in both cite.`,
    ),
    sources_lost: sourceMoves(`Up to ${limits.sources} domains cited in the other report only.`),
    sources_moved: sourceMoves(`Up to ${limits.sources} domains cited in both, largest move first.`),
    competitors: Type.Array(
      Closed(
        {
          name: Type.String({ description: "Name of the competitor." }),
          where: Where,
          appearance_rate_before: rate("The other report's"),
          appearance_rate_before_ci: Ci("the appearance rate before"),
          appearance_rate: rate("This report's"),
          appearance_rate_ci: Ci("the appearance rate"),
          appearance_rate_delta: Nullable(Type.Number(), {
            description: "How far its rate moved over what both have, -1 to 1.",
          }),
          visibility_score_before: Nullable(Type.Number(), { description: "Its earlier score, 0 to 100." }),
          visibility_score: Nullable(Type.Number(), { description: "Its score, 0 to 100." }),
          beyond_noise: BeyondNoise(
            "Whether its rate moved by more than noise, all competitors judged together; null if unknown, or if failed calls may have done it.",
          ),
        },
        { title: "CompetitorMove", description: "A competitor before and after." },
      ),
      { description: `Up to ${limits.rivals} competitors, largest move first.` },
    ),
    also_named: Type.Array(UntrackedMoveView, {
      description: `Up to ${limits.untracked} untracked names that head more or fewer items, largest move first.`,
    }),
  },
  { title: "ReportComparison", description: "Two reports of a project, cell by cell." },
);

export interface ComparisonFacts {
  report: ReportRecord & { scored: object };
  other: ReportRecord & { scored: object };
  projectId: string;
  headline: string;
  /** How far days move the figures of both. */
  days: Days;
  comparison: Comparison;
}

export function comparisonView(facts: ComparisonFacts): Static<typeof ComparisonView> {
  const { report, other, comparison } = facts;
  return {
    project_id: facts.projectId,
    report_id: report.id,
    compared_with: other.id,
    brand: report.brand,
    measured_at: report.measuredAt,
    measured_at_before: other.measuredAt,
    headline: facts.headline,
    change: changeView(comparison.change, other),
    judged_by: comparison.judgedBy,
    change_parts: (comparison.parts?.parts ?? []).map(changePartView),
    unexplained: orNull(share, comparison.parts?.unexplained ?? null),
    metrics: metricsView(report.scored.metrics, facts.days),
    metrics_before: metricsView(other.scored.metrics, facts.days),
    providers: comparison.providers.map(({ provider, where, rateBefore, rate, change }) => ({
      provider,
      where,
      appearance_rate_before: orNull(share, rateBefore),
      appearance_rate: orNull(share, rate),
      change: change && changeView(change, other),
    })),
    prompts_compared: comparison.promptsCompared,
    prompts_unjudged: comparison.promptsUnjudged,
    moved: {
      prompts_risen: comparison.risen.filter(isBeyondNoise).length,
      prompts_fallen: comparison.fallen.filter(isBeyondNoise).length,
      competitors: comparison.rivals.filter(isBeyondNoise).length,
    },
    prompts_risen: comparison.risen.slice(0, limits.prompts).map(promptMoveView),
    prompts_fallen: comparison.fallen.slice(0, limits.prompts).map(promptMoveView),
    prompts_gained: comparison.promptsGained.slice(0, limits.prompts).map(promptOnlyView),
    prompts_lost: comparison.promptsLost.slice(0, limits.prompts).map(promptOnlyView),
    sources_gained: comparison.sourcesGained.slice(0, limits.sources).map(sourceMoveView),
    sources_lost: comparison.sourcesLost.slice(0, limits.sources).map(sourceMoveView),
    sources_moved: comparison.sourcesMoved.slice(0, limits.sources).map(sourceMoveView),
    competitors: comparison.rivals.slice(0, limits.rivals).map((rival) => ({
      name: rival.name,
      where: rival.where,
      appearance_rate_before: orNull(share, rival.rateBefore),
      appearance_rate_before_ci: interval(share, rival.rateBeforeCi),
      appearance_rate: orNull(share, rival.rate),
      appearance_rate_ci: interval(share, rival.rateCi),
      appearance_rate_delta: orNull(share, rival.delta),
      visibility_score_before: orNull(score, rival.scoreBefore),
      visibility_score: orNull(score, rival.score),
      beyond_noise: rival.beyondNoise,
    })),
    also_named: comparison.untracked.slice(0, limits.untracked).map(({ name, answersBefore, answers }) => ({
      name,
      answers_before: answersBefore,
      answers,
    })),
  };
}

const isBeyondNoise = ({ beyondNoise }: { beyondNoise: boolean | null }): boolean => beyondNoise === true;

const changePartView = (part: ChangePart): Static<typeof ChangePartView> => ({
  of: part.of,
  prompt_keys: part.promptKeys.slice(0, limits.prompts),
  provider: part.provider,
  appearance_rate_delta: share(part.delta),
  mentions_before: part.mentionsBefore,
  answers_before: part.answersBefore,
  mentions: part.mentions,
  answers: part.answers,
});

const promptMoveView = (move: PromptMove): Static<typeof PromptMoveView> => ({
  prompt_key: move.promptKey,
  prompt: move.prompt,
  mentions_before: move.mentionsBefore,
  answers_before: move.answersBefore,
  mentions: move.mentions,
  answers: move.answers,
  beyond_noise: move.beyondNoise,
});

const promptOnlyView = ({ promptKey, prompt }: { promptKey: string; prompt: string }) => ({
  prompt_key: promptKey,
  prompt,
});

const sourceMoveView = (move: SourceMove): Static<typeof SourceMoveView> => ({
  domain: move.domain,
  citations_before: move.citationsBefore,
  citations: move.citations,
  citation_share_before: share(move.shareBefore),
  citation_share: share(move.share),
});
