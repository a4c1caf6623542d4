import type { MeasuredAnswer } from "./answer.ts";
import type { TrackedBrands } from "./brand.ts";
import { byText } from "./order.ts";
import { mostListed, type PromptRef, type PromptScore, promptRef } from "./prompt-score.ts";
import type { Provider } from "./provider.ts";
import { type Metrics, metricsOf } from "./score.ts";
import { citedDomains, type SourceDomain } from "./sources.ts";
import type { Tally } from "./tally.ts";

/** What a report says of one rival beside the brand, bounded, so that it is computed once and kept. */
export interface RivalDetail {
  name: string;
  /** Up to five prompts on which it is more visible than the brand, by its lead. */
  promptsWon: RivalPromptRef[];
  /** Up to five prompts on which the brand is more visible than it. */
  promptsLost: RivalPromptRef[];
  /** Up to five domains that the answers naming it cite most. */
  sources: SourceDomain[];
  providers: RivalProvider[];
}

/** How a prompt went for the brand, and for the rival. */
export interface RivalPromptRef extends PromptRef {
  competitorMentions: number;
  competitorAppearanceRate: number;
}

/** The rival's figures over the answers of one assistant. */
export interface RivalProvider extends Metrics {
  provider: Provider;
  /** Its visibility score less the brand's; null without answers. */
  visibilityGap: number | null;
}

/** What was counted, of all answers and of those of each assistant. */
export interface Counted {
  ordered: readonly MeasuredAnswer[];
  tally: Tally;
  prompts: readonly PromptScore[];
  providers: readonly { provider: Provider; tally: Tally }[];
}

const mostSources = 5;

/** One detail per rival, in the order in which they are tracked. */
export function rivalDetails(counted: Counted, { rivals }: TrackedBrands): RivalDetail[] {
  const { ordered, tally, prompts, providers } = counted;
  return rivals.map(({ name }, index) => {
    const leads = leadsOf(tally, index + 1, prompts);
    const naming = ordered.filter(({ reading }) =>
      reading?.mentions.some((mention) => !mention.isOwnBrand && mention.name === name),
    );
    return {
      name,
      promptsWon: listed(leads.filter(({ lead }) => lead > 0)),
      promptsLost: listed(leads.filter(({ lead }) => lead < 0)),
      sources: citedDomains(naming, mostSources),
      providers: providers.map(({ provider, tally }) => providerOf(provider, tally, index + 1)),
    };
  });
}

interface Lead {
  /** Its visibility score on the prompt less the brand's. */
  lead: number;
  ref: RivalPromptRef;
}

function leadsOf({ brands, answers }: Tally, rival: number, prompts: readonly PromptScore[]): Lead[] {
  const [own, other] = [brands[0]!, brands[rival]!];
  return prompts.flatMap((score, at) => {
    const size = answers[at]!;
    if (size === 0) return [];
    const competitorMentions = other.named[at]!;
    const ref = {
      ...promptRef(score),
      competitorMentions,
      competitorAppearanceRate: competitorMentions / size,
    };
    return [{ lead: (other.visibility[at]! - own.visibility[at]!) / size, ref }];
  });
}

const listed = (leads: Lead[]): RivalPromptRef[] =>
  leads
    .sort(
      (a, b) =>
        Math.abs(b.lead) - Math.abs(a.lead) ||
        b.ref.answers - a.ref.answers ||
        byText(a.ref.promptKey, b.ref.promptKey),
    )
    .slice(0, mostListed)
    .map(({ ref }) => ref);

function providerOf(provider: Provider, tally: Tally, rival: number): RivalProvider {
  const [own, metrics] = [metricsOf(tally, 0), metricsOf(tally, rival)];
  const gap =
    metrics.visibilityScore === null || own.visibilityScore === null
      ? null
      : metrics.visibilityScore - own.visibilityScore;
  return { provider, visibilityGap: gap, ...metrics };
}
