import type { AnswerRow } from "../../api/row-questions.ts";

/** One search, and who made it for how many answers. */
export interface Search {
  words: string;
  providers: string[];
  answers: number;
}

/** What was searched for in these answers, most often first; the same words in other letters are one search. */
export function searchesOf(rows: readonly Pick<AnswerRow, "provider" | "searches">[]): Search[] {
  const byKey = new Map<string, Search>();
  for (const { provider, searches } of rows) {
    const once = new Map(searches.map((words) => [same(words), words.trim()]));
    for (const [key, words] of once) {
      const search = byKey.get(key) ?? { words, providers: [], answers: 0 };
      search.answers += 1;
      if (!search.providers.includes(provider)) search.providers.push(provider);
      byKey.set(key, search);
    }
  }
  return [...byKey.values()].sort((one, other) => other.answers - one.answers);
}

const same = (words: string): string => words.toLowerCase().replace(/\s+/g, " ").trim();
