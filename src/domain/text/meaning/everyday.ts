import { readFileSync } from "node:fs";

/** How other languages call everyday things, by what English calls them; made by bench/homonym/everyday-words.ts. */
interface Table {
  /** English words for each thing. */
  meanings: readonly string[];
  /** The list of each language, read when first asked for. */
  lists: ReadonlyMap<string, () => Words>;
  /** Hashes of the words of all languages, in order. */
  hashes: Uint32Array;
}

interface Words {
  /** The numbers of the things that a word may mean, the likeliest first. */
  exact: ReadonlyMap<string, string>;
  /** The same by the beginnings of words, without the vowels that endings change. */
  stems: ReadonlyMap<string, string>;
}

let loaded: Table | null = null;

const unspaced = new Set(["ja", "th", "zh"]);

/** Whether a folded word is an everyday one of some language beside English. */
export function isEverydaySomewhere(word: string): boolean {
  const { hashes } = table();
  const hash = hashOf(word);
  let low = 0;
  let high = hashes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hashes[middle] as number) < hash) low = middle + 1;
    else high = middle;
  }
  return hashes[low] === hash;
}

/** What a folded word of a language (ISO 639-1) is in English, in any inflection; null for one that is no everyday word. */
export function inEnglish(word: string, language: string): string | null {
  const words = table().lists.get(language)?.();
  if (!words) return null;
  const numbers = words.exact.get(word) ?? inflected(word, words.stems, language);
  return numbers === undefined ? null : englishOf(numbers);
}

/** What everyday things a text in a script without spaces speaks of, in English. */
export function everydayIn(text: string, language: string): string[] {
  const words = table().lists.get(language)?.();
  if (!words || !unspaced.has(language)) return [];
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    let length = Math.min(longestPiece, text.length - at);
    while (length >= shortestPiece && !words.exact.has(text.slice(at, at + length))) length--;
    if (length < shortestPiece) at++;
    else {
      found.push(englishOf(words.exact.get(text.slice(at, at + length)) as string));
      at += length;
    }
  }
  return found;
}

const longestPiece = 8;
const shortestPiece = 2;

function englishOf(numbers: string): string {
  const { meanings } = table();
  return numbers
    .split(" ")
    .map((number) => meanings[Number.parseInt(number, 36)])
    .join(" ");
}

/** Letters that are written to the front of a word: articles, conjunctions and prepositions. */
const fronts: Readonly<Record<string, RegExp>> = {
  ar: /^(?:[وبلفك]?ال|لل|[وبلف])(?=..)/,
  he: /^(?:ו?[הבלמשכ]|ו)(?=..)/,
};

const longestEnding = 3;

function inflected(word: string, stems: ReadonlyMap<string, string>, language: string): string | undefined {
  const shortest = language === "ko" ? 2 : shortestStem;
  for (let cut = 0; cut <= longestEnding && word.length - cut >= shortest; cut++) {
    const numbers = stems.get(stemOf(word.slice(0, word.length - cut), shortest));
    if (numbers !== undefined) return numbers;
  }
  const front = fronts[language];
  const rest = front ? word.replace(front, "") : word;
  return rest === word ? undefined : (stems.get(rest) ?? stems.get(stemOf(rest, shortest)));
}

const shortestStem = 4;

// "roza" and "rozy", "мегафон" and "мегафона" are one.
function stemOf(word: string, shortest: number): string {
  const stem = word.replace(/[aeiouyаяоуеиыьіїюηαοιευ]$/u, "");
  return stem.length < shortest ? word : stem;
}

const [tab, newline, comma, equals] = [9, 10, 44, 61];

function table(): Table {
  if (loaded) return loaded;
  const file = readFileSync(new URL("./everyday-words.txt", import.meta.url));
  const head = file.indexOf(newline);
  const lists = new Map<string, () => Words>();
  const hashes = new Uint32Array(mostWords);
  let count = 0;
  let start = head + 1;
  let hash = basis;
  let within = false;
  for (let at = start; at < file.length; at++) {
    const byte = file[at] as number;
    if (byte === newline) {
      const [from, to] = [start, at];
      lists.set(
        file.toString("latin1", from, from + 2),
        once(() => wordsIn(file.toString("utf8", from + 3, to))),
      );
      start = at + 1;
      within = false;
    } else if (byte === comma || byte === tab) {
      hash = basis;
      within = true;
    } else if (byte === equals && within) {
      hashes[count++] = hash >>> 0;
      within = false;
    } else if (within) hash = Math.imul(hash ^ byte, prime);
  }
  const meanings = file.toString("latin1", 0, head).split("|");
  loaded = { meanings, lists, hashes: hashes.slice(0, count).sort() };
  return loaded;
}

/** More than the table holds. */
const mostWords = 200_000;

function wordsIn(list: string): Words {
  const exact = new Map<string, string>();
  const stems = new Map<string, string>();
  for (const entry of list.split(",")) {
    const [word, numbers] = entry.split("=") as [string, string];
    exact.set(word, numbers);
    const stem = stemOf(word, shortestStem);
    if (!stems.has(stem)) stems.set(stem, numbers);
  }
  return { exact, stems };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** FNV-1a, 32 bits. */
const [basis, prime] = [0x811c9dc5, 0x01000193];

function hashOf(word: string): number {
  let hash = basis;
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, prime);
  return hash >>> 0;
}
