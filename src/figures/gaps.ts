import type { MeasuredAnswer } from "../reader/answer.ts";
import type { TrackedBrands } from "../reader/brand.ts";
import { type Provider, providers } from "../reader/provider.ts";
import { byText } from "../reader/text/order.ts";
import { absentSuggestion, notCitedSuggestion, outrankedSuggestion } from "./gap-suggestion.ts";
import { compileOwners } from "./metrics/citing.ts";
import { type BrandTally, type Tally, visibilityAt } from "./metrics/tally.ts";
import { isMore, moreFirst } from "./uncertainty/interval.ts";

/** A prompt on which the brand is behind, and what to do about it. */
export interface Gap {
  promptKey: string;
  prompt: string;
  /** Rivals are named and the brand never is; rivals come before it; its own pages are never cited. */
  gapType: "absent" | "outranked" | "not_cited";
  /** Rivals that are ahead, the furthest first. */
  competitors: string[];
  /** Assistants in which it shows. */
  providers: Provider[];
  severity: "low" | "medium" | "high";
  /** The answers it is judged by (all to the prompt, or those that cite), and how many of them name the brand. */
  answers: number;
  mentions: number;
  suggestion: string;
}

const mostGaps = 50;
const mostCompetitors = 5;

/** With fewer answers no gap is severe: one more answer could close it. */
const fewestForHigh = 3;

/** The prompts' gaps, the most severe first, at most 50. The tally is of these answers, in the same order. */
export function gapsOf(ordered: readonly MeasuredAnswer[], brands: TrackedBrands, tally: Tally): Gap[] {
  const ownerOf = compileOwners(brands);
  const byPrompt = Map.groupBy(ordered, ({ promptKey }) => promptKey);
  const gaps = tally.promptKeys.flatMap((key, at): WeighedGap[] => {
    const answers = byPrompt.get(key)!.filter(({ reading }) => reading !== null);
    return [behind(answers, brands, tally, at), notCited(answers, brands, ownerOf)].filter(
      (gap) => gap !== null,
    );
  });
  return gaps
    .sort(
      (a, b) =>
        severities.indexOf(b.gap.severity) - severities.indexOf(a.gap.severity) ||
        gapTypes.indexOf(a.gap.gapType) - gapTypes.indexOf(b.gap.gapType) ||
        moreFirst(a.weight, b.weight) ||
        byText(a.gap.promptKey, b.gap.promptKey),
    )
    .slice(0, mostGaps)
    .map(({ gap }) => gap);
}

const severities = ["low", "medium", "high"] as const;
const gapTypes = ["absent", "outranked", "not_cited"] as const;

interface WeighedGap {
  gap: Gap;
  /** How far behind, 0-1. */
  weight: number;
}

/** Rivals that are more visible on this prompt than the brand. */
function behind(
  answers: readonly MeasuredAnswer[],
  brands: TrackedBrands,
  tally: Tally,
  at: number,
): WeighedGap | null {
  const own = tally.brands[0]!;
  const visible = ({ ratios }: BrandTally) => ratios.visibility.y[at]!;
  const ahead = brands.rivals
    .map(({ name }, index) => ({ name, index: index + 1, tally: tally.brands[index + 1]! }))
    .filter((rival) => isMore(visible(rival.tally), visible(own)))
    .sort((a, b) => moreFirst(visible(a.tally), visible(b.tally)));
  const best = ahead[0];
  if (!best) return null;
  const ownMentions = own.mentions[at]!;
  const weight = (visible(best.tally) - visible(own)) / (100 * answers.length);
  const { promptKey, prompt } = answers[0]!;
  return {
    weight,
    gap: {
      promptKey,
      prompt,
      gapType: ownMentions === 0 ? "absent" : "outranked",
      competitors: ahead.slice(0, mostCompetitors).map(({ name }) => name),
      providers: providersBehind(answers, new Set(ahead.map(({ name }) => name))),
      severity: severityOf(weight, answers.length),
      answers: answers.length,
      mentions: ownMentions,
      suggestion:
        ownMentions === 0
          ? absentSuggestion(brands.own.name, best.name, best.tally.mentions[at]!, answers)
          : outrankedSuggestion(
              brands.own.name,
              ownMentions,
              best.name,
              best.tally.mentions[at]!,
              answers.length,
            ),
    },
  };
}

/** Assistants in whose answers one of these rivals is more visible than the brand. */
function providersBehind(answers: readonly MeasuredAnswer[], rivals: ReadonlySet<string>): Provider[] {
  const visible = new Map<Provider, Map<string, number>>();
  for (const { provider, reading } of answers) {
    const scores = visible.get(provider) ?? new Map<string, number>();
    visible.set(provider, scores);
    for (const { name, isOwnBrand, position } of reading!.mentions) {
      const key = isOwnBrand ? "own" : `rival ${name}`;
      scores.set(key, (scores.get(key) ?? 0) + visibilityAt(position));
    }
  }
  return providers.filter((provider) => {
    const scores = visible.get(provider);
    return [...rivals].some((name) => isMore(scores?.get(`rival ${name}`) ?? 0, scores?.get("own") ?? 0));
  });
}

/** Engines searched and cited, but never one of the brand's own pages; not judged if no domain of it is known. */
function notCited(
  answers: readonly MeasuredAnswer[],
  { own, rivals }: TrackedBrands,
  ownerOf: ReturnType<typeof compileOwners>,
): WeighedGap | null {
  if (own.domains.length === 0) return null;
  const citing = answers.filter(
    ({ searched, reading }) => searched && reading!.citations.some(({ cited }) => cited),
  );
  if (citing.length === 0) return null;
  const counts = new Array<number>(rivals.length + 1).fill(0);
  for (const { reading } of citing) {
    for (const owner of new Set(reading!.citations.map(ownerOf)))
      if (owner !== undefined) counts[owner]! += 1;
  }
  if (counts[0]! > 0) return null;
  const cited = rivals
    .map(({ name }, index) => ({ name, answers: counts[index + 1]! }))
    .filter((rival) => rival.answers > 0)
    .sort((a, b) => b.answers - a.answers);
  const weight = (cited[0]?.answers ?? 0) / citing.length;
  const { promptKey, prompt } = citing[0]!;
  const provided = new Set(citing.map(({ provider }) => provider));
  return {
    weight,
    gap: {
      promptKey,
      prompt,
      gapType: "not_cited",
      competitors: cited.slice(0, mostCompetitors).map(({ name }) => name),
      providers: providers.filter((provider) => provided.has(provider)),
      severity: severityOf(weight, citing.length),
      answers: citing.length,
      mentions: citing.filter(({ reading }) => reading!.mentions.some(({ isOwnBrand }) => isOwnBrand)).length,
      suggestion: notCitedSuggestion(own.domains[0]!, citing.length, cited[0]),
    },
  };
}

function severityOf(weight: number, answers: number): Gap["severity"] {
  if (!isMore(0.6, weight)) return answers >= fewestForHigh ? "high" : "medium";
  return isMore(0.3, weight) ? "low" : "medium";
}
