/**
 * Makes the table of everyday words that the reader ships: how 38 languages call what emoji show, by the annotations of
 * the Unicode CLDR (Unicode License v3), with what English calls it. The package is large and needed for this alone:
 * `npm install --no-save cldr-annotations-full@48.2.0`, then run this with its folder.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { foldedKey } from "../../src/reader/text/fold.ts";

const languages =
  "ar bg ca cs da de el es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv th tr uk vi zh".split(
    " ",
  );
/** Their words stand without spaces, or of several syllables with spaces between them. */
const ofPhrases = new Set(["vi"]);
const unspaced = new Set(["ja", "th", "zh"]);

/** What English calls a thing in so many words at most, the name first. */
const mostWords = 6;

type Annotations = Record<string, { default?: string[]; tts?: string[] }>;

const folder = process.argv[2] ?? "node_modules/cldr-annotations-full";
const english = annotationsOf("en");
/** Faces, gestures, arrows and signs show feelings and grammar, not things. */
const shown = Object.keys(english).filter((emoji) => showsThing(emoji.codePointAt(0) as number));
const meanings: string[] = [];
const numberOf = new Map<string, number>();
for (const emoji of shown) {
  const { default: keywords = [], tts = [] } = english[emoji] ?? {};
  const words = [...new Set([...tts, ...keywords].flatMap((text) => text.toLowerCase().split(/[^a-z]+/)))];
  numberOf.set(emoji, meanings.length);
  meanings.push(
    words
      .filter((word) => word.length > 2)
      .slice(0, mostWords)
      .join(" "),
  );
}
const lines = languages.map((language) => `${language}\t${listOf(language)}`);
const file = new URL("../../src/reader/text/meaning/everyday-words.txt", import.meta.url);
const content = `${meanings.join("|")}\n${lines.join("\n")}\n`;
writeFileSync(file, content);
console.log(
  `${meanings.length} meanings, ${languages.length} languages, ${Buffer.byteLength(content)} bytes`,
);

/** Each word with the numbers of what it may mean, the likeliest first. */
function listOf(language: string): string {
  const found = new Map<string, Map<number, number>>();
  const annotations = annotationsOf(language);
  for (const emoji of shown) {
    const { default: keywords = [], tts = [] } = annotations[emoji] ?? {};
    for (const [texts, strength] of [
      [tts, 2],
      [keywords, 1],
    ] as const)
      for (const text of texts) {
        const word = wordOf(text, language);
        if (word === null) continue;
        const of = found.get(word) ?? new Map<number, number>();
        found.set(word, of);
        const number = numberOf.get(emoji) as number;
        // What few words describe is meant by each of them.
        of.set(number, Math.max(of.get(number) ?? 0, strength + 1 / (1 + keywords.length)));
      }
  }
  return [...found]
    .filter(([, of]) => of.size <= 12)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([word, of]) => {
      const best = [...of].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 3);
      return `${word}=${best.map(([number]) => number.toString(36)).join(" ")}`;
    })
    .join(",");
}

function wordOf(text: string, language: string): string | null {
  const parts = text.trim().split(/\s+/);
  if (parts.length > (ofPhrases.has(language) ? 2 : 1)) return null;
  const word = parts.map(foldedKey).join(" ");
  const shortest = unspaced.has(language) || language === "ko" ? 1 : 3;
  return word.length < shortest || word.length > 24 || /[,=\d|]/.test(word) ? null : word;
}

function showsThing(code: number): boolean {
  const within = (from: number, to: number) => code >= from && code <= to;
  if (within(0x1f600, 0x1f64f) || within(0x1f910, 0x1f93f) || within(0x1f970, 0x1f97a)) return false;
  if (within(0x1f440, 0x1f44f) || within(0x1f500, 0x1f53d) || within(0x1f5e8, 0x1f5f3)) return false;
  return (
    within(0x1f300, 0x1f5ff) || within(0x1f680, 0x1f6ff) || within(0x1f950, 0x1fadf) || within(0x2600, 0x26ff)
  );
}

function annotationsOf(language: string): Annotations {
  const file = readFileSync(join(folder, "annotations", language, "annotations.json"), "utf8");
  return (JSON.parse(file) as { annotations: { annotations: Annotations } }).annotations.annotations;
}
