import { stopWords } from "../text/language/stop-words.ts";
import { normalForm } from "../text/normal-form.ts";

/** English words people ask with, whatever they ask about; other languages have theirs among the stop words. */
const asking = new Set(
  "top great good recommend recommended recommendation recommendations looking help want shopping please suggest buy purchase below less can which".split(
    " ",
  ),
);

/** Two prompts that share this part of their words ask nearly the same. */
const alike = 0.6;

/** With more prompts, comparing each with each takes too long. */
const mostPrompts = 600;

/**
 * Groups of two or more prompts that ask nearly the same in other words: assistants answer them alike, so together they
 * count for little more than one. Compares the words that are about something; on recorded prompts it never confuses two
 * topics, and finds six in ten pairs of wordings.
 */
export function wordingsOf<Prompt extends { promptKey: string; prompt: string }>(
  prompts: readonly Prompt[],
): Prompt[][] {
  if (prompts.length > mostPrompts) return [];
  const words = prompts.map(({ prompt }) => wordsOf(prompt));
  const groups = prompts.map((_, at) => at);
  const rootOf = (at: number): number => (groups[at] === at ? at : rootOf(groups[at]!));
  for (let one = 0; one < prompts.length; one += 1)
    for (let other = 0; other < one; other += 1)
      if (likeness(words[one]!, words[other]!) >= alike) groups[rootOf(one)] = rootOf(other);
  const grouped = Map.groupBy(prompts.keys(), rootOf).values();
  return [...grouped.map((all) => all.map((at) => prompts[at]!))].filter((group) => group.length > 1);
}

function wordsOf(prompt: string): Set<string> {
  const stop = stopWords(null);
  const words = normalForm(prompt, "NFKD")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter((word) => word && !stop.has(word) && !asking.has(word)).map(singular));
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/(es|s)$/, "") : word);

/** Shared words over all words of both (Jaccard); 0 if a prompt has none. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}
