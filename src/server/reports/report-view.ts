import { type Static, Type } from "typebox";
import type { PromptRef } from "../../figures/metrics/prompt-score.ts";
import { type AnswersSoFar, headlineSoFar, type SoFar } from "../../figures/so-far.ts";
import { showAs } from "../api/schema/openapi-hints.ts";
import { PromptKey } from "../api/schema/prompt-key.ts";
import { share } from "../api/schema/rounding.ts";
import { Closed, Nullable } from "../api/schema/schema.ts";
import { GeneratedContentView } from "../content/drafts/generated-content-view.ts";
import { type Beside, figuresProperties, figuresView, ReportFigures } from "./figures/figures-view.ts";
import { FullView } from "./figures/full-view.ts";
import { TopSource, topSource } from "./figures/source-view.ts";
import {
  baseProperties,
  measuredType,
  ReportBase,
  type ReportRecord,
  reportBase,
  ViewName,
} from "./report-base.ts";
import { RawView } from "./rows/raw-view.ts";
import { answersOf, soFarProperties, soFarView, withSoFar } from "./so-far/so-far-view.ts";

export type { ReportRecord } from "./report-base.ts";

export const PromptRefView = Closed(
  {
    prompt_key: PromptKey,
    prompt: Type.String({ description: "Its text." }),
    appearance_rate: Type.Number({ description: "Share of its answers that name the brand, 0 to 1." }),
    answers: Type.Integer({ minimum: 0, description: "Its answers, the base of the rate." }),
    mentions: Type.Integer({ minimum: 0, description: "Answers that name the brand." }),
    best_competitor: Nullable(Type.String(), {
      description: "Most visible competitor, if it is told apart from the others.",
    }),
  },
  { title: "PromptRef", description: "A prompt and how the brand did." },
);

export const promptRefView = (ref: PromptRef): Static<typeof PromptRefView> => ({
  prompt_key: ref.promptKey,
  prompt: ref.prompt,
  appearance_rate: share(ref.appearanceRate),
  answers: ref.answers,
  mentions: ref.mentions,
  best_competitor: ref.bestCompetitor,
});

/** The compact view of a report. */
export const SummaryView = showAs(
  Closed(
    {
      ...baseProperties,
      type: measuredType,
      view: ViewName("summary"),
      ...soFarProperties,
      headline: Type.String({ description: "The report in one sentence." }),
      ...figuresProperties,
      top_sources: Type.Array(TopSource, {
        description: "Up to 10 cited domains, most cited first.",
      }),
      winning_prompts: Type.Array(PromptRefView, {
        description: "Up to 5 prompts where the brand is the most visible by more than chance.",
      }),
      losing_prompts: Type.Array(PromptRefView, {
        description:
          "Up to 5 prompts where a competitor is more visible by more than chance, or no answer names the brand.",
      }),
    },
    { title: "SummaryReport", description: "A report in brief." },
  ),
  { bases: [ReportBase, ReportFigures] },
);
export type SummaryView = Static<typeof SummaryView>;

const mostSources = 10;

export interface SummaryTerms extends Beside {
  siteUrl: string;
  /** What is known of a report under way. */
  soFar?: SoFar | null;
  /** How many answers it is of, where it is narrowed to a part; absent: counted by its calls. */
  progress?: AnswersSoFar | undefined;
}

export function summaryView(
  record: ReportRecord,
  { siteUrl, soFar = null, progress: ofPart, ...beside }: SummaryTerms,
): SummaryView {
  const report = withSoFar(record, soFar);
  const { scored } = report;
  const progress = soFar ?? ofPart ?? answersOf(report);
  return {
    ...reportBase(report, siteUrl),
    view: "summary",
    ...soFarView(report, progress),
    headline: beside.judged?.headline ?? headlineSoFar({ brand: report.brand, ...progress, soFar }),
    ...figuresView(report, beside),
    top_sources: (scored?.sources.domains ?? []).slice(0, mostSources).map(topSource),
    winning_prompts: (scored?.winningPrompts ?? []).map(promptRefView),
    losing_prompts: (scored?.losingPrompts ?? []).map(promptRefView),
  };
}

/** A report in any of its views. */
export const ReportView = showAs(
  Type.Union([SummaryView, RawView, FullView, GeneratedContentView], {
    description: "A report in the view that was asked for.",
  }),
  {
    name: "Report",
    says: "A draft or a report with figures, by `type` and `view`.",
    choice: {
      by: "type",
      among: { name: "VisibilityReport", says: "A report with figures, in one of its views.", by: "view" },
    },
  },
);
export type ReportView = Static<typeof ReportView>;
