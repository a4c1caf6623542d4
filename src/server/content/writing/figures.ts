import { normalForm } from "../../../reader/text/normal-form.ts";
import { withoutHidden } from "./clean.ts";

/** Plain counts up to this need no source: steps, posts, things to look at. */
const freeMax = 12;

/** Marks that make any number a figure, however small: percent, multiples, money. */
const measure =
  /^\s?(?:%|‰|x(?![\p{L}])|×|€|\$|£|¥|₹|usd|eur|gbp|chf|percent|prozent|pour cent|por ciento)/iu;
const money = /(?:[$€£¥₹]|\b(?:usd|eur|gbp|chf))\s?$/iu;

/**
 * Figures in a text that occur in none of the sources, without repeats: every number above twelve or with decimals,
 * percentage or amount. Numbers written out in words are ignored.
 */
export function figuresWithoutSource(text: string, sources: readonly string[]): string[] {
  // "12 300" in a source may be one number or two.
  const readings = sources.map(readable).flatMap((source) => [source, ungrouped(source)]);
  const sourceValues = new Set(readings.flatMap(figuresIn).map(({ value }) => value));
  const missing = figuresIn(ungrouped(readable(text))).filter(({ value, measured }) => {
    const isFree = !measured && /^\d+$/.test(value) && Number(value) <= freeMax;
    return !isFree && !sourceValues.has(value);
  });
  return [...new Set(missing.map(({ value }) => value))];
}

/** The text as a reader sees it, with one kind of space. */
const readable = (text: string): string => normalForm(withoutHidden(text), "NFKC");

/** `1 200` as one number. */
const ungrouped = (text: string): string =>
  text.replace(/(?<![\p{Nd}.,])\p{Nd}{1,3}(?: \p{Nd}{3})+(?!\p{Nd})/gu, (number) =>
    number.replaceAll(" ", ""),
  );

interface Figure {
  /** Western digits without grouping, with a point before decimals. */
  value: string;
  measured: boolean;
}

const number = /\p{Nd}+(?:[.,'’]\p{Nd}+)*/gu;

const figuresIn = (text: string): Figure[] =>
  [...text.matchAll(number)].map(({ 0: numeral, index }) => ({
    value: westernValue(numeral),
    measured:
      measure.test(text.slice(index + numeral.length, index + numeral.length + 12)) ||
      money.test(text.slice(Math.max(0, index - 5), index)),
  }));

/** `1,200` and `1.200` are the same number, and so are `1.5` and `1,5`. */
function westernValue(numeral: string): string {
  const [first = "", ...groups] = numeral.split(/[^\p{Nd}]/u).map(western);
  const isGrouped = groups.every((group) => group.length === 3);
  if (isGrouped) return withoutZeros(first + groups.join(""));
  const decimals = groups.pop();
  return `${withoutZeros(first + groups.join(""))}.${decimals}`;
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, "");

/** In every script the ten digits are consecutive, starting at a code point that ends in 0 or 6. */
const western = (digits: string): string =>
  digits.replace(/[^0-9]/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const start = code & ~0xf;
    return String(/\p{Nd}/u.test(String.fromCodePoint(start)) ? code - start : (code - 6) & 0xf);
  });
