import type { MeasuredAnswer } from "../../reader/answer.ts";
import { givenNames, givenNamesElsewhere } from "../../reader/judgement/homonym/word.ts";
import { foldedKey } from "../../reader/text/fold.ts";
import { isWordSomewhere } from "../../reader/text/language/known-word.ts";
import { byText } from "../../reader/text/order.ts";
import { makerIn } from "./maker.ts";

/** Somebody whom the answers name and the project does not track. */
export interface Untracked {
  /** The maker as the answers write it, where they name several of its products; otherwise the name as they write it most often. */
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
    .map(({ answers, spellings }) => ({ name: makerOf(spellings) ?? commonest(spellings), answers }))
    .sort((a, b) => b.answers - a.answers || byText(a.name, b.name))
    .slice(0, mostUntracked);
}

/**
 * What all the names begin with ("Jabra" of "Jabra Elite 8" and "Jabra Evolve"), or what comes before the first model number; null
 * for a single product, and if that need not be a maker: "New" is none of "New Balance" and "New Era", "Michael" none of
 * "Michael Kors" and "Michael Page", nor "Johnson" of "Johnson & Johnson" and "Johnson & Murphy".
 */
function makerOf(spellings: ReadonlyMap<string, number>): string | null {
  const names = [...spellings.keys()].map((name) => name.split(/\s+/));
  const [first] = names as [string[]];
  if (names.length === 1) return null;
  const shared = first.findIndex((word, at) =>
    names.some((words) => foldedKey(words[at] ?? "") !== foldedKey(word)),
  );
  const common = shared === -1 ? first.length : shared;
  const model = first.findIndex((word) => /\d/.test(word));
  const beginning = first.slice(0, model === -1 ? common : Math.min(common, model));
  const maker = beginning.slice(0, 1 + beginning.findLastIndex((word) => /\p{L}/u.test(word)));
  if (names.some((words) => /^[&+]$/.test(words[maker.length] ?? ""))) return null;
  return maker.some((word) => isOnlyName(foldedKey(word))) ? maker.join(" ") : null;
}

const isOnlyName = (word: string): boolean =>
  !isWordSomewhere(word) && !givenNames.has(word) && !givenNamesElsewhere.has(word);

/** The commonest spelling; of equally common ones the shortest, which is most likely the maker alone. */
const commonest = (spellings: ReadonlyMap<string, number>): string =>
  [...spellings].sort(
    ([a, count], [b, other]) => other - count || a.length - b.length || byText(a, b),
  )[0]![0];
