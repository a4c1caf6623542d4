import { type Static, Type } from "typebox";
import type { AnswersSoFar, SoFar } from "../../../figures/so-far.ts";
import type { TagsByPrompt } from "../../../figures/tags/tag.ts";
import type { DatedPoint } from "../../../figures/trend.ts";
import { type Days, usualDays } from "../../../figures/watching/days.ts";
import type { MeasuredAnswer } from "../../../reader/answer.ts";
import { textShown } from "../../../reader/hidden-parts/not-shown.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { PromptKey } from "../../api/schema/prompt-key.ts";
import { Closed, Nullable, ObjectOrNull } from "../../api/schema/schema.ts";
import { AnswerDetailWord, AnswerStatusWord, ProviderWord, SurfaceWord } from "../../api/schema/words.ts";
import { excerpt } from "../excerpt.ts";
import { InterventionView } from "../interventions/intervention-view.ts";
import type { ByTag } from "../part/part-figures.ts";
import {
  baseProperties,
  measuredType,
  ReportBase,
  type ReportRecord,
  reportBase,
  ViewName,
} from "../report-base.ts";
import { CitationView, citationViews, NotShownViews, notShownViews } from "../rows/answer-parts.ts";
import { answersOf, soFarProperties, soFarView, withSoFar } from "../so-far/so-far-view.ts";
import { TrendPointView, trendPointView } from "../trends/trend-point-view.ts";
import {
  type Beside,
  figuresProperties,
  figuresView,
  ReportFigures,
  TagMetricsView,
  tagMetricsView,
} from "./figures-view.ts";
import { GapView, gapView } from "./gap-view.ts";
import { MetricsView, metricsView } from "./metrics-view.ts";
import { NoiseView } from "./noise-view.ts";
import { SourcesView, sourcesView } from "./source-view.ts";

const FullAnswerView = Closed(
  {
    provider: ProviderWord(),
    model: Nullable(Type.String(), { description: "Model that answered." }),
    sample: Type.Integer({ minimum: 1, description: "Which of its answers, from 1." }),
    surface: SurfaceWord(),
    status: AnswerStatusWord({ description: "Whether an answer was obtained." }),
    brand_mentioned: Nullable(Type.Boolean(), {
      description: "Whether the answer names the brand; null without an answer.",
    }),
    brand_position: Nullable(Type.Integer({ minimum: 1 }), {
      description: "The brand's place among tracked brands, by first mention.",
    }),
    excerpt: Type.String({ description: "The first 280 characters of the answer." }),
    answer_text: Type.Optional(
      Type.String({ description: "The verbatim answer; only with `answer_detail=full`." }),
    ),
    not_shown: Type.Optional(NotShownViews),
    citations: Type.Optional(
      Type.Array(CitationView, { description: "Pages it cites; only with `answer_detail=full`." }),
    ),
    citation_count: Type.Integer({ minimum: 0, description: "Pages it cites." }),
  },
  { title: "FullAnswer", description: "An answer to a prompt in the full view." },
);

const FullPromptView = Closed(
  {
    prompt_key: PromptKey,
    prompt: Type.String({ description: "What was asked." }),
    intent: Nullable(Type.String(), { description: "What the asker wants." }),
    branded: Type.Boolean({ description: "Names a tracked brand, so it counts in `branded` alone." }),
    tags: Type.Array(Type.String(), { description: "Its tags." }),
    metrics: MetricsView,
    answers: Type.Array(FullAnswerView, { description: "Its answers." }),
  },
  { title: "FullPrompt", description: "A prompt with its figures and answers." },
);

/** Everything a report holds, its prompts a page at a time. */
export const FullView = showAs(
  Closed(
    {
      ...baseProperties,
      type: measuredType,
      view: ViewName("full"),
      ...soFarProperties,
      answer_detail: AnswerDetailWord({
        description: "Excerpts of answers, or their verbatim text.",
      }),
      ...figuresProperties,
      trends: Type.Array(TrendPointView, {
        description: "The last 12 reports up to this one, oldest first.",
      }),
      by_tag: Type.Array(TagMetricsView, {
        description: "Figures by tag, up to 50 tags, those of the most prompts first.",
      }),
      prompts: Type.Array(FullPromptView, {
        description: "The prompts with their answers, paged.",
      }),
      sources: SourcesView,
      noise: ObjectOrNull(
        NoiseView,
        "Where the variance of the appearance rate comes from; null with fewer than five prompts, or if all answers agree.",
      ),
      wordings: Type.Array(
        Type.Array(
          showAs(Closed({ prompt_key: PromptKey, prompt: Type.String({ description: "What is asked." }) }), {
            name: "WordedPrompt",
          }),
        ),
        {
          description:
            "Groups of prompts that ask nearly the same: each counts as one in intervals over prompts like these.",
        },
      ),
      interventions: Type.Array(InterventionView, {
        description: "The last 5 interventions before this report, newest first, with what came of them.",
      }),
      gaps: Type.Array(GapView, {
        description: "Up to 50 prompts where the brand is behind, worst first.",
      }),
      also_named: Nullable(
        Type.Array(
          showAs(
            Closed({
              name: Type.String({
                description:
                  "The maker where answers name several of its products; otherwise the name as most answers write it.",
              }),
              answers: Type.Integer({
                minimum: 1,
                description: "Answers in which such a name heads an item.",
              }),
            }),
            { name: "UntrackedName" },
          ),
        ),
        {
          description:
            "Up to 20 names that head items and are not tracked, the commonest first: whom to track next. Null in older readings.",
        },
      ),
    },
    { title: "FullReport", description: "A report with its trends, prompts, sources and gaps." },
  ),
  { bases: [ReportBase, ReportFigures] },
);
export type FullView = Static<typeof FullView>;

/** A prompt on this page with its settled answers. */
export interface FullPrompt {
  promptKey: string;
  prompt: string;
  intent: string | null;
  /** May be only the beginning of the answer if only an excerpt is shown. */
  answers: readonly (MeasuredAnswer & { text: string | null })[];
}

export interface FullTerms extends Beside {
  siteUrl: string;
  interventions?: readonly Static<typeof InterventionView>[];
  byTag?: readonly ByTag[];
  /** What is known of a report under way. */
  soFar?: SoFar | null;
  /** How many answers it is of, where it is narrowed to a part; absent: counted by its calls. */
  progress?: AnswersSoFar | undefined;
}

export function fullView(
  record: ReportRecord,
  prompts: readonly FullPrompt[],
  answerDetail: "summary" | "full",
  trends: readonly DatedPoint[],
  { siteUrl, interventions = [], byTag = [], soFar = null, progress, ...beside }: FullTerms,
): FullView {
  const report = withSoFar(record, soFar);
  const { scored } = report;
  const { days = usualDays } = beside.judged ?? {};
  const promptView = fullPromptView(report, { answerDetail, days });
  return {
    ...reportBase(report, siteUrl),
    view: "full",
    ...soFarView(report, soFar ?? progress ?? answersOf(report)),
    answer_detail: answerDetail,
    ...figuresView(report, beside),
    trends: trends.map(trendPointView),
    by_tag: byTag.map((tag) => tagMetricsView(tag, days)),
    prompts: prompts.flatMap((prompt) => promptView(prompt) ?? []),
    sources: sourcesView(scored?.sources ?? { domains: [], urls: [] }),
    noise: beside.judged?.noise ?? null,
    wordings: (scored?.wordings ?? []).map((group) =>
      group.map(({ promptKey, prompt }) => ({ prompt_key: promptKey, prompt })),
    ),
    interventions: [...interventions],
    gaps: (scored?.gaps ?? []).map(gapView),
    also_named: scored?.untracked?.map(({ name, answers }) => ({ name, answers })) ?? null,
  };
}

/** Shows prompts of a report; null for one of which it has no figures. */
export function fullPromptView(
  { scored }: ReportRecord,
  { answerDetail, days }: { answerDetail: "summary" | "full"; days: Days },
  tags: TagsByPrompt = new Map(),
): (prompt: FullPrompt) => Static<typeof FullPromptView> | null {
  const scoreOf = new Map(scored?.prompts.map((score) => [score.promptKey, score]));
  return ({ promptKey, prompt, intent, answers }) => {
    const score = scoreOf.get(promptKey);
    return score
      ? {
          prompt_key: promptKey,
          prompt,
          intent,
          branded: score.branded,
          tags: [...(tags.get(promptKey) ?? [])],
          metrics: metricsView(score.metrics, days),
          answers: answers.map((answer) => fullAnswerView(answer, answerDetail)),
        }
      : null;
  };
}

function fullAnswerView(
  answer: FullPrompt["answers"][number],
  detail: "summary" | "full",
): Static<typeof FullAnswerView> {
  const { reading, text } = answer;
  const notShown = reading?.notShown ?? answer.notShown ?? [];
  const citations = citationViews(reading?.citations ?? []);
  const own = reading?.mentions.find(({ isOwnBrand }) => isOwnBrand);
  return {
    provider: answer.provider,
    model: answer.model,
    sample: answer.sample,
    surface: answer.surface,
    status: answer.status,
    brand_mentioned: reading ? own !== undefined : null,
    brand_position: own?.position ?? null,
    excerpt: excerpt(textShown(text ?? "", notShown)),
    ...(detail === "full" ? { answer_text: text ?? "", not_shown: notShownViews(notShown), citations } : {}),
    citation_count: citations.length,
  };
}
