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
export const inWords = (count: number): string => words[count] ?? count.toLocaleString();

/** "second"; "12th". */
export const place = (rank: number): string => places[rank] ?? `${rank}th`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "1 answer", "48 answers". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** "A", "A and B", "A, B and C". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
