import { primaryLanguage } from "../../../reader/text/language/stemmer.ts";

/** Function words that show what the other words of a prompt do. */
export interface Grammar {
  /** Come before what narrows a subject: `for children`. */
  narrowing: ReadonlySet<string>;
  /** Come before a thing: `my kettle`. */
  noun: ReadonlySet<string>;
  /** Come before what somebody does: `I descale`. */
  subject: ReadonlySet<string>;
  /** Can be said of anything: when, how often, by whom. */
  everyday: ReadonlySet<string>;
  /** Endings of words for what somebody does. */
  verbEnding: RegExp;
}

const never = /(?!)/;

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const byLanguage: Readonly<Record<string, Grammar>> = {
  en: {
    narrowing: set("for in with without from over on during across"),
    noun: set(
      "a an the my our your his her their this that these those some any no of for in with without from on at about which",
    ),
    subject: set(
      "i you we they he she to can could will would should do does did not don't never and it who please",
    ),
    everyday: set(
      "time times year years month months week weeks day days night morning evening often bit full home people person anything everything nothing somebody everyone money cause causes sign signs rule rules software tool tools app apps platform platforms system systems solution solutions program programs set",
    ),
    verbEnding: never,
  },
  de: {
    narrowing: set("für in im mit ohne aus bei beim"),
    noun: new Set(),
    subject: new Set(),
    everyday: new Set(),
    verbEnding: never,
  },
  fr: {
    narrowing: set("pour en avec sans à au aux chez"),
    noun: set("un une le la les des du de mes mon ma"),
    subject: set("je nous vous on il elle"),
    everyday: new Set(),
    verbEnding: /(?:er|ir|re|é|ée|és|ées|ez|ent)$/,
  },
  es: {
    narrowing: set("para en con sin"),
    noun: set("un una el la los las de del al mi mis"),
    subject: set("yo se"),
    everyday: new Set(),
    verbEnding: /(?:[aei]r|[ai]do|ando|iendo|amos|emos|en|an)$/,
  },
  da: {
    narrowing: set("til med uden om på i"),
    noun: set("en et min mit mine"),
    subject: set("jeg man vi"),
    everyday: new Set(),
    verbEnding: never,
  },
};

const none: Grammar = {
  narrowing: new Set(),
  noun: new Set(),
  subject: new Set(),
  everyday: new Set(),
  verbEnding: never,
};

/** The grammar of a language (BCP 47); empty for languages that are not listed. */
export const grammarOf = (language: string): Grammar => byLanguage[primaryLanguage(language)] ?? none;

const counts = set(
  "one two three four five six seven eight nine ten twenty fifty hundred zwei drei vier fünf zehn deux trois quatre cinq dix dos tres cuatro cinco diez to tre fire fem ti",
);

/** Whether a word says how many. */
export const isCount = (word: string): boolean => counts.has(word) || /^\d+$/.test(word);
