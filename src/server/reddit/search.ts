import type { TrackedBrands } from "../../reader/brand.ts";
import { topicWords } from "./words.ts";

const promptQueries = 8;
const brandQueries = 4;
const wordsPerQuery = 5;

/**
 * Search queries for Reddit, at most twelve: the prompts' topics in the given order, then the brands' names in quotes.
 */
export function redditQueries(
  prompts: readonly { prompt: string }[],
  { own, rivals }: TrackedBrands,
  language: string,
): string[] {
  const topics = prompts.map(({ prompt }) =>
    topicWords(prompt, language)
      .slice(0, wordsPerQuery)
      .map(({ word }) => word)
      .join(" "),
  );
  const names = [own, ...rivals].map(({ name }) => plain(name)).filter(Boolean);
  return [
    ...[...new Set(topics.filter(Boolean))].slice(0, promptQueries),
    ...[...new Set(names)].slice(0, brandQueries).map((name) => `"${name}"`),
  ];
}

/** Removes what the search would read as syntax. */
const plain = (name: string): string =>
  name
    .replaceAll(/["\\():]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
