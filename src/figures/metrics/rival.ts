import type { TrackedBrands } from "../../reader/brand.ts";
import type { Provider } from "../../reader/provider.ts";
import { byText } from "../../reader/text/order.ts";
import { isMore, moreFirst } from "../uncertainty/interval.ts";
import { type CitingAnswers, citedDomains, type SourceDomain } from "./cited-domain.ts";
import type { Metrics } from "./metric-table.ts";
import { type Contests, mostListed, type PromptRef, type PromptScore, promptRef } from "./prompt-score.ts";
import type { Tally } from "./tally.ts";

/** What a report says of one rival compared with the brand, bounded, so that it is computed once and stored. */
export interface RivalDetail {
  name: string;
  /** Up to five prompts on which it is more visible than the brand, told apart from chance, by its lead. */
  promptsWon: RivalPromptRef[];
  /** Up to five prompts on which the brand is more visible than it. */
  promptsLost: RivalPromptRef[];
  /** Up to five domains cited most by the answers that name it. */
  sources: SourceDomain[];
  providers: RivalProvider[];
}

/** How a prompt went for the brand and for the rival. */
export interface RivalPromptRef extends PromptRef {
  competitorMentions: number;
  competitorAppearanceRate: number;
}

/** The rival's figures over the answers of one assistant. */
export interface RivalProvider extends Metrics {
  provider: Provider;
  /** Its visibility score minus the brand's; null without answers. */
  visibilityGap: number | null;
}

/** What was counted over all answers, and each assistant's figures. */
export interface RivalCounts {
  citing: CitingAnswers;
  tally: Tally;
  prompts: readonly PromptScore[];
  contests: Contests;
  providers: readonly ProviderFigures[];
}

/** The brand's and each rival's figures over one assistant's answers. */
export interface ProviderFigures {
  provider: Provider;
  /** The brand's first, then the rivals' in order. */
  figures: Metrics[];
}

const mostSources = 5;

/** One detail per rival, in the tracked order. */
export function rivalDetails(counts: RivalCounts, { rivals }: TrackedBrands): RivalDetail[] {
  const { citing, tally, prompts, contests, providers } = counts;
  const naming = answersNaming(citing, rivals);
  return rivals.map(({ name }, index) => {
    const leads = leadsOf(tally, index + 1, prompts);
    const verdicts = contests.beside[index + 1]!;
    return {
      name,
      promptsWon: listed(leads.filter(({ lead, at }) => verdicts[at] === 1 && isMore(lead, 0))),
      promptsLost: listed(leads.filter(({ lead, at }) => verdicts[at] === -1 && isMore(0, lead))),
      sources: citedDomains(naming.get(name)!, mostSources),
      providers: providers.map(({ provider, figures }) =>
        providerOf(provider, figures[0]!, figures[index + 1]!),
      ),
    };
  });
}

/** Of the answers that cite those that name each rival, in one pass over all. */
function answersNaming(
  { answers, domains }: CitingAnswers,
  rivals: TrackedBrands["rivals"],
): Map<string, CitingAnswers> {
  const naming = new Map(rivals.map(({ name }) => [name, [] as (typeof answers)[number][]]));
  for (const citing of answers)
    for (const { isOwnBrand, name } of citing.answer.reading!.mentions) {
      const own = isOwnBrand ? undefined : naming.get(name);
      if (own && own.at(-1) !== citing) own.push(citing);
    }
  return new Map([...naming].map(([name, own]) => [name, { answers: own, domains }]));
}

interface Lead {
  prompt: PromptScore;
  /** Its place in the tally. */
  at: number;
  /** Answers that name the rival. */
  mentions: number;
  /** Its visibility score on the prompt minus the brand's. */
  lead: number;
}

const leadsOf = ({ brands, answers }: Tally, rival: number, prompts: readonly PromptScore[]): Lead[] =>
  prompts.flatMap((prompt, at) => {
    const size = answers[at]!;
    if (size === 0) return [];
    const { mentions, ratios } = brands[rival]!;
    const lead = (ratios.visibility.y[at]! - brands[0]!.ratios.visibility.y[at]!) / size;
    return [{ prompt, at, mentions: mentions[at]!, lead }];
  });

const listed = (leads: Lead[]): RivalPromptRef[] =>
  leads
    .sort(
      (a, b) =>
        moreFirst(Math.abs(a.lead), Math.abs(b.lead)) ||
        b.prompt.metrics.answers - a.prompt.metrics.answers ||
        byText(a.prompt.promptKey, b.prompt.promptKey),
    )
    .slice(0, mostListed)
    .map(({ prompt, mentions }) => ({
      ...promptRef(prompt),
      competitorMentions: mentions,
      competitorAppearanceRate: mentions / prompt.metrics.answers,
    }));

function providerOf(provider: Provider, own: Metrics, metrics: Metrics): RivalProvider {
  const { visibilityScore } = metrics;
  const gap =
    visibilityScore === null || own.visibilityScore === null ? null : visibilityScore - own.visibilityScore;
  return { provider, visibilityGap: gap, ...metrics };
}
