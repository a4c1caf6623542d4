import { count } from "../../src/figures/figures-in-words.ts";
import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import { joinWithAnd } from "../../src/figures/join-with-and.ts";

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const places = [
  "",
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
];

/** A small whole number as a word, others in digits. */
export const inWords = (count: number): string => words[count] ?? inDigits(count);

/** "1,234": as in the sentences around it, whatever the browser's language. */
export const inDigits = (count: number): string => count.toLocaleString("en");

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

/** "second"; "12th"; "21st". */
export const place = (rank: number): string =>
  places[rank] ?? `${rank}${endings[ordinals.select(rank)] ?? "th"}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "1 answer", "48 answers". */
export const quantity = count;

/** "A", "A and B", "A, B and C". */
export const listed = (names: readonly string[]): string => joinWithAnd(names.map(isolateDirection));
