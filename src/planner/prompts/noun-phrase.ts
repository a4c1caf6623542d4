import { foldedKey } from "../../reader/text/fold.ts";
import { usesOf } from "../../reader/text/ordinary-word.ts";
import type { QuestionLanguage } from "./buyer-questions.ts";
import { isOrder, words as said } from "./phrase-words.ts";

/**
 * Whether a phrase of a heading can be what a question is about: a noun with what belongs to it, not only what something is
 * like (`hand-built`), what it does (`sleeps four`) or what to do. English by its dictionary, other languages by the forms of
 * words, so that a doubtful phrase is none.
 */
export function isNounPhrase(phrase: string, language: QuestionLanguage): boolean {
  const words = phrase.split(" ");
  if (isOrder(phrase, language) || said[language].sentence.test(phrase) || /\d/.test(words.at(-1)!))
    return false;
  return !words.some((word) => joining.has(word.toLowerCase())) && rules[language](words);
}

/** Words that join what is said of something: `powerful yet calm`, `pålidelig hver uge`. */
const joining = new Set(
  "and or but yet every each und oder aber doch jede jeder jedes et ou mais chaque y o pero cada og eller men hver hvert med på til uden".split(
    " ",
  ),
);

const rules: Readonly<Record<QuestionLanguage, (words: readonly string[]) => boolean>> = {
  en: isEnglish,
  // Nouns have capitals; `frischer Kaffee` has another ending inside most questions.
  de: (words) =>
    /^\p{Lu}/u.test(words.at(-1)!) &&
    (words.length > 1
      ? !/(?:er|es|em)$/.test(words[0]!)
      : !/(?:ig|lich|isch|bar|sam|los|haft|voll|frei|weit|iert|ert|elt|fähig)$|^(?:hand|selbst|frisch)|^ge\p{L}+t$/iu.test(
          words[0]!,
        )),
  fr: ([first = "", ...rest]) =>
    (!/(?:ée?s?|[^i]er|ir|ez|ant)$/u.test(first) || /(?:té|café|thé|marché)s?$/u.test(first)) &&
    (rest.length > 0 || !/(?:el|els|elles?|eux|euses?|ifs?|ives?|al|aux|iques?|ibles?|ables?)$/u.test(first)),
  es: ([first = "", ...rest]) =>
    (!/(?:[aei]r|[ai]d[oa]s?|ando|iendo|[aei]mos)$/u.test(first) || spanishNouns.has(first)) &&
    (rest.length > 0 || !/(?:iv[oa]s?|os[oa]s?|al|ales|ables?|ibles?|ic[oa]s?|mente)$/u.test(first)),
  da: ([first = "", ...rest]) =>
    rest.length > 0 ? !/(?:lavet|ede)$/u.test(first) : !/(?:ig|lige?|sk|som|bar|fri|et|ede)$/u.test(first),
  ja: () => true,
};

/** Spanish nouns that end as verbs do. */
const spanishNouns = new Set(
  "alquiler bar cuidado cuidados ensalada ensaladas entrada entradas helado helados hogar lugar mercado pedido pedidos taller tejido tejidos".split(
    " ",
  ),
);

/** English words that end a phrase without naming anything. */
const empty = new Set(
  `area bit day days everything fun kind kinds last life lot more place places people thing things time today way ways
  one two three four five six seven eight nine ten`.split(/\s+/),
);

function isEnglish(words: readonly string[]): boolean {
  const last = words.at(-1)!;
  if (empty.has(last.toLowerCase())) return false;
  const uses = usesOf(foldedKey(last.split("-").at(-1)!));
  const isGerund = /...ing$/.test(last);
  // The dictionary leaves out some words that every website has, such as `returns`.
  const isUnlisted = words.length > 1 && /[a-z]{3}s$/.test(last) && !uses.verb && !uses.adjective;
  if (!uses.noun && !isGerund && !isUnlisted) return false;
  // `hand-built` and `sugar-free` say what something is like, and so can any word by itself that is an adjective too.
  if ((words.length === 1 || last.includes("-")) && (uses.adjective || /(?:ed|built|made|free)$/.test(last)))
    return false;
  const before = words.at(-2);
  // `fully insured`
  if (before?.endsWith("ly") && last.endsWith("ed")) return false;
  // `staying safe`
  if (before && uses.adjective && before.endsWith("ing")) return false;
  // `implants last` is a sentence.
  if (before && uses.verb && !uses.plural && usesOf(foldedKey(before)).plural) return false;
  const first = usesOf(foldedKey(words[0]!));
  return words.length === 1 || first.noun || first.adjective || !first.verb;
}
