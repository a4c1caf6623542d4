import type { Phrases } from "./absence-phrase.ts";

/** What a block may say, by the stems and words in it. */
export interface Cues {
  /** The languages in which it may report absence. */
  absence: readonly Phrases[];
  /** The languages in which it may echo the question. */
  question: readonly Phrases[];
  /** The same for the same languages. */
  key: string;
}

/** Of most blocks. */
export const noCues: Cues = { absence: [], question: [], key: "" };

/** What one cue of a language marks; a mark is a byte for each block and language. */
export const cueMark = { absence: 1, question: 2, denial: 4 };

/** Reads the marks of blocks, which stand in the order of `languages`. */
export function cuesIn(languages: readonly Phrases[], marks: Uint8Array): (block: number) => Cues {
  const cuesByKey = new Map([["", noCues]]);
  return (block) => {
    const first = block * languages.length;
    let key = "";
    for (let at = 0; at < languages.length; at++) {
      const mark = marks[first + at] as number;
      if (mark !== 0) key += languageKey(at, mark, languages[at] as Phrases);
    }
    const cues = cuesByKey.get(key) ?? cuesOf(key, languages);
    cuesByKey.set(key, cues);
    return cues;
  };
}

/** Two bits that matter, beside which language it is; empty if neither is set. */
function languageKey(at: number, mark: number, { denialCues }: Phrases): string {
  const denies = denialCues.length === 0 || (mark & cueMark.denial) !== 0;
  const bits = ((mark & cueMark.absence) !== 0 && denies ? 1 : 0) + ((mark & cueMark.question) !== 0 ? 2 : 0);
  return bits === 0 ? "" : String.fromCharCode(4 * at + bits);
}

function cuesOf(key: string, languages: readonly Phrases[]): Cues {
  const units = Array.from(key, (unit) => unit.charCodeAt(0));
  const withBit = (bit: number) =>
    units.filter((unit) => (unit & bit) !== 0).map((unit) => languages[unit >> 2] as Phrases);
  return { absence: withBit(1), question: withBit(2), key };
}
