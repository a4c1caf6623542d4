import { inflectionAfter, proclitics } from "../brand-names/inflection.ts";
import { isUpperCase } from "../brand-names/name-shape.ts";
import type { AnswerText, Segment } from "../markdown/answer-text.ts";
import { foldedKey, foldUnit, ignorable } from "../text/fold.ts";
import { isEnglishSentence } from "../text/language/english.ts";
import { isWordSomewhere } from "../text/language/known-word.ts";
import { isUnspaced, script, scriptOf } from "../text/script.ts";

/**
 * How a spelling relates to the letters around it: a separate word, an inflected one, part of a closed compound, or
 * part of a longer word.
 */
export interface Boundary {
  kind: "word" | "inflected" | "compound" | "derivative" | "inside";
  /** End of the word, including its inflection. */
  end: number;
}

const inside: Boundary = { kind: "inside", end: 0 };

/** Judges the letters around a match that begins in segment `first` and ends in segment `last`. */
export function boundaryOf(
  answer: AnswerText,
  start: number,
  end: number,
  first: number,
  last: number,
  stemmed: boolean,
): Boundary {
  const before = unitBefore(answer, start, first);
  const after = unitAfter(answer, end, last);
  const head = answer.verbatim.charCodeAt(start);
  const tail = lastLetter(answer.verbatim, start, end);
  const isMine = scriptOf(before) === script.latin && isAfterMine(answer.verbatim, start, end);
  if (scriptOf(before) !== script.none && !isMine && !opensAfter(answer.verbatim, start, end, before, head))
    return inside;
  const boundary =
    scriptOf(after) === script.none
      ? afterPunctuation(answer, end, last, after, stemmed)
      : closesBefore(answer, start, end, last, tail, after, stemmed);
  return isMine && boundary.kind !== "inside" ? { ...boundary, kind: "compound" } : boundary;
}

// "MyAcme", "OmaAcme": the page or app for customers.
const isAfterMine = (text: string, start: number, end: number): boolean =>
  end - start > 2 && isUpperCase(text.charAt(start)) && mine.test(text.slice(Math.max(0, start - 7), start));

/** The last visible unit before an offset in its block; 0 if there is none. */
export function unitBefore(answer: AnswerText, offset: number, segment: number): number {
  let at = offset;
  for (let index = segment; index >= 0; index--) {
    const current = answer.segments[index] as Segment;
    if (index < segment) {
      if (current.kind === "entity") return current.text.charCodeAt(current.text.length - 1);
      if (current.kind !== (answer.segments[segment] as Segment).kind) return 0;
      at = current.end;
    }
    for (let steps = 0; at > current.start && steps < 8; at--, steps++) {
      const unit = answer.verbatim.charCodeAt(at - 1);
      if (foldUnit(unit) !== ignorable) return unit;
    }
    if (current.gap || at > current.start) return 0;
  }
  return 0;
}

/** The first visible unit from an offset on in its block; 0 if there is none. */
export function unitAfter(answer: AnswerText, offset: number, segment: number): number {
  let at = offset;
  for (let index = segment; index < answer.segments.length; index++) {
    const current = answer.segments[index] as Segment;
    if (index > segment) {
      if (current.gap) return 0;
      if (current.kind === "entity") return current.text.charCodeAt(0);
      if (current.kind !== (answer.segments[segment] as Segment).kind) return 0;
      at = current.start;
    }
    for (let steps = 0; at < current.end && steps < 8; at++, steps++) {
      const unit = answer.verbatim.charCodeAt(at);
      if (foldUnit(unit) !== ignorable) return unit;
    }
    if (at < current.end) return 0;
  }
  return 0;
}

// Whether a word can begin with `head` right after the letter or digit `before`.
function opensAfter(text: string, start: number, end: number, before: number, head: number): boolean {
  const scriptBefore = scriptOf(before);
  const own = scriptOf(head);
  if (own === script.none) return true;
  if (own === script.katakana) return scriptBefore !== script.katakana;
  if (own === script.hiragana) return end - start > 2 || scriptBefore !== script.hiragana;
  if (own === script.han) return true;
  if (own === script.unspaced) return !isThaiLeadingVowel(before);
  if (own === script.hangul) return scriptBefore !== script.hangul;
  if (isUnspaced(scriptBefore) || scriptBefore === script.hangul) return true;
  if (own === script.arabic || own === script.hebrew) {
    return scriptBefore === own ? isProclitic(text, start, own) : true;
  }
  // Lists copied from a page are run together: "4.9(2k+)Acme", "$30.004.1Acme".
  if (scriptBefore === script.digit && own !== script.digit)
    return end - start > 2 && isUpperCase(text.charAt(start));
  return false;
}

const mine =
  /(?:^|[^\p{L}\p{N}])(?:[Mm]y|[Mm]ein|[Mm]eine|[Mm]ijn|[Mm]in|[Mm]it|[Mm]on|[Mm]i|[Mm]io|[Mm]ia|[Mm]eu|[Mm]inha|[Oo]ma|[Mm]ój|[Mm]oja|[Mm]oje|[Mm]ůj)$/u;

function closesBefore(
  answer: AnswerText,
  start: number,
  end: number,
  last: number,
  tail: number,
  after: number,
  stemmed: boolean,
): Boundary {
  const own = scriptOf(tail);
  const right = scriptOf(after);
  const word: Boundary = { kind: "word", end };
  if (own === script.none) return right === script.digit || !isUnspaced(right) ? inside : word;
  if (stemmed && own !== script.latin && own !== script.cyrillic) return inside;
  if (own === script.han || own === script.hiragana) return word;
  if (own === script.katakana && right === script.katakana) return compoundAfter(answer, end, last);
  if (own === script.unspaced) return isThaiMark(after) ? inside : word;
  // "モンベルME"
  const isLatin = right === script.latin && (isUnspaced(own) || own === script.hangul);
  if (own !== right && (isUnspaced(right) || right === script.hangul || isLatin)) return word;
  if (own !== script.digit && right === script.digit) {
    return end - (answer.segments[last] as Segment).start >= 3 ? word : inside;
  }
  const inflection = inflectionAfter(answer, end, last, own, stemmed);
  if (inflection === null) return stemmed ? inside : closedCompound(answer, start, end, last);
  return { kind: inflection === end ? "word" : "inflected", end: inflection };
}

// "AcmeCam" is a product of Acme; "AcmeCentral" could be anything.
const products =
  /^(?:Cam|Pro|Phone|Pad|Book|Watch|Pods|Buds|Pay|Mail|Drive|Hub|Max|Plus|TV|AI|Care|OS|Play|Home|Go|Lite|Mini|Ultra|Air|Basics|Cloud|Prime|Music|Maps|Store|Card|One)(?![a-z])/;

function closedCompound(answer: AnswerText, start: number, end: number, last: number): Boundary {
  const segment = answer.segments[last] as Segment;
  const rest = answer.verbatim.slice(end, Math.min(segment.end, end + longestHead + 1));
  if (products.test(rest)) return { kind: "compound", end };
  const head = /^\p{Ll}{3,}(?![\p{L}\p{N}])/u.exec(rest)?.[0];
  if (head === undefined || head.length > longestHead || ofPlaces.test(head)) return inside;
  const name = answer.verbatim.slice(start, end);
  const isName = /^\p{Lu}\p{L}{4,}$/u.test(name) && !isWordSomewhere(foldedKey(name));
  // "Swapfietsers" have one.
  if (!isName) return inside;
  if (ofFirms.test(head)) return { kind: "inflected", end: end + head.length };
  if (head !== "ers" && !isWordSomewhere(foldedKey(head))) return inside;
  const around = answer.verbatim.slice(
    Math.max(segment.start, start - 120),
    Math.min(segment.end, end + 120),
  );
  const words = around.match(/\p{L}+/gu) ?? [];
  return words.filter((word) => joiningLanguages.has(word)).length >= 2 && !isEnglishSentence(words, false)
    ? { kind: "inflected", end: end + head.length }
    : inside;
}

const longestHead = 14;

// What firms have, which needs no other sign of the language.
const ofFirms =
  /^s?(?:kund(?:e|in|innen)|konzerns?|nutzern?|mitarbeitern?|händlern?|sortiments?|medewerkers?|filia(?:al|len)|vestiging(?:en)?|kæden?|kjeden?|kedja?n?|koncernen|konsernet|groep(?:en)?|grupp(?:en)?|gruppen?|medlem(?:mer(?:ne)?|mar(?:na)?)?|sortimentet)$/u;

// "Zalqorpark" and "Zalqorstraat" are places.
const ofPlaces =
  /^(?:land|park|park(?:en|er)?|plein|straat|strasse|straße|weg|vej|veien|gata|gatan|gade|gaten|platz|plads|plass|berg|dorf|stadt|stad|burg|dijk|laan|vik|ville|hus|gård|gard|hof|heim|hem)$/u;

/** Small words of the languages that join a name and a noun in one word and capitalise names alone: Dutch, Danish, Norwegian, Swedish. */
const joiningLanguages = new Set(
  "het een voor je bij op met aan och ett för med till av som inte du på om og et til af hos ikke er".split(
    " ",
  ),
);

// Katakana names form compounds with common last words; with other katakana they are part of another word.
const heads =
  /^(?:グループ|ストア|カード|ジャパン|プライム|ペイ|モバイル|マーケット|ミュージック|ショップ|プラス|プロ|ミニ|アプリ|クラウド|サービス|バンク|トラベル|ビジネス|オンライン|クラブ|ポイント|ホーム|マップ|フォト|ブック|ショッピング|マーケティング|ユーザー|アカウント|ドライブ|テレビ|ゲーム|ニュース|サイト|ブランド|シリーズ|モデル|キャンペーン|クレジット)/;

function compoundAfter(answer: AnswerText, end: number, last: number): Boundary {
  const rest = answer.verbatim.slice(end, Math.min((answer.segments[last] as Segment).end, end + 10));
  return heads.test(rest) ? { kind: "word", end } : inside;
}

const likeness =
  /^[-\u2010\u2011](?:like|style|styled|esque|ish|type|inspired|conscious|minded|lookalike|look-alike|wannabe|sized?|ähnlich\p{L}*|artig\p{L}*|mäßig\p{L}*|typisch\p{L}*|achtig\p{L}*|liknande|lik|aktig\p{L}*|mainen|maisia|tyylinen|tyylisiä|подобн\p{L}*|esco|esca|esques?)(?![\p{L}\p{N}])/iu;

// A name before a hyphen: "Acme-like" is about something else; "Acme-owned" is about Acme.
function afterPunctuation(
  answer: AnswerText,
  end: number,
  last: number,
  after: number,
  stemmed: boolean,
): Boundary {
  if (stemmed) return inside;
  if (after === 45 || after === 0x2010 || after === 0x2011) {
    if (likeness.test(answer.verbatim.slice(end, end + 24))) return { kind: "derivative", end };
  }
  const inflection = inflectionAfter(
    answer,
    end,
    last,
    scriptOf(lastLetter(answer.verbatim, Math.max(0, end - 4), end)),
    false,
  );
  return inflection === null || inflection === end
    ? { kind: "word", end }
    : { kind: "inflected", end: inflection };
}

function lastLetter(text: string, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) {
    const unit = text.charCodeAt(at);
    if (foldUnit(unit) !== ignorable) return unit;
  }
  return 0;
}

function isProclitic(text: string, start: number, own: number): boolean {
  let from = start;
  while (from > 0 && start - from < 6 && scriptOf(text.charCodeAt(from - 1)) === own) from--;
  return (
    proclitics.has(text.slice(from, start)) && (from === 0 || scriptOf(text.charCodeAt(from - 1)) !== own)
  );
}

function isThaiLeadingVowel(unit: number): boolean {
  return unit >= 0x0e40 && unit <= 0x0e44;
}

function isThaiMark(unit: number): boolean {
  return unit === 0x0e31 || (unit >= 0x0e33 && unit <= 0x0e3a) || (unit >= 0x0e47 && unit <= 0x0e4e);
}
