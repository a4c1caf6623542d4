import type { Stem } from "../../text/stemmer.ts";

/** Words of a question that say nothing of what it is about: grammar, and praise that every buyer asks for. */
const empty = new Set(
  `a about all also am an and any are as at be been best better but by can could did do does each few for from get give
  good great had has have how i if in into is it its just like list make many me more most much my need no not of on one
  or our out over people popular recommend recommended should so some suggest than that the their them there these they
  this those to top up us use used using vs versus very want was we what when where which while who whom whose why will
  with without worth would you your
  aber alle als am an auch auf aus bei beim bester beste besten besser bin bis bitte da das dass dem den der des die
  diese dieser dieses du ein eine einem einen einer eines empfehlen empfehlung es für gibt gut gute guten hat haben ich
  ihr im in ist kann können man mein mehr mich mir mit nach nicht noch nur oder ohne sehr sich sie sind sollte soll
  über um und uns unser von vor was welche welcher welches wenn wer werden wie wieso warum wir wird wo zu zum zur
  au aux avec bon bonne bons ce ces cet cette comment conseillez dans de des du elle en est et être eu faire faut il ils
  je la le les leur lui ma mais me meilleur meilleure meilleurs meilleures mes moi mon ne nos notre nous on ou où par
  pas peut plus pour pourquoi quand que quel quelle quelles quels qui sa sans se ses son sont sur ta tes ton tous tout
  très tu un une vos votre vous
  al algo algún como cómo con cual cuál cuales cuáles cuando de del dónde el ella en es esa ese eso esta este esto está
  hay la las lo los mas más me mejor mejores mi mis muy nada no nos nuestra nuestro o para pero por porque puede puedo
  que qué quien quién se ser si sí sin sobre son su sus también te tiene todo tu un una unas uno unos usted y ya yo`
    .split(/\s+/)
    .filter(Boolean),
);

/** Two letters of a script without spaces are looked for together, as words would be. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Words of a text as they are searched for, before they are stemmed: lower-case, without marks around them. */
export function searchWords(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return unspaced.test(text) ? words.flatMap(pairsOf) : words;
}

function pairsOf(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  const letters = [...word];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => letters[at]! + letter);
}

/** What a prompt is about: stems of its telling words, each with the word as it stands there. */
export function promptTerms(prompt: string, stem: Stem, unspoken: ReadonlySet<string>): Map<string, string> {
  const telling = searchWords(prompt).filter((word) => !empty.has(word) && !/^([a-z]|\d{4})$/.test(word));
  const terms = new Map(telling.map((word) => [stem(word), word] as const));
  const others = new Map([...terms].filter(([term]) => !unspoken.has(term)));
  return others.size > 0 ? others : terms;
}

const types: readonly [type: string, words: RegExp][] = [
  ["alternatives", /\b(alternatives?|alternativen?|alternativas?)\b/iu],
  [
    "comparison",
    /\b(vs\.?|versus|compar\w*|vergleich\w*|unterschied\w*|difference\w*|diferencia\w*)(?!\p{L})/iu,
  ],
  ["how_to", /(^|[^\p{L}])(how (do|to|can|should)|wie (kann|man|soll)|comment|cómo)(?!\p{L})/iu],
  ["listicle", /(^|[^\p{L}])(best|top|beste[nrs]?|meilleure?s?|mejor(es)?)(?!\p{L})/iu],
  ["faq", /[?？]\s*$/u],
];

/** The kind of text that answers a prompt, among those that drafts know; null where nothing tells. */
export const promptTypeOf = (prompt: string): string | null =>
  types.find(([, words]) => words.test(prompt))?.[0] ?? null;
