import type { MeasuredAnswer } from "../../reader/answer.ts";
import { byText } from "../../reader/text/order.ts";
import { makerIn } from "./maker.ts";

/** Somebody whom the answers name and the project does not track. */
export interface Untracked {
  /** As the answers write it most often. */
  name: string;
  /** Answers with an item that such a name heads. */
  answers: number;
}

/** Names that a report keeps. */
export const mostUntracked = 20;

/**
 * The untracked names that head items in most answers, at most 20. Products of one maker ("Jabra Elite 8", "Jabra Evolve")
 * count as one name: what they begin with.
 */
export function untrackedIn(answers: readonly MeasuredAnswer[]): Untracked[] {
  const byMaker = new Map<string, { answers: number; spellings: Map<string, number> }>();
  for (const { reading } of answers) {
    const inAnswer = new Set<string>();
    for (const { name } of reading?.alsoNamed ?? []) {
      const maker = makerIn(name);
      const one = byMaker.get(maker) ?? { answers: 0, spellings: new Map<string, number>() };
      byMaker.set(maker, one);
      one.spellings.set(name, (one.spellings.get(name) ?? 0) + 1);
      if (!inAnswer.has(maker)) one.answers += 1;
      inAnswer.add(maker);
    }
  }
  return [...byMaker.values()]
    .map(({ answers, spellings }) => ({ name: commonest(spellings), answers }))
    .sort((a, b) => b.answers - a.answers || byText(a.name, b.name))
    .slice(0, mostUntracked);
}

/** The commonest spelling; of equally common ones the shortest, which is most likely the maker alone. */
const commonest = (spellings: ReadonlyMap<string, number>): string =>
  [...spellings].sort(
    ([a, count], [b, other]) => other - count || a.length - b.length || byText(a, b),
  )[0]![0];
