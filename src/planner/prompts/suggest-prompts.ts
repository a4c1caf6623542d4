import { normalisePrompt, promptKey } from "../../reader/prompt.ts";
import { stopWords } from "../../reader/text/language/stop-words.ts";
import { kinds, type PromptIntent, type QuestionKind, questionsOf } from "./buyer-questions.ts";
import { categoryKind, inPlural, isPlural, superlativeOf, withArticle } from "./category-grammar.ts";
import type { SiteOffer } from "./site-offer.ts";

export interface SuggestedPrompt {
  prompt: string;
  intent: PromptIntent;
  rationale: string;
}

export const suggestedMax = 20;

/** What a suggestion must avoid: prompts that exist already, and the brand's name. */
export interface SuggestionTerms {
  brand: string;
  /** Rivals named by the caller, so that questions may name them. */
  rivals: readonly string[];
  /** Prompts that are saved already. */
  saved: readonly string[];
  /** Whether a prompt names the brand, or a rival that the caller did not name. */
  isBranded(prompt: string): boolean;
}

/**
 * At most 20 questions that buyers of this offer would ask, the most telling first; none names the brand, so there is none if the site
 * does not say what it sells. `proposed` (by an engine, validated) go first. Deterministic.
 */
export function suggestPrompts(
  offer: SiteOffer,
  terms: SuggestionTerms,
  proposed: readonly SuggestedPrompt[] = [],
): SuggestedPrompt[] {
  const usedKeys = new Set(
    terms.saved.flatMap((prompt) => [promptKey(prompt), sense(prompt, offer.language)]),
  );
  const fits = ({ prompt }: SuggestedPrompt): boolean => {
    const key = promptKey(prompt);
    const words = sense(prompt, offer.language);
    if (usedKeys.has(key) || usedKeys.has(words)) return false;
    usedKeys.add(key).add(words);
    return true;
  };
  return candidatesOf(offer, terms, proposed)
    .filter((one) => (namesRival(one, terms) || !terms.isBranded(one.prompt)) && fits(one))
    .slice(0, suggestedMax);
}

/** All that suggestions are picked from. */
export const candidatesOf = (
  offer: SiteOffer,
  terms: Pick<SuggestionTerms, "rivals">,
  proposed: readonly SuggestedPrompt[] = [],
): SuggestedPrompt[] => [...proposed, ...questionsOfOffer(offer, terms)];

/** Names a rival that the caller named, and not the brand. */
const namesRival = ({ prompt }: SuggestedPrompt, { rivals, brand }: SuggestionTerms): boolean =>
  rivals.some((rival) => prompt.includes(rival)) && !prompt.toLowerCase().includes(brand.toLowerCase());

function questionsOfOffer(offer: SiteOffer, { rivals }: Pick<SuggestionTerms, "rivals">): SuggestedPrompt[] {
  const { category: c, audience: a, topics, integrations } = offer;
  if (!c) return [];
  const isEnglish = offer.language === "en";
  const most = isEnglish ? superlativeOf(c) : null;
  const kind = isEnglish ? categoryKind(c) : "product";
  const d = kind === "service" ? `a company for ${c}` : withArticle(c, offer.language);
  const m = isEnglish ? inPlural(c) : c;
  const ask = (kind: QuestionKind, gaps: Record<string, string> = {}) =>
    promptsOfKind(offer, kind, { c, d, m, ...gaps }, kind === "price" ? c : m);
  const [r, s] = rivals;
  const rivalPrompts = [
    ...rivals.slice(0, 3).flatMap((r) => ask("instead", { r })),
    ...(r && s ? ask("rivals", { r, s }) : []),
  ];
  // One asks for a dentist or a company to be recommended, not for the best ones.
  if (kind !== "product")
    return [
      ...ask("recommendation"),
      ...(a ? ask("service", { t: a }) : []),
      ...topics.slice(0, 5).flatMap((t) => ask(kind === "service" ? "extra" : "service", { t })),
      ...ask("criteria"),
      ...(kind === "place" ? [] : ask("price", kind === "service" ? { d: c } : {})),
      ...rivalPrompts,
    ];
  return [
    ...ask("category"),
    ...(a ? ask("audience", { a }) : []),
    ...(most ? ask("superlative", { n: inPlural(most.noun), q: most.superlative }) : []),
    ...ask("comparison"),
    ...ask("price"),
    ...ask("criteria"),
    ...topics.slice(0, 2).flatMap((t) => ask("problem", { t })),
    ...ask("alternative"),
    ...rivalPrompts,
    ...integrations.flatMap((i) => ask("integration", { i })),
    ...topics.slice(0, 5).flatMap((t) => ask("topic", { t })),
    ...ask("budget"),
    ...topics.slice(2, 4).flatMap((t) => ask("problem", { t })),
  ];
}

function promptsOfKind(
  offer: SiteOffer,
  kind: QuestionKind,
  gaps: Record<string, string>,
  subject: string,
): SuggestedPrompt[] {
  const { intent, rationale } = kinds[kind];
  const plural = isPlural(subject, offer.language);
  return questionsOf(offer.language, kind, gaps, plural).map((prompt) => ({
    prompt: normalisePrompt(prompt),
    intent,
    rationale,
  }));
}

/** The telling words of a question in any order: two questions that share them ask the same. */
function sense(prompt: string, language: string): string {
  const stops = stopWords(language);
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}+#-]*/gu) ?? [];
  const telling = words.filter((word) => !stops.has(word));
  // A single word does not say what is asked about it.
  return [...new Set(telling.length > 1 ? telling : words)].sort().join(" ");
}
