import { stemmer } from "@orama/stemmers/english";
import { grammaticalWords } from "../reader/text/language/stop-words.ts";
import { normalForm } from "../reader/text/normal-form.ts";

/** Words people ask with, whatever they ask about. */
const asking = wordsIn(
  `best better top great good recommend recommended recommendation recommendations looking find help want shopping please suggest buy
  purchase choose below less than
  beste besten bester bestes gut gute guter gutes empfehlen kaufen
  meilleur meilleure meilleurs meilleures bon bonne choisir acheter
  mejor mejores bueno buena elegir comprar`,
);

/** Two prompts that share this part of their words, by weight, ask nearly the same. */
const alike = 0.6;

/** With more prompts, comparing each with each takes too long. */
const mostPrompts = 600;

/**
 * Groups of two or more prompts that ask nearly the same in other words: assistants answer them alike, so together they
 * count for little more than one. Compares the words that are about something; those that most prompts of the list share
 * count less, as they name the market and not the question. `npm run bench -- wordings` says how often that is right.
 */
export function wordingsOf<Prompt extends { promptKey: string; prompt: string }>(
  prompts: readonly Prompt[],
): Prompt[][] {
  if (prompts.length > mostPrompts) return [];
  const words = prompts.map(({ prompt }) => wordsOf(prompt));
  const weights = weightsOf(words);
  const groups: number[][] = [];
  for (const [at, own] of words.entries()) {
    const group = groups.find((all) => all.every((one) => likeness(words[one]!, own, weights) >= alike));
    if (group) group.push(at);
    else groups.push([at]);
  }
  return groups.filter(({ length }) => length > 1).map((all) => all.map((at) => prompts[at]!));
}

/** The question of each prompt that asks the same as another: the key of the first of them. */
export const questionsOf = (wordings: readonly (readonly { promptKey: string }[])[]): Map<string, string> =>
  new Map(wordings.flatMap((group) => group.map(({ promptKey }) => [promptKey, group[0]!.promptKey])));

/** How much each word tells one prompt from another: the fewer use it, the more. */
function weightsOf(prompts: readonly ReadonlySet<string>[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const words of prompts) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
  return new Map([...uses].map(([word, count]) => [word, Math.log1p(prompts.length / count)]));
}

function wordsOf(prompt: string): Set<string> {
  const text = normalForm(prompt, "NFKD").toLowerCase();
  const words = text
    .replace(/(?<=\d)[,.](?=\d{3}(?!\d))/g, "")
    .replace(/['’](?:s|m|d|t|re|ve|ll)(?!\p{L})/gu, "")
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(
    words.filter((word) => word && !grammaticalWords.has(word) && !asking.has(word)).map(stemmer),
  );
}

/** The weight of the shared words over that of all words of both (Jaccard); 0 if a prompt has none. */
function likeness(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
): number {
  let all = 0;
  let shared = 0;
  for (const word of one) {
    const weight = weights.get(word)!;
    all += weight;
    if (other.has(word)) shared += weight;
  }
  for (const word of other) if (!one.has(word)) all += weights.get(word)!;
  return all === 0 ? 0 : shared / all;
}

function wordsIn(text: string): Set<string> {
  return new Set(text.split(/\s+/));
}
