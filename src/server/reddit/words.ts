import { stemmer } from "@orama/stemmers/english";
import { normalForm } from "../../reader/text/normal-form.ts";

/** A word that says what a text is about. */
export interface TopicWord {
  /** As written. */
  word: string;
  /** What its inflected forms share. */
  stem: string;
}

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const smallWords = listed(`
  a about after all also am an and any anyone anybody are as at be because been before being between but by can cannot
  could did do does doing don down during each else even ever few for from further get gets getting go goes going got
  had has have having he her here hers him his how i if in into is it its itself just know let like ll lot made make
  makes making many may me mean might more most much must my need needs no nor not now of off on once one ones only or
  other our ours out over own per please re really s same see she should since so some somebody someone something
  still such t take than that the their theirs them then there these they thing things think this those through to
  too try trying under until up us use used uses using ve very want wants was way we were what when where whether
  which while who whom why will with within without would yes yet you your yours
`);

/** Words people ask with, whatever they ask about. */
const askingWords = listed(`
  advice affordable alternative alternatives anyone around available best better brand brands buy buying cheap cheapest
  choice choose choosing compare compared comparison company companies decent different easy favorite favourite find
  general good great help ideal kind leading looking main new nice opinion opinions option options people pick popular
  product products provider providers quality question rated recommend recommendation recommendations recommended
  reliable review reviews right similar suggest suggestion suggestions suitable thoughts today top type types value
  versus vs wondering world worth year years
`);

const isEnglish = (language: string): boolean => /^en\b/i.test(language);

/**
 * The words that say what a text is about, in order and without repeats: in English by their stems, without small words
 * and words that people ask with; in other languages every word of four letters, or two ideographs.
 */
export function topicWords(text: string, language: string): TopicWord[] {
  const english = isEnglish(language);
  const segments = new Intl.Segmenter(language, { granularity: "word" }).segment(normalForm(text, "NFKC"));
  const words = new Map<string, string>();
  for (const { segment, isWordLike } of segments) {
    const folded = segment.toLowerCase();
    if (!isWordLike || (english ? !tellsInEnglish(folded) : !isLong(folded))) continue;
    const stem = english ? stemmer(folded) : folded;
    if (!words.has(stem)) words.set(stem, segment);
  }
  return [...words].map(([stem, word]) => ({ word, stem }));
}

const tellsInEnglish = (word: string): boolean =>
  word.length > 1 &&
  !/^[\d.,]+$/.test(word) &&
  !smallWords.has(word.replace(/['’].*$/, "")) &&
  !askingWords.has(word);

const isLong = (word: string): boolean =>
  word.length >= 4 || (word.length >= 2 && /[\p{Script=Han}\p{Script=Hangul}\p{Script=Kana}]/u.test(word));
