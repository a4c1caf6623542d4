import { type Static, Type } from "typebox";
import type { AnswersSoFar } from "../../../figures/so-far.ts";
import type { MeasuredAnswer } from "../../../reader/answer.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { PromptKey } from "../../api/schema/prompt-key.ts";
import { dollars, orNull } from "../../api/schema/rounding.ts";
import { Closed, Nullable, Time } from "../../api/schema/schema.ts";
import { AnswerStatusWord, ProviderWord, SurfaceWord } from "../../api/schema/words.ts";
import {
  baseProperties,
  measuredType,
  ReportBase,
  type ReportRecord,
  reportBase,
  ViewName,
} from "../report-base.ts";
import { soFarProperties, soFarView } from "../so-far/so-far-view.ts";
import {
  CitationsLeftOut,
  MentionView,
  mentionView,
  NotCountedView,
  NotShownViews,
  notCountedView,
  notShownViews,
  RawCitationView,
  rawCitationView,
  Searches,
} from "./answer-parts.ts";

const AlsoNamedView = Closed(
  {
    name: Type.String({ description: "The name." }),
    start: Type.Integer({
      minimum: 0,
      description: "Start in the verbatim answer, in UTF-16 units.",
    }),
    list_rank: Nullable(Type.Integer({ minimum: 1 }), { description: "Rank of that item." }),
  },
  { title: "AlsoNamed", description: "An untracked name that heads a list item." },
);

export const RawRow = Closed(
  {
    row_id: Type.String({ description: "Id of the call." }),
    prompt_key: PromptKey,
    prompt: Type.String({ description: "What was asked." }),
    tags: Type.Array(Type.String(), { description: "Tags of the prompt." }),
    branded: Type.Boolean({
      description: "Whether the prompt names a tracked brand and so stays out of the headline.",
    }),
    refusal: Type.Boolean({ description: "Whether the assistant declined to answer." }),
    blank: Type.Boolean({ description: "Whether it ended without having said anything." }),
    provider: ProviderWord(),
    model: Nullable(Type.String(), { description: "Model that answered." }),
    sample: Type.Integer({ minimum: 1, description: "Which of its answers, from 1." }),
    status: AnswerStatusWord({ description: "Whether an answer was obtained." }),
    error_code: Nullable(Type.String(), {
      description: "Why the call failed; `nothing_shown`: its answer shows nothing.",
    }),
    answered_at: Nullable(Time(), { description: "When it was answered." }),
    latency_ms: Nullable(Type.Integer(), { description: "How long the answer took, in ms." }),
    surface: SurfaceWord(),
    cost_usd: Nullable(Type.Number(), { description: "Cost of the call in US dollars." }),
    brand_mentioned: Nullable(Type.Boolean(), {
      description: "Whether the answer names the brand; null without an answer.",
    }),
    brand_position: Nullable(Type.Integer({ minimum: 1 }), {
      description: "The brand's place among tracked brands, by first mention.",
    }),
    searched: Nullable(Type.Boolean(), {
      description: "Whether a web search of the engine succeeded, if known.",
    }),
    searches: Searches,
    answer_sentences: Type.Integer({ minimum: 0, description: "Sentences of the answer." }),
    mentions: Type.Array(MentionView, { description: "Tracked brands it names, by first mention." }),
    not_counted: Type.Array(NotCountedView, {
      description: "What looked like a tracked brand but was not counted.",
    }),
    not_shown: NotShownViews,
    also_named: Type.Array(AlsoNamedView, { description: "Untracked names that head list items." }),
    citations: Type.Array(RawCitationView, { description: "Pages it cites or its engine retrieved." }),
    citations_left_out: CitationsLeftOut,
  },
  { title: "RawRow", description: "One call and what was read from its answer." },
);
export type RawRow = Static<typeof RawRow>;

export const RawView = showAs(
  Closed(
    {
      ...baseProperties,
      type: measuredType,
      view: ViewName("raw"),
      ...soFarProperties,
      rows: Type.Array(RawRow, { description: "The finished calls, paged." }),
    },
    { title: "RawReport", description: "A report as its rows." },
  ),
  { bases: [ReportBase] },
);
export type RawView = Static<typeof RawView>;

export const rawView = (
  report: ReportRecord,
  rows: readonly MeasuredAnswer[],
  { siteUrl }: { siteUrl: string },
  progress?: AnswersSoFar,
): RawView => ({
  ...reportBase(report, siteUrl),
  view: "raw",
  ...soFarView(report, progress),
  rows: rows.map((row) => rawRow(row)),
});

/** `tags`: those of the answer's prompt. */
export function rawRow(answer: MeasuredAnswer, tags: readonly string[] = []): RawRow {
  const { reading } = answer;
  const own = reading?.mentions.find(({ isOwnBrand }) => isOwnBrand);
  return {
    row_id: answer.id,
    prompt_key: answer.promptKey,
    prompt: answer.prompt,
    tags: [...tags],
    branded: answer.branded,
    refusal: reading?.refusal ?? false,
    blank: reading?.blank ?? false,
    provider: answer.provider,
    model: answer.model,
    sample: answer.sample,
    status: answer.status,
    error_code: answer.errorCode,
    answered_at: answer.answeredAt,
    latency_ms: answer.latencyMs,
    surface: answer.surface,
    cost_usd: orNull(dollars, answer.costUsd),
    brand_mentioned: reading ? own !== undefined : null,
    brand_position: own?.position ?? null,
    searched: answer.searched,
    searches: [...(answer.searches ?? [])],
    answer_sentences: reading?.sentences ?? 0,
    mentions: reading?.mentions.map(mentionView) ?? [],
    not_counted: reading?.notCounted.map(notCountedView) ?? [],
    not_shown: notShownViews(reading?.notShown ?? answer.notShown),
    also_named:
      reading?.alsoNamed.map(({ name, start, listRank }) => ({ name, start, list_rank: listRank })) ?? [],
    citations: reading?.citations.map(rawCitationView) ?? [],
    citations_left_out: answer.citationsLeftOut ?? 0,
  };
}
