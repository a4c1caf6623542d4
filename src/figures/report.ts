import { createHash } from "node:crypto";
import type { MeasuredAnswer } from "../reader/answer.ts";
import type { TrackedBrands } from "../reader/brand.ts";
import { type Provider, providers, type Surface, surfaces } from "../reader/provider.ts";
import { byText } from "../reader/text/order.ts";
import { type Gap, gapsOf } from "./gaps.ts";
import { citingIn } from "./metrics/cited-domain.ts";
import { engineCalls } from "./metrics/engines.ts";
import { failureBounds } from "./metrics/failure-bounds.ts";
import { type Again, againOf, type Lead, leadsOf } from "./metrics/lead.ts";
import { type Metrics, type ShownIn, shownIn } from "./metrics/metric-table.ts";
import {
  contestsOf,
  losingPrompts,
  type PromptRef,
  type PromptScore,
  promptScores,
  winningPrompts,
} from "./metrics/prompt-score.ts";
import { type ProviderFigures, type RivalDetail, rivalDetails } from "./metrics/rival.ts";
import { metricsOf, type RivalMetrics } from "./metrics/score.ts";
import { type Sources, sourcesOf } from "./metrics/sources.ts";
import { type Stability, stability } from "./metrics/stability.ts";
import { inOrder, type QuestionOf, type Tally, talliesOf, tallyOf, visibilityAt } from "./metrics/tally.ts";
import { type Untracked, untrackedIn } from "./metrics/untracked.ts";
import type { OwnNoise } from "./planning/noise.ts";
import type { Cell } from "./uncertainty/cell.ts";
import { moreFirst } from "./uncertainty/interval.ts";
import { questionsOf, wordingsOf } from "./wordings.ts";

/**
 * Everything that a report's views show of its answers, unrounded and bounded, so that it is computed once and stored.
 * Everything but `branded` and the branded among `prompts` covers the headline answers: those to unbranded prompts, or
 * to all prompts if every prompt is branded.
 */
export interface ScoredReport {
  warnings: ReportWarning[];
  /** When the answers were given: the newest of them, RFC 3339; null if none says. */
  measuredAt: string | null;
  surfaces: Surface[];
  /** Sum over the calls whose cost is known; null if none is. */
  costUsd: number | null;
  metrics: Metrics;
  /** Over the branded prompts; null unless there are both branded and unbranded ones. */
  branded: Metrics | null;
  stability: Stability | null;
  providers: ProviderMetrics[];
  /** Every rival, the most visible first. */
  competitors: CompetitorMetrics[];
  /** What is known of each rival besides its figures. */
  rivals: RivalDetail[];
  sources: Sources;
  winningPrompts: PromptRef[];
  losingPrompts: PromptRef[];
  /** Every prompt, by its key. */
  prompts: PromptScore[];
  gaps: Gap[];
  /** Whom the answers name besides the tracked brands; absent in older readings. */
  untracked?: Untracked[];
  /** Groups of prompts that ask nearly the same in other words; absent in readings by an older method. */
  wordings?: { promptKey: string; prompt: string }[][];
  cells: Cell[];
  /** What its answers tell of their noise; null if nothing, absent while they come, and in older readings. */
  noise?: OwnNoise | null;
  /** How much of it rests on corrections; absent if nothing does, and in older readings. */
  corrected?: Corrected;
}

/** Occurrences that were counted, or not counted, because of somebody's correction, and the answers they stand in. */
export interface Corrected {
  occurrences: number;
  answers: number;
}

export type ReportWarning = "ONLY_BRANDED_PROMPTS";

/** Whether every prompt names a tracked brand, so that the figures are over these. */
export const isOnlyBranded = ({ warnings }: Pick<ScoredReport, "warnings">): boolean =>
  warnings.includes("ONLY_BRANDED_PROMPTS");

export interface ProviderMetrics extends Metrics {
  provider: Provider;
  /** As named by the vendor, sorted. */
  models: string[];
  /** Answers that say nothing; absent in older readings. */
  answersBlank?: number;
}

export interface CompetitorMetrics extends RivalMetrics {
  domain: string | null;
  /** How much it would vary if the same were asked again; null without answers, absent in older readings. */
  again?: Again | null;
  /** How far it is ahead of the brand; null if that cannot be judged. */
  lead: Lead | null;
}

type WithIntervals<Name extends string> = Name | `${Name}Ci` | `${Name}CiSamePrompts`;

/** The small row that trends keep of a report. One that was stored earlier lacks the figures that trends show since. */
export interface TrendPoint extends Pick<Metrics, WithIntervals<ShownIn<"trend">>> {
  answers: number;
  prompts: number;
  competitors: Pick<CompetitorMetrics, "name" | "again" | ShownIn<"rivalTrend">>[];
  /** Assistants that answered, with their models, and how their calls went; points that were stored earlier lack that. */
  providers: (Pick<ProviderMetrics, "provider" | "models"> &
    Partial<Pick<ProviderMetrics, "answers" | "answersFailed">>)[];
  surfaces: Surface[];
  /** Identifies the set of its prompts: equal for two points over the same prompts. */
  promptSet: string;
  /** Identifies what its answers were read for, but for the competitors; points that were stored earlier lack it. */
  terms?: string;
  /** The same of the competitors. */
  rivalTerms?: string;
}

/** Scores one report's answers for its brand and all rivals. The order of the answers does not matter. */
export function scoreReport(answers: readonly MeasuredAnswer[], brands: TrackedBrands): ScoredReport {
  const ordered = inOrder(answers);
  const byProvider = new Map<Provider, ProviderFigures & { models: string[] }>();
  const { brandedOnly, measured, tally, weighed, metrics, wordings } = headlineFigures(
    ...([ordered, brands] as const),
    (provider, figures, answers) =>
      byProvider.set(provider, { provider, models: modelsOf(answers), figures }),
  );
  const providerFigures = providers.flatMap((provider) => byProvider.get(provider) ?? []);
  const topics = questionsOf(wordings);
  const others = brandedOnly ? [] : ordered.filter(({ branded }) => branded);
  const contests = contestsOf(measured, brands, tally);
  const scores = promptScores(measured, brands, tally, contests);
  const leads = leadsOf(weighed, topics);
  const again = againOf(weighed);
  const citing = citingIn(measured);
  const [own, ...rivals] = metrics;
  return {
    warnings: brandedOnly ? ["ONLY_BRANDED_PROMPTS"] : [],
    measuredAt: newest(ordered),
    surfaces: surfaces.filter((surface) => ordered.some((answer) => answer.surface === surface)),
    costUsd: costOf(ordered),
    metrics: own!,
    branded: others.length === 0 ? null : headlineFigures(others, brands).metrics[0]!,
    stability: stability(measured),
    providers: providerFigures.map(({ provider, models, figures }) => ({
      provider,
      models,
      answersBlank: measured.filter((answer) => answer.provider === provider && answer.reading?.blank).length,
      ...figures[0]!,
    })),
    competitors: brands.rivals
      .map(({ name, domains }, index) => ({
        name,
        domain: domains[0] ?? null,
        ...rivals[index]!,
        lead: leads[index]!,
        again: again[index]!,
      }))
      .sort(byVisibility),
    rivals: rivalDetails({ citing, tally, prompts: scores, contests, providers: providerFigures }, brands),
    sources: sourcesOf(citing),
    winningPrompts: winningPrompts(scores, contests),
    losingPrompts: losingPrompts(scores, contests),
    prompts: [...scores, ...brandedScores(others, brands)].sort((a, b) => byText(a.promptKey, b.promptKey)),
    gaps: gapsOf(measured, brands, tally),
    untracked: untrackedIn(measured),
    wordings,
    cells: cellsOf(measured, brands, topics),
    ...correctedOf(measured),
  };
}

/** What the headline figures of some answers are computed from, and those of every brand, the own one first. */
export interface HeadlineFigures {
  brandedOnly: boolean;
  /** The answers that they cover. */
  measured: MeasuredAnswer[];
  tally: Tally;
  /** The same with engines weighed. */
  weighed: Tally;
  metrics: Metrics[];
  /** Groups of prompts that ask the same in other words. */
  wordings: { promptKey: string; prompt: string }[][];
}

/**
 * The headline figures of answers that are in order: over unbranded prompts, or over all if every prompt is branded. `each` gets those
 * over the answers of every assistant.
 */
export function headlineFigures(
  ordered: readonly MeasuredAnswer[],
  brands: TrackedBrands,
  each?: (provider: Provider, figures: Metrics[], answers: readonly MeasuredAnswer[]) => void,
): HeadlineFigures {
  const brandedOnly = ordered.length > 0 && ordered.every(({ branded }) => branded);
  const measured = ordered.filter(({ branded }) => brandedOnly || !branded);
  const engines = engineCalls(measured);
  const wordings = wordingsIn(measured);
  const topics = questionsOf(wordings);
  const { tally, weighed } = talliesOf(measured, brands, engines, (provider, answers, own) =>
    each?.(provider, bounded(metricsOf(own, topics), answers, brands, topics), answers),
  );
  const metrics = bounded(metricsOf(weighed, topics), measured, brands, topics);
  return { brandedOnly, measured, tally, weighed, metrics, wordings };
}

function wordingsIn(ordered: readonly MeasuredAnswer[]): { promptKey: string; prompt: string }[][] {
  const textOf = new Map<string, string>();
  for (const { promptKey, prompt } of ordered) if (!textOf.has(promptKey)) textOf.set(promptKey, prompt);
  return wordingsOf([...textOf].map(([promptKey, prompt]) => ({ promptKey, prompt })));
}

function brandedScores(others: readonly MeasuredAnswer[], brands: TrackedBrands): PromptScore[] {
  const tally = tallyOf(others, brands);
  return promptScores(others, brands, tally, contestsOf(others, brands, tally));
}

/** The trend point that a report over these answers would have, without the rest of the report. */
export function pointOver(answers: readonly MeasuredAnswer[], brands: TrackedBrands): TrendPoint {
  const ordered = inOrder(answers);
  const { measured, metrics, tally, weighed } = headlineFigures(ordered, brands);
  const [own, ...rivals] = metrics;
  const again = againOf(weighed);
  const byProvider = Map.groupBy(measured, ({ provider }) => provider);
  const calls = new Map(engineCalls(measured).map((engine) => [engine.provider, engine]));
  return {
    ...figuresOfTrend(own!),
    competitors: brands.rivals
      .map(({ name }, index) => ({ ...rivals[index]!, name, again: again[index]! }))
      .sort(byVisibility)
      .map((rival) => picked(rival, ["name", "again", ...shownIn.rivalTrend])),
    providers: providers.flatMap((provider) => {
      const providerAnswers = byProvider.get(provider) ?? [];
      const { answered = 0, failed = 0 } = calls.get(provider) ?? {};
      if (answered === 0) return [];
      return [{ provider, models: modelsOf(providerAnswers), answers: answered, answersFailed: failed }];
    }),
    surfaces: surfaces.filter((surface) => ordered.some((answer) => answer.surface === surface)),
    promptSet: digestOf(tally.promptKeys),
  };
}

export const trendPoint = (scored: ScoredReport): TrendPoint => {
  const { metrics, competitors, providers, surfaces } = scored;
  return {
    ...figuresOfTrend(metrics),
    competitors: competitors.map((rival) => picked(rival, ["name", "again", ...shownIn.rivalTrend])),
    providers: providers
      .filter(({ answers }) => answers > 0)
      .map(({ provider, models, answers, answersFailed }) => ({ provider, models, answers, answersFailed })),
    surfaces,
    promptSet: promptSetOf(scored),
  };
};

const figuresOfTrend = (metrics: Metrics) => ({
  ...picked(
    metrics,
    shownIn.trend.flatMap((name) => [name, `${name}Ci` as const, `${name}CiSamePrompts` as const]),
  ),
  answers: metrics.answers,
  prompts: metrics.prompts,
});

const picked = <Whole, Name extends keyof Whole>(whole: Whole, names: readonly Name[]): Pick<Whole, Name> =>
  Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;

/** MD5 over the sorted keys of the prompts that the headline figures cover; migration 0003 computes the same. */
function promptSetOf(scored: ScoredReport): string {
  const all = isOnlyBranded(scored);
  return digestOf(scored.prompts.flatMap(({ promptKey, branded }) => (all || !branded ? [promptKey] : [])));
}

const digestOf = (keys: readonly string[]): string =>
  createHash("md5")
    .update([...keys].sort(byText).join(" "))
    .digest("hex");

function correctedOf(answers: readonly MeasuredAnswer[]): { corrected?: Corrected } {
  const counts = answers.flatMap(({ reading }) => reading?.corrected ?? []);
  if (counts.length === 0) return {};
  return { corrected: { occurrences: counts.reduce((sum, each) => sum + each, 0), answers: counts.length } };
}

const byVisibility = (a: RivalMetrics, b: RivalMetrics): number =>
  moreFirst(a.visibilityScore ?? 0, b.visibilityScore ?? 0) ||
  b.mentions - a.mentions ||
  byText(a.name, b.name);

function newest(answers: readonly MeasuredAnswer[]): string | null {
  let latest: string | null = null;
  for (const { answeredAt, reading } of answers)
    if (reading && answeredAt !== null && (latest === null || answeredAt > latest)) latest = answeredAt;
  return latest;
}

function costOf(answers: readonly MeasuredAnswer[]): number | null {
  let total: number | null = null;
  for (const { costUsd } of answers) if (costUsd !== null) total = (total ?? 0) + costUsd;
  return total;
}

/** With what the failed calls could have made of the appearance rate. */
function bounded(
  metrics: readonly Metrics[],
  measured: readonly MeasuredAnswer[],
  brands: TrackedBrands,
  topics: QuestionOf,
): Metrics[] {
  const bounds = failureBounds(measured, brands, engineCalls(measured), metrics, topics);
  return metrics.map((each, brand) => ({ ...each, appearanceRateBounds: bounds[brand]! }));
}

const modelsOf = (answers: readonly MeasuredAnswer[]): string[] =>
  [...new Set(answers.flatMap(({ model, reading }) => (reading && model !== null ? [model] : [])))].sort(
    byText,
  );

/** The answers are in the order of `inOrder`, so those of one cell are adjacent. */
function cellsOf(ordered: readonly MeasuredAnswer[], { rivals }: TrackedBrands, topics: QuestionOf): Cell[] {
  const cells: Cell[] = [];
  const rivalOf = new Map(rivals.map(({ name }, index) => [name, index]));
  for (const { promptKey, provider, surface, model, reading } of ordered) {
    if (reading === null) continue;
    let cell = cells.at(-1);
    if (cell?.promptKey !== promptKey || cell.provider !== provider || cell.surface !== surface) {
      cell = {
        ...{ promptKey, provider, surface, answers: 0, named: 0, visibility: 0, visibilitySquares: 0 },
        ...(topics.has(promptKey) ? { topic: topics.get(promptKey)! } : {}),
        rivalsNamed: rivals.map(() => 0),
        models: [],
      };
      cells.push(cell);
    }
    cell.answers += 1;
    if (model !== null && !cell.models.includes(model)) cell.models = [...cell.models, model].sort(byText);
    for (const { isOwnBrand, name } of reading.mentions) {
      const rival = isOwnBrand ? undefined : rivalOf.get(name);
      if (rival !== undefined) cell.rivalsNamed![rival]! += 1;
    }
    const own = reading.mentions.find(({ isOwnBrand }) => isOwnBrand);
    if (!own) continue;
    cell.named += 1;
    cell.visibility += visibilityAt(own.position);
    cell.visibilitySquares! += visibilityAt(own.position) ** 2;
  }
  return cells;
}
