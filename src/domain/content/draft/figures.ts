import { withoutHidden } from "./clean.ts";

/** Plain counts that a text needs no source for: steps, posts, things to look at. */
const freeMax = 12;

/** Signs that make a number a figure, however small: percent, times, money. */
const measure =
  /^\s?(?:%|‰|x(?![\p{L}])|×|€|\$|£|¥|₹|usd|eur|gbp|chf|percent|prozent|pour cent|por ciento)/iu;
const money = /(?:[$€£¥₹]|\b(?:usd|eur|gbp|chf))\s?$/iu;

/**
 * Figures of a text that stand in none of the sources, each once: every number above twelve, with a decimal part, a
 * percentage or an amount. Numbers that are written out in words are not looked at.
 */
export function figuresWithoutSource(text: string, sources: readonly string[]): string[] {
  // "12 300" in a source may be one number or two.
  const readings = sources.map(readable).flatMap((source) => [source, ungrouped(source)]);
  const known = new Set(readings.flatMap(figuresIn).map(({ value }) => value));
  const missing = figuresIn(ungrouped(readable(text))).filter(({ value, measured }) => {
    const isFree = !measured && /^\d+$/.test(value) && Number(value) <= freeMax;
    return !isFree && !known.has(value);
  });
  return [...new Set(missing.map(({ value }) => value))];
}

/** As a reader sees it, with one kind of space. */
const readable = (text: string): string => withoutHidden(text).normalize("NFKC");

/** `1 200` as one number. */
const ungrouped = (text: string): string =>
  text.replace(/(?<![\p{Nd}.,])\p{Nd}{1,3}(?: \p{Nd}{3})+(?!\p{Nd})/gu, (number) =>
    number.replaceAll(" ", ""),
  );

interface Figure {
  /** Western digits without grouping, a point before decimals. */
  value: string;
  measured: boolean;
}

const number = /\p{Nd}+(?:[.,'’]\p{Nd}+)*/gu;

const figuresIn = (text: string): Figure[] =>
  [...text.matchAll(number)].map(({ 0: found, index }) => ({
    value: westernValue(found),
    measured:
      measure.test(text.slice(index + found.length, index + found.length + 12)) ||
      money.test(text.slice(Math.max(0, index - 5), index)),
  }));

/** `1,200` and `1.200` are one number, and so are `1.5` and `1,5`. */
function westernValue(found: string): string {
  const [first = "", ...groups] = found.split(/[^\p{Nd}]/u).map(western);
  const isGrouped = groups.every((group) => group.length === 3);
  if (isGrouped) return withoutZeros(first + groups.join(""));
  const decimals = groups.pop();
  return `${withoutZeros(first + groups.join(""))}.${decimals}`;
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, "");

/** Digits of every script stand in tens that begin at a code point ending in 0 or 6. */
const western = (digits: string): string =>
  digits.replace(/[^0-9]/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const start = code & ~0xf;
    return String(/\p{Nd}/u.test(String.fromCodePoint(start)) ? code - start : (code - 6) & 0xf);
  });
