import english from "./english-use.json" with { type: "json" };

/** How sentences use an English word. */
export interface EnglishUse {
  noun: boolean;
  verb: boolean;
  adjective: boolean;
  /** One of the commonest words, used of many things. */
  common: boolean;
  /** How far it is a word of conversation on any subject; 0-1. */
  talk: number;
}

/** How most words are used; the default for unknown ones. */
export const usual: EnglishUse = { noun: true, verb: false, adjective: false, common: false, talk: 0 };

/** The key of a use in the file: its letters, and its talk in percent. */
export const useKey = ({ noun, verb, adjective, common, talk }: EnglishUse): string =>
  `${noun ? "n" : ""}${verb ? "v" : ""}${adjective ? "a" : ""}${common ? "c" : ""}${100 * talk}`;

let loaded: Map<string, EnglishUse> | null = null;

/** The use of a lower-case word. The file is made by bench/planner/telling-words.ts. */
export function englishUse(word: string): EnglishUse {
  if (!loaded) {
    loaded = new Map();
    for (const [key, words] of Object.entries(english)) {
      const has = (letter: string) => key.includes(letter);
      const use = {
        ...{ noun: has("n"), verb: has("v"), adjective: has("a"), common: has("c") },
        talk: Number(key.replace(/\D+/, "")) / 100,
      };
      for (const word of words.split(" ")) loaded.set(word, use);
    }
  }
  return loaded.get(word) ?? usual;
}
