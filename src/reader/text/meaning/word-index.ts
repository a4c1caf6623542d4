import { once } from "../once.ts";

/** Words of one language, to be found in any inflection. */
export interface WordIndex<Entry> {
  exact: ReadonlyMap<string, Entry>;
  /** The same by the beginning of the word, without the vowels that endings change. */
  stems: ReadonlyMap<string, Entry>;
}

export function indexOf<Entry>(exact: ReadonlyMap<string, Entry>): WordIndex<Entry> {
  const stems = once(() => stemsIn(exact));
  return {
    exact,
    // Whether a word is known at all is often asked, what its stem means only in texts of its language.
    get stems() {
      return stems();
    },
  };
}

function stemsIn<Entry>(exact: ReadonlyMap<string, Entry>): Map<string, Entry> {
  const stems = new Map<string, Entry>();
  for (const [word, entry] of exact) {
    const stem = stemOf(word, shortestStem);
    if (!stems.has(stem)) stems.set(stem, entry);
  }
  return stems;
}

/** What is known of a folded word of a language (ISO 639-1). */
export const entryOf = <Entry>(index: WordIndex<Entry>, word: string, language: string): Entry | undefined =>
  index.exact.get(word) ?? inflected(word, index.stems, language);

/** What is known of the words in a folded text without spaces, the longest first at each place. */
export function entriesIn<Entry>({ exact }: WordIndex<Entry>, text: string): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < text.length; ) {
    let length = Math.min(longestPiece, text.length - at);
    while (length >= shortestPiece && !exact.has(text.slice(at, at + length))) length--;
    if (length < shortestPiece) at++;
    else {
      entries.push(exact.get(text.slice(at, at + length)) as Entry);
      at += length;
    }
  }
  return entries;
}

const longestPiece = 8;
const shortestPiece = 2;

/** Letters that are attached to the front of a word: articles, conjunctions and prepositions. */
const fronts: Readonly<Record<string, RegExp>> = {
  ar: /^(?:[وبلفك]?ال|لل|[وبلف])(?=..)/,
  he: /^(?:ו?[הבלמשכ]|ו)(?=..)/,
};

const longestEnding = 3;

function inflected<Entry>(
  word: string,
  stems: ReadonlyMap<string, Entry>,
  language: string,
): Entry | undefined {
  const shortest = language === "ko" ? 2 : shortestStem;
  for (let cut = 0; cut <= longestEnding && word.length - cut >= shortest; cut++) {
    const entry = stems.get(stemOf(word.slice(0, word.length - cut), shortest));
    if (entry !== undefined) return entry;
  }
  const front = fronts[language];
  const rest = front ? word.replace(front, "") : word;
  return rest === word ? undefined : (stems.get(rest) ?? stems.get(stemOf(rest, shortest)));
}

const shortestStem = 4;

// "roza" and "rozy", "мегафон" and "мегафона" have one stem.
function stemOf(word: string, shortest: number): string {
  const stem = word.replace(/[aeiouyаяоуеиыьіїюηαοιευ]$/u, "");
  return stem.length < shortest ? word : stem;
}
