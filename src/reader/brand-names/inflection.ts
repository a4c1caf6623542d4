import type { AnswerText, Block, Segment } from "../markdown/answer-text.ts";
import { foldedKey } from "../text/fold.ts";
import { isEnglishSentence } from "../text/language/english.ts";
import { isWordSomewhere } from "../text/language/known-word.ts";
import { script, scriptOf } from "../text/script.ts";

/** Words that Arabic and Hebrew attach to the next word: and, in, to, as, the. */
export const proclitics: ReadonlySet<string> = new Set([
  ..."و ف ب ل ك ال وال فال بال كال لل ولل وب ول وك فب فل ولـ وبال".split(" "),
  ..."ו ה ב ל מ כ ש וה וב ול ומ וכ וש שב של שה בה כש שמ".split(" "),
]);

/** An inflected language in Latin script: the words and letters that identify it, and its endings. */
interface Inflection {
  /** It may be a word of another language too: the ending has to fit as well. */
  sign: RegExp;
  ending: RegExp;
  /** Endings that replace a final a. */
  afterStem: RegExp;
}

const languages = {
  finnish: {
    sign: /(?:^|[^\p{L}])(?:ja|ei|en|on|että|myös|mutta|kuin|tai|ovat|olen|sekä|paras|hyvä|käytä|suosittelen|suosittele|saa|voi|vain|jos|kun|joka|ostin|ostaa|löytyy|kannattaa)(?![\p{L}])|(?:ää|yy|öö)/iu,
    ending:
      /^(?:[ie]?(?:n|ssa|ssä|sta|stä|lla|llä|lta|ltä|lle|a|ä|ta|tä|na|nä|ksi|tta|ttä|t|ni|si|nsa|nsä)|[aeiouyäö]n|seen|hin|ien|jen|iden|it|in|iin|ia|iä)(?:kin|kaan|kään|ko|kö)?$/u,
    // "Gigantti" becomes "Gigantista", "Kärkkäinen" "Kärkkäiseltä".
    afterStem:
      /^(?:oi(?:ta|ssa|sta|hin|lla)|ojen|(?:n|t|ss[aä]|st[aä]|ll[aä]|lt[aä]|lle|ksi|n[aä])(?:kin|kaan|kään)?)$/u,
  },
  polish: {
    sign: /[ąęłśżźćń]|(?:^|[^\p{L}])(?:nie|jest|dla|oraz|lub|się|na|w|z|do|od|przez|jak|czy|ale|warto|firma|firmy|polecam)(?![\p{L}])/iu,
    ending:
      /^(?:a|u|owi|em|iem|ie|e|y|i|ę|ą|ów|om|ami|ach|owie|ego|emu|z?e|zie|owsk(?:a|ą|i|ie|ich|im|imi|iej|iego|iemu)|'?a)$/u,
    afterStem: /^(?:y|i|ę|ą|o|ie|e|om|ami|ach|ce|dze|rze|ze)$/u,
  },
  slavic: {
    sign: /[ěřůčšžťďňľĺŕćđý]|(?:^|[^\p{L}])(?:je|jsou|se|že|pro|při|nebo|jako|sa|sú|pre|alebo|ako|su|ili|kao|koji|z|v|ve|od|už|ani|jsem|jsme|sme|smo|byl|byla|bol|bola|bio|bila|máte|má|majú|objedn\p{L}*|koup\p{L}*|kúp\p{L}*|kup\p{L}*|aplikac\p{L}*)(?![\p{L}])/iu,
    ending: /^(?:j?(?:u|em|a)|ovi|om|e|ě|y|i|ů|ům|ech|ách|ích|ama|ami|ima|ův|ov[aeoyu]?|ov(?:é|ých|oj|og))$/u,
    afterStem: /^(?:y|ě|e|u|ou|om|i|o|a|em|ách|ama|ami|ama|ima|ám|in[aeou]?)$/u,
  },
  hungarian: {
    sign: /[őű]|\p{L}(?:b[óő]l|n[áé]l|t[óő]l|r[óő]l|ának|ával)(?!\p{L})|(?:^|[^\p{L}])(?:az|és|hogy|nem|egy|vagy|csak|mint|van|kell|meg|már)(?![\p{L}])/iu,
    ending:
      /^(?:[oeöáa]?[tknds]|[oeö]?s|i|ba|be|ban|ben|ból|ből|nál|nél|hoz|hez|höz|tól|től|r[ae]|ról|ről|on|en|ön|n[ae]k|[bcdfghjklmnprstvz]?[ae]l|ért|ig|ként)$/u,
    // "Tisza" becomes "Tiszát".
    afterStem: /^á(?:t|k|n|ba|ban|ból|nál|hoz|tól|ra|ról|nak|val|ért|ig|s)$/u,
  },
  turkish: {
    sign: /[ğışİ]|(?:^|[^\p{L}])(?:ve|bir|bu|için|ile|çok|daha|gibi|olarak|en|iyi|öner\p{L}*)(?![\p{L}])/iu,
    ending:
      /^(?:n?[ıiuü]n?|y[ıiuü]|[yn]?[ae]|n?[dt][ae](?:n|ki)?|yl[ae]|l[ae]r\p{L}*|l[ae]|s[ıiuü]|c[ae]|[dt][ıiuü]r)$/u,
    // Turkish names keep their final vowel.
    afterStem: /^$/u,
  },
  indonesian: {
    sign: /(?:^|[^\p{L}])(?:yang|dan|di|untuk|dengan|ini|itu|dari|ke|bisa|atau|adalah|lebih|tidak|juga|pakai|kami|aplikasi|harga|murah|saya|aku)(?![\p{L}])/iu,
    ending: /^(?:nya|ku|mu|lah|kah|pun)$/u,
    afterStem: /^$/u,
  },
  estonian: {
    sign: /õ|(?:^|[^\p{L}])(?:ning|kui|mis|saab|selle|oma|väga|parem|poest|ostsin|kas|üks)(?![\p{L}])/iu,
    ending: /^(?:i?(?:st|sse|s|le|l|lt|ga|ks|ni|na|ta)|i|it|d)$/u,
    afterStem: /^$/u,
  },
  romanian: {
    sign: /[ățșşţ]|(?:^|[^\p{L}])(?:este|sunt|pentru|din|sau|cel mai|de la)(?![\p{L}])/iu,
    ending: /^(?:ul|ului|ule|le|lui)$/u,
    // "Dacia" becomes "Daciile".
    afterStem: /^(?:[ei]i|[ei]le|[ei]lor|ă)$/u,
  },
  baltic: {
    sign: /[ėįųūēīģķļņā]|(?:^|[^\p{L}])(?:yra|kad|nuo|arba|buvo|eiro)(?![\p{L}])/iu,
    ending: /^(?:as|o|ui|ą|u|e|ai|ų|s|a|am|ā|is)$/u,
    afterStem: /^(?:os|ą|oje|ai|as|ā|ām|ās|u|ei)$/u,
  },
} satisfies Record<string, Inflection>;

/**
 * What a name is joined to without a hyphen in German, Dutch and the languages of Scandinavia: words for what companies have, which
 * need no other sign of the language.
 */
const compoundHead =
  /^s?(?:laden|läden|filialen?|kunden?|karten?|märkten?|konto|konten|geschäften?|produkten?|winkels?|klanten|klant|rekening|abonnement(?:en)?|kaart|bezorger|butik(?:ken|ker|kerne|en|er|erna)?|kunder(?:ne|na)?|kort(?:et)?|appen|appar|kassen?|varehus(?:et)?|kassor|abonnemang)$/u;

const inLatinScript: readonly Inflection[] = Object.values(languages);

const englishPossessive = "s";

const russianEnding = /^(?:а|я|у|ю|ом|ем|ём|ой|ей|ою|ею|е|ы|и|і|ов|ев|ові|еві|ам|ям|ами|ями|ах|ях|ът)$/;
const russianAfterStem =
  /^(?:а|ы|и|і|ї|е|у|ю|ой|ей|ёй|ою|ею|ам|ами|ах|ям|ями|ях|ого|его|ому|ему|ым|им|ом|ем|ую|ая|ые|ые|ых|ым)$/;

const greekEnding = /^(?:ς|ν|ες|υ|α)$/;

const koreanParticle =
  /^(?:은|는|이|가|을|를|의|에|에서|에게|에게서|께서|와|과|도|로|으로|로서|로써|만|까지|부터|처럼|보다|이나|나|라는|이라는|이라고|라고|이란|란|입니다|이다|이며|며|이고|고|인|이라|라|랑|이랑|하고|마다|조차|밖에|뿐|들|들이|들은|들의|측|사|엔|에는|에선|에도|와의|과의|로는|으로는|요|예요|이에요|인데|이지만|지만|에서는|에서도|만의|만이|만큼|씩)$/;

// A noun that is joined to the name and has a particle: "Acme스탠다드는".
const endsInParticle = (ending: string): boolean =>
  ending.length <= 7 &&
  [1, 2].some((length) => ending.length - length <= 4 && koreanParticle.test(ending.slice(-length)));

/** The longest ending, the second part of a compound among them. */
const longestEnding = 16;

/**
 * Where the inflected form of a name that ends at `end` itself ends: `end` if nothing follows, null if what follows is
 * not an inflection. A `stemmed` name lacks its final vowel, so it needs an ending.
 */
export function inflectionAfter(
  answer: AnswerText,
  end: number,
  last: number,
  own: number,
  stemmed: boolean,
): number | null {
  const segment = answer.segments[last] as Segment;
  const rest = answer.verbatim.slice(end, Math.min(segment.end, end + longestEnding));
  const apostrophe = /^['’ʼ＇]/.test(rest) ? 1 : 0;
  let length = apostrophe;
  while (length < rest.length && isLetter(rest.charCodeAt(length))) length++;
  const ending = rest.slice(apostrophe, length);
  if (ending === "") return stemmed ? null : end;
  const endingScript = scriptOf(ending.charCodeAt(0));
  if (apostrophe && !stemmed) {
    // Possessives and case endings that are set apart, as in Turkish, Polish and Finnish: Acme's, Acme'nin, Acme’em.
    const fits = ending.length <= 6 && ending === ending.toLowerCase();
    return fits && (endingScript === own || endingScript === script.cyrillic) ? end + length : end;
  }
  return isEnding(answer, segment, end, own, ending, stemmed) ? end + length : null;
}

function isEnding(
  answer: AnswerText,
  segment: Segment,
  end: number,
  own: number,
  ending: string,
  stemmed: boolean,
): boolean {
  if (own === script.cyrillic) return (stemmed ? russianAfterStem : russianEnding).test(ending.toLowerCase());
  if (own === script.hangul)
    return koreanParticle.test(ending) || ending.length <= 4 || endsInParticle(ending);
  if (own === script.greek) return !stemmed && greekEnding.test(ending.toLowerCase());
  if (own !== script.latin) return false;
  const lower = ending.toLowerCase();
  if (!stemmed && lower === englishPossessive) return true;
  if (!stemmed && lower === "es" && takesEs(answer.verbatim.slice(Math.max(segment.start, end - 32), end)))
    return true;
  if (!stemmed && compoundHead.test(lower)) return true;
  if (lower.length > 7) return false;
  const fits = inLatinScript.filter((language) =>
    (stemmed ? language.afterStem : language.ending).test(lower),
  );
  if (fits.length === 0) return false;
  // A name in bold is a segment by itself. What follows an apostrophe, as in "we've", is no word of these languages.
  const block = answer.blocks[segment.block] as Block;
  const around = wordsAround(answer.verbatim, block, end).replaceAll(/['’]\p{L}+/gu, " ");
  if (!fits.some(({ sign }) => sign.test(around))) return false;
  // Signs such as "do" are English words too.
  return !isEnglishSentence(around.toLowerCase().match(/\p{L}+/gu) ?? [], false);
}

// Half of a word may be another one.
function wordsAround(text: string, { start, end }: Block, offset: number): string {
  const [from, to] = [Math.max(start, offset - 120), Math.min(end, offset + 120)];
  const around = text.slice(from, to);
  const opened = from > start ? around.replace(/^\p{L}+/u, "") : around;
  return to < end ? opened.replace(/\p{L}+$/u, "") : opened;
}

// "Sheetzes", but "Boxes" is the plural of a word.
function takesEs(before: string): boolean {
  const word = /[\p{L}\p{N}]+$/u.exec(before)?.[0] ?? "";
  return /(?:[sxz]|[cs]h)$/iu.test(word) && !isWordSomewhere(foldedKey(word));
}

/** The stem of a name that loses its final vowel in other cases, in its own spelling; null for other names. */
export function stemOfName(name: string): string | null {
  if (name.length < 4) return null;
  if (/[\p{Script=Cyrillic}](?:а|я)$/u.test(name)) return name.slice(0, -1);
  if (/[\p{Script=Cyrillic}]{2}(?:ый|ий|ой)$/u.test(name)) return name.slice(0, -2);
  if (/^[\p{Script=Latin}\s-]+[bcdfghijklłmnńpqrsśtvwzźż]a$/iu.test(name)) return name.slice(0, -1);
  // "Notino" becomes "Notina".
  if (/^[\p{Script=Latin}]{3,}[bcdfghjklmnprstvz]o$/iu.test(name)) return name.slice(0, -1);
  return null;
}

/** Further stems of a name, on which other endings stand than on the name itself. */
export function changedStemsOf(name: string): string[] {
  // Finnish: "Gigantti", "Gigantista"; "Sampo", "Sammolta"; "Kärkkäinen", "Kärkkäiseltä".
  const weak = /^(.*\p{Script=Latin}{2})([ptk])\2([aeiouyäö])$/iu.exec(name);
  const assimilated = /^(.*[aeiouyäö])(mp|nt|lt|rt)([aeiouyäö])$/iu.exec(name);
  const ofPeople = /^(.*\p{Script=Latin}{2}i)nen$/u.exec(name)?.[1];
  // A vowel that goes with the ending: "Перекрёсток", "в Перекрёстке"; "Mlýnek", "v Mlýnku".
  const fleeting =
    /^(.*[\p{Script=Cyrillic}]{2}[^аеёиоуыэюя])[ое]([кц])$/u.exec(name) ??
    /^(.*\p{Script=Latin}{2}[bcčdfhjlłmnprřsštvzž])e(k)$/u.exec(name) ??
    // "Wedel", "Wedla"
    /^(.*\p{Script=Latin}{2}[bdgpt])e(l)$/u.exec(name);
  return [
    ...(weak === null ? [] : [`${weak[1]}${weak[2]}${weak[3]}`]),
    ...(assimilated === null
      ? []
      : [`${assimilated[1]}${assimilated[2]?.charAt(0).repeat(2)}${assimilated[3]}`]),
    ...(ofPeople === undefined ? [] : [`${ofPeople}se`]),
    ...(fleeting === null ? [] : [`${fleeting[1]}${fleeting[2]}`]),
  ];
}

/** Whole forms in which a sound of a name is another one: "w Żabce", "o InPoście", "у Розетці", "للنهدي" of "النهدي". */
export function softenedFormsOf(name: string): string[] {
  if (/^ال\p{Script=Arabic}{3}/u.test(name)) return [`لل${name.slice(2)}`];
  if (/(?:[^aeiouy]|\p{Script=Latin}{4,})ka$/iu.test(name)) return [`${name.slice(0, -2)}ce`];
  if (/\p{Script=Latin}{3,}st$/u.test(name)) return [`${name.slice(0, -2)}ście`];
  if (/\p{Script=Latin}{4,}[^s]t$/u.test(name)) return [`${name.slice(0, -1)}cie`];
  if (/[\p{Script=Cyrillic}]{2}ка$/u.test(name)) return [`${name.slice(0, -2)}ці`];
  return [];
}

function isLetter(unit: number): boolean {
  const kind = scriptOf(unit);
  return kind !== script.none && kind !== script.digit;
}
