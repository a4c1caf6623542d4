import { type Word, wordOf } from "../words.ts";

/**
 * Grammatical words by language (ISO 639-1), folded: a few of the most common of each. They show which language a
 * sentence is in, and never what it is about.
 */
const lists: Record<string, string> = {
  en: "the and of to in is that for it with as was are on be this by or from your you an at have not but they which will can more their if has when also than most its these we there",
  de: "der die und das ist den von zu mit sich des auf fur nicht ein eine dem im es auch als an nach wie aus bei einen oder wird sind einer werden hat sie er wenn nur uber noch vor zum zur durch man kann bis am einem ihr ich wer beim sowie ohne gibt",
  fr: "le la les de des du et est une un que qui dans pour pas sur au avec ce il elle sont par plus vous nous on se ou mais aux cette ses sans leur votre ne son sa si etre c'est d'un d'une chez vers entre deux l'on",
  es: "el la los las de del y es en que un una por con para no se su al lo como mas pero sus le ya o este si porque esta entre cuando muy sin sobre tambien me hasta hay donde tiene son puede unos cada dos",
  pt: "o a os as de do da dos das e em que um uma para com nao se na no por mais como mas ao foi ou tem sua seu ser quando muito ja esta pelo pela ate isso sem nos voce entre num numa depois aos",
  it: "il lo la i gli le di del della dei delle e che un una per con non si da in sono piu come anche ma al nel nella dal alla ha ed se o suo sua questo questa chi dopo tra senza degli puo dove quando ai due ogni",
  nl: "de het een en van in is dat op te zijn met voor niet aan er om ook als bij dan nog door naar uit maar over wordt of heeft je deze die dit kan worden wat hebt geen meer zonder tot tegen jouw alleen jaar moet",
  da: "og i at det er en til af den pa for med der som ikke de et har fra kan om vil men sig eller skal hvis du man blev efter ogsa kun hos vi nar hvor uden mellem din dit bliver over jeg ved",
  no: "og i det er til av pa for med som ikke de et har fra kan om vil men seg eller skal hvis du man ble etter ogsa kun hos vi nar hvor uten mellom din ditt blir over jeg ved en den noen",
  sv: "och i att det ar en till av den pa for med som inte de ett har fran kan om men sig eller ska du man efter aven vi nar utan mellan din blir over jag vid hos var under sin denna detta finns samt dig",
  fi: "ja on ei se etta kun mutta myos tai kuin ovat sen joka han oli ole niin jos vain sita siita ne nyt voi jo ennen kanssa mukaan seka kaikki hyvin ovat kautta jotka tama olla missa",
  pl: "i w z na do nie sie jest to ze od za po jak dla ale o przez oraz co lub tym tego ma czy przy bez juz moze byl jego tylko bardzo ktore pod ich kiedy sa gdy warto tak jej mozna ten",
  cs: "a v se na je ze s z do o pro k ale i jako za by po nebo pri od aby tak co jsou byl bez pred si jen uz take ktere jeste podle mezi ma ve lze kdyz vas mate bude ktery nez",
  sk: "a v sa na je ze s z do o pre k ale i ako za by po alebo pri od aby tak co su bol bez pred si len uz aj ktore este podla medzi ma vo ktory nie ked bude ich",
  hu: "a az es hogy nem is egy ez meg csak de van mint ha vagy volt mar ki el mert azt minden kell sem igen nagyon utan kozott lesz amely ezt most ami akkor ne lehet nincs aki legyen",
  ro: "si in de la cu pe nu a un o este din ca pentru mai care sunt se sa ale ce fi sau au prin dar daca dupa doar foarte lui cand al fara intre unei unui cel cea are iar",
  tr: "ve bir bu da de icin ile cok daha gibi olarak en ne kadar var ama o sonra her mi olan ya ki degil iki ise veya hem sadece kendi onu gore nasil cunku",
  id: "yang dan di dengan untuk dari ini itu pada adalah tidak ke dalam akan juga atau bisa oleh ada sudah lebih dapat anda saya jika karena seperti hanya agar sebagai bagi tanpa harus telah mereka kita",
  vi: "va cua la co cho khong cac duoc trong mot de voi nhung den khi tu o cung nay da ve hon hay nhieu nguoi se vao neu ban ra theo con chi phai rat truoc sau nen thi",
  sl: "in je v na se da so za od s z ki pa ne po pri ali kot bi iz do tudi bo ni lahko ter sta kaj ko tako zelo samo pod nad med vse ga jih jo",
  lt: "ir yra i is su kad bet kaip ne nuo po iki apie del arba buvo tai jis ji taip pat jei tik dar labai kuris kurie savo bei prie per uz sios si",
  lv: "un ir uz no ar ka bet ka ne pie par vai bija tas sis jus tik ari ja loti var savu pec lidz bez tikai kas so pa ta tad",
  et: "ja on ei et see mis kui ka aga voi oli ta seda ning selle oma siis saab vaid juba kus kes ole olla kuid parast enne koos kuni nii sest nende",
  ca: "el la els les de del i es en que un una per amb no al se com mes pero molt son aquest aquesta tambe seva fins quan o dels",
  hr: "i je u na se da su za od s kao ali ili sto koji bi iz po samo ne sve moze nije jos kako koja prije nakon bez te ima do ako vam",
};

const languages = Object.keys(lists);
const english = languages.indexOf("en");

/** The languages that have a grammatical word, by their index in `languages`. */
const languagesOf = new Map<string, number[]>();
for (const [at, language] of languages.entries())
  for (const word of new Set((lists[language] as string).split(" ")))
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), at]);

const longestListed = Math.max(...[...languagesOf.keys()].map((word) => word.length));

// No grammatical word is longer, and most others are.
const languagesOfWord = (key: string): readonly number[] =>
  (key.length > longestListed ? undefined : languagesOf.get(key)) ?? noLanguages;

const noLanguages: readonly number[] = [];

/** Letters that English does not have and few languages share, with those languages. */
const letters: readonly (readonly [string, string])[] = [
  ["å", "sv da no"],
  ["æø", "da no"],
  ["ä", "de sv fi et sk"],
  ["ö", "de sv fi et hu tr"],
  ["ß", "de"],
  ["ü", "de tr hu et"],
  ["ğışİ", "tr"],
  ["ç", "fr pt tr ca"],
  ["àèùêîûœëï", "fr"],
  ["ò", "it ca"],
  ["ñ¿¡", "es"],
  ["ãõ", "pt"],
  ["éáíóú", "es pt hu cs sk"],
  ["éâ", "fr pt"],
  ["ő", "hu"],
  ["ű", "hu"],
  ["ąęłńśźż", "pl"],
  ["ěřů", "cs"],
  ["ýžšč", "cs sk"],
  ["ľĺŕôďť", "sk"],
  ["žšč", "sl hr lt"],
  ["ćđ", "hr"],
  ["țășîţ", "ro"],
  ["ėįųą", "lt"],
  ["āēīļņģķ", "lv"],
  ["ơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ", "vi"],
];

/** The languages that a letter points to, by their index in `languages`. */
const languagesOfLetter = new Map<string, number[]>();
for (const [group, list] of letters)
  for (const letter of group)
    for (const language of list.split(" ")) {
      const at = languages.indexOf(language);
      const indexes = languagesOfLetter.get(letter) ?? [];
      if (!indexes.includes(at)) languagesOfLetter.set(letter, [...indexes, at]);
    }

const scripts: readonly [RegExp, string][] = [
  [/[\u3040-\u30ff]/, "ja"],
  [/[\u4e00-\u9fff]/, "zh"],
  [/[\uac00-\ud7af]/, "ko"],
  [/[\u0e00-\u0e7f]/, "th"],
  [/[\u0590-\u05ff]/, "he"],
  [/[پچژگ]/, "fa"],
  [/[\u0600-\u06ff]/, "ar"],
  [/[\u0900-\u097f]/, "hi"],
  [/[\u0370-\u03ff]/, "el"],
  [/[іїєґ]/i, "uk"],
  [/[ђјљњћџ]/i, "sr"],
  [/^[^ыэё]*ъ[^ыэё]*$/i, "bg"],
  [/[\u0400-\u04ff]/, "ru"],
];

/** The language of most of the folded words of a text; null if too few words show one. */
export const languageOf = (words: readonly string[], text: string): string | null =>
  languageOfWords(words.map(wordOf), text);

/** The same of words as they were read. */
export function languageOfWords(words: readonly Word[], text: string): string | null {
  const onlyAscii = isAscii(text);
  if (!onlyAscii && lettersOfOtherScripts(text) > text.length / 4) {
    const script = scripts.find(([letters]) => letters.test(text));
    if (script) return script[1];
  }
  // Answers are mostly in English, and short lines of names have few grammatical words.
  const votes = new Int32Array(languages.length);
  votes[english] = 1;
  // In a tie, the language with the first vote wins.
  const voted = [english];
  for (const word of words) {
    word.languages ??= languagesOfWord(word.key);
    const candidates = word.languages;
    for (let at = 0; at < candidates.length; at++) {
      const language = candidates[at] as number;
      if (votes[language] === 0) voted.push(language);
      votes[language] = (votes[language] as number) + 1;
    }
  }
  for (const [language, times] of onlyAscii ? none : timesByLetters(text)) {
    // "Nestlé, Citroën, Škoda": names alone do not make a text Czech.
    if (votes[language] === 0 && times < fewestLetters) continue;
    if (votes[language] === 0) voted.push(language);
    votes[language] = (votes[language] as number) + times;
  }
  let best = english;
  for (const language of voted) if ((votes[language] as number) > (votes[best] as number)) best = language;
  return (votes[best] as number) < fewest ? null : (languages[best] as string);
}

// Each letter counts once. In an English text the grammatical words outvote names with foreign letters.
function timesByLetters(text: string): Map<number, number> {
  const met = new Set<string>();
  const times = new Map<number, number>();
  for (let at = 0; at < text.length && met.size < mostLetters; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xa1 || (unit > 0x24f && (unit < 0x1ea0 || unit > 0x1ef9))) continue;
    const letter = text.charAt(at).toLowerCase();
    if (met.has(letter)) continue;
    met.add(letter);
    for (const language of languagesOfLetter.get(letter) ?? [])
      times.set(language, (times.get(language) ?? 0) + 1);
  }
  return times;
}

const fewestLetters = 3;
const mostLetters = 12;

const none: readonly [number, number][] = [];
const fewest = 2;

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

function lettersOfOtherScripts(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x370 && (unit <= 0x1dff || (unit >= 0x3040 && unit <= 0xd7af))) count++;
  }
  return count;
}
