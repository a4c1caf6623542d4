import { stopWords } from "../../reader/text/language/stop-words.ts";
import { stemOf } from "../../reader/text/topic.ts";
import { type CrawledPage, type SiteProfile, titleParts } from "../../site/crawl/crawl.ts";
import { withoutCapital } from "../../site/crawl/site-topics.ts";
import type { Page } from "../../site/page/page.ts";
import type { QuestionLanguage } from "./buyer-questions.ts";
import { namesAny } from "./holds-word.ts";
import { isOrder, words } from "./phrase-words.ts";

interface Reading {
  /** The site's own name and other names: never part of what it sells. */
  names: readonly string[];
  /** What the project's owner says it sells. */
  about: string | null;
  language: QuestionLanguage;
}

/**
 * What a site sells, perhaps with its audience, in its own words: what its owner says, or else the best of its titles,
 * descriptions and headings. A phrase that other places on the site support beats one that occurs only once.
 */
export function categoryPhrase(
  profile: SiteProfile,
  pages: readonly CrawledPage[],
  { names, about, language }: Reading,
): string | null {
  const clean = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => cleaned(text, names, language) ?? []);
  const stated = clean(about ? [about, ...statedIn(about, language)] : []);
  if (stated[0]) return stated[0];
  const titled = titleParts(profile.title).filter((part) => part !== profile.siteName);
  const home = pages[0]?.page ?? null;
  const headed = profile.headings
    .filter(({ level, text }) => level === 1 && !isSentence(text))
    .map(({ text }) => text);
  const phrases = clean([
    ...titled,
    ...statedIn(profile.summary, language),
    ...(home?.description ? [home.description] : []),
    ...statedIn(home?.text.slice(0, textRead) ?? null, language),
    ...headed,
  ]);
  const bornOut = supportIn(pages, language);
  const elsewhere = clean(furtherPhrases(profile, pages, language));
  const topics = profile.topics.filter((topic) => !isOrder(topic, language) && !namesAny(topic, names));
  return (
    phrases.find((phrase) => bornOut(phrase)) ??
    phrases[0] ??
    elsewhere.find((phrase) => bornOut(phrase)) ??
    topics.slice(0, 3).find((topic) => topic.includes(" ")) ??
    null
  );
}

/** The beginning of a page says what a site is. */
const textRead = 1_000;

/** A heading that ends like a sentence is a slogan. */
const isSentence = (heading: string): boolean => /[.!?。！？…]$/u.test(heading.trim());

/** Splits `invoicing software for freelancers` into its two parts. */
export function categoryAndAudience(
  phrase: string,
  language: QuestionLanguage,
): [category: string, audience: string | null] {
  const [category = phrase, audience] = phrase.split(words[language].for);
  return [category.trim(), audience?.trim() || null];
}

/** What a text states that somebody is, makes or sells. */
const statedIn = (text: string | null, language: QuestionLanguage): string[] =>
  words[language].states.flatMap((pattern) =>
    [...(text ?? "").matchAll(pattern)].flatMap(([, statement]) => statement ?? []),
  );

/** Where else a thin site may say what it sells: further headings, pages and sentences. */
function furtherPhrases(
  profile: SiteProfile,
  pages: readonly CrawledPage[],
  language: QuestionLanguage,
): string[] {
  const read = pages.flatMap(({ page }) => (page ? [page] : [])).slice(0, 20);
  return [
    ...read.flatMap(({ description, text }) => [
      ...statedIn(description, language),
      ...statedIn(text.slice(0, textRead), language),
    ]),
    ...profile.headings.map(({ text }) => text).filter((text) => !isSentence(text)),
    ...read.flatMap(({ title }) => titleParts(title)),
    ...read.flatMap(({ headings }) => headings.slice(0, 10).map(({ text }) => text)),
    ...read.flatMap(({ description }) => (description ? [description] : [])),
  ].filter((text) => text !== profile.siteName);
}

/**
 * Whether at least two places on the site speak of what a phrase names, counting each text once: they contain its main
 * word or, for a longer phrase, a word related to the one that tells the kind (`invoicing` and `invoices`).
 */
export function supportIn(
  pages: readonly CrawledPage[],
  language: QuestionLanguage,
): (phrase: string) => boolean {
  const texts = new Set<string>();
  for (const { page } of pages.slice(0, 50)) {
    if (!page) continue;
    for (const { text } of page.headings) texts.add(text);
    for (const text of [page.title, page.description, withoutHeadings(page)]) if (text) texts.add(text);
  }
  const stems = [...texts].map(stemsIn);
  const stops = stopWords(language);
  return (phrase) => {
    const [main = ""] = phrase.split(words[language].for);
    const telling = main.toLowerCase().split(" ").map(stemOf);
    const head = (words[language].headFirst ? telling[0] : telling.at(-1)) ?? "";
    const kinds = telling.filter((word) => word !== head && !stops.has(word));
    return [
      (text: Set<string>) => text.has(head),
      (text: Set<string>) =>
        kinds.some((kind) => text.has(kind) || [...text].some((one) => isKin(kind, one))),
    ].some((speaksOfIt) => stems.filter(speaksOfIt).length >= 2);
  };
}

/** The beginning of a page's text, which contains its headings: one place, not two. */
const withoutHeadings = ({ text, headings }: Page): string =>
  headings.reduce((rest, heading) => rest.replace(heading.text, " "), text.slice(0, 2_000));

/** Whether two words are related: their first five letters are the same and they differ in a short ending. */
const isKin = (one: string, other: string): boolean =>
  one.slice(0, 5) === other.slice(0, 5) &&
  Math.min(one.length, other.length) >= 5 &&
  endingsOf(one, other) <= 4;

function endingsOf(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return Math.max(one.length, other.length) - same;
}

const stemsIn = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []).map(stemOf));

const phraseWordsMax = 6;
const categoryWordsMax = 4;

/** A phrase that can name a kind of product, or null: not a sentence, a slogan or somebody's name. */
function cleaned(text: string, names: readonly string[], language: QuestionLanguage): string | null {
  if (/https?:|www\./.test(text)) return null;
  const stops = stopWords(language);
  const { article, relative } = words[language];
  const clause = withoutName(text.replace(/\s+/g, " ").trim(), names)
    .split(/[,;:()–—]|\s-\s/)[0]!
    .replace(article, "")
    .split(relative)[0]!
    .trim();
  const all = clause.split(" ");
  const [main = "", audience = ""] = clause.split(words[language].for);
  if (all.length > phraseWordsMax || main.split(" ").length > categoryWordsMax) return null;
  if (clause.length < 3 || clause.length > 60) return null;
  if (/[.!?@<>{}[\]|"“”%]|\d{3}/.test(clause) || !/^\p{L}/u.test(clause) || namesAny(clause, names))
    return null;
  const isStop = (word: string): boolean => stops.has(word.toLowerCase());
  if (main.split(" ").every(isStop) || isStop(all[0]!) || isStop(main.split(" ").at(-1)!)) return null;
  if (isOrder(clause, language) || words[language].sentence.test(main) || isStop(audience)) return null;
  return language === "de" ? withSmallAdjective(clause) : asInSentence(clause, stops);
}

/** `quesos de Asturias` from `Quesos de Asturias`: names keep their capitals, unless every word of a title has one. */
function asInSentence(clause: string, stops: ReadonlySet<string>): string {
  const all = clause.split(" ");
  const isTitle = all.every((word) => stops.has(word.toLowerCase()) || /^\p{Lu}/u.test(word));
  const onlyOne = all.filter((word) => !stops.has(word.toLowerCase())).length === 1;
  return all.map((word, at) => (at === 0 || (isTitle && !onlyOne) ? withoutCapital(word) : word)).join(" ");
}

/** `leise Wasserkocher` from `Leise Wasserkocher`: German nouns keep their capitals, an adjective before one has none. */
export const withSmallAdjective = (clause: string): string =>
  clause.replace(/^\p{Lu}\p{Ll}+e[rsn]?(?= \p{Lu})/u, withoutCapital);

/** Removes the site's name from the beginning, where it only says whose it is. */
function withoutName(text: string, names: readonly string[]): string {
  const name = names.find(
    (name) => name.length > 1 && text.toLowerCase().startsWith(`${name.toLowerCase()} `),
  );
  return name ? text.slice(name.length).trim() : text;
}
