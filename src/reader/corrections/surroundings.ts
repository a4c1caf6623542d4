import { stopWords } from "../text/language/stop-words.ts";
import { wordsOf } from "../text/words.ts";

/** An occurrence of a name and the visible text around it. */
export interface Seen {
  text: string;
  before: string;
  after: string;
}

/** What is compared between two occurrences of one name. */
export interface Surroundings {
  /** The name as written. */
  text: string;
  /** Folded words before it, nearest first. */
  before: readonly string[];
  /** Folded words after it, nearest first. */
  after: readonly string[];
  /** Whether the nearest word is capitalised; null if more than a space comes between. */
  touchesBefore: "capital" | "word" | null;
  touchesAfter: "capital" | "word" | null;
  /** Words that show what the text is about, without the name itself. */
  telling: ReadonlySet<string>;
}

const grammar = stopWords(null);

/** Whether a folded word is a grammatical one in any language we know. */
export const isGrammar = (word: string): boolean => grammar.has(word);

/** The surroundings of an occurrence, prepared for comparison. */
export function surroundingsOf({ text, before, after }: Seen): Surroundings {
  const [wordsBefore, wordsAfter] = [wordsOf(before), wordsOf(after)];
  const own = new Set(wordsOf(text));
  const tells = (word: string) => word.length > 2 && !grammar.has(word) && !own.has(word);
  return {
    text,
    before: wordsBefore.toReversed(),
    after: wordsAfter,
    touchesBefore: touchOf(/([\p{L}\p{N}'’&-]{1,60})[\s-]$/u.exec(before.slice(-62))?.[1]),
    touchesAfter: touchOf(/^[\s-]([\p{L}\p{N}'’&-]+)/u.exec(after)?.[1]),
    telling: new Set([...wordsBefore, ...wordsAfter].filter(tells)),
  };
}

function touchOf(word: string | undefined): "capital" | "word" | null {
  if (word === undefined) return null;
  return /^\p{Lu}/u.test(word) ? "capital" : "word";
}

const phraseReach = 3;

/** The occurrence with three words on either side; null if there are fewer than three in all. */
export function phraseOf({ text, before, after }: Surroundings): string | null {
  const words = [before.slice(0, phraseReach), after.slice(0, phraseReach)];
  return words.flat().length < phraseReach ? null : JSON.stringify([text, ...words]);
}
