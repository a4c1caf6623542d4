import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type NameProfile, profileOf } from "./brand-names/name-profile.ts";
import { parseAnswer } from "./markdown/markdown.ts";
import { compileMentionReader, findMentions } from "./mention.ts";
import { languageOf } from "./text/language/language.ts";
import { wordsOf } from "./text/words.ts";

const fixture = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").split("\n");

/** Names with the texts that speak of them: the sentences of the tests, and the marked texts of the benchmark. */
function* namesInTexts(): Iterable<{ name: string; text: string }> {
  for (const row of fixture("test/fixtures/mention-sentences.txt")) {
    const { name, text } = /^(?:\? )?\d+ (?<name>.+?) \| .+? \| (?<text>.+)$/.exec(row)?.groups ?? {};
    if (name && text) yield { name, text };
  }
  const lines = fixture("bench/reading/marked-texts.txt");
  for (const [at, row] of lines.entries()) {
    const brands = /^(?:plain|word|hard)\|\w+\|\w+\|(.*)$/.exec(row)?.[1];
    const text = (lines[at + 1] ?? "").replace(/<\d?[+-]([^<>]*)>/g, "$1");
    for (const brand of brands?.split(" || ") ?? []) yield { name: brand.split(";")[0] as string, text };
  }
}

const abouts = [
  "accounting software for small firms",
  "chocolate and sweets",
  "football club",
  "car insurance",
];

const inEnglish = ({ coined }: NameProfile, surface: string, language: string | null): boolean =>
  coined &&
  (language === "en" || (language === null && surface.charAt(0) !== surface.charAt(0).toLowerCase()));

// Where the text has the word in lower case as well, it says itself that it may be one.
const inOtherLanguages = (
  { strange, text: name }: NameProfile,
  surface: string,
  language: string | null,
  text: string,
): boolean =>
  strange &&
  language !== "en" &&
  /^\p{Script=Latin}/u.test(name) &&
  surface.startsWith(name.slice(0, Math.max(2, name.length - 2))) &&
  surface.charAt(0) !== surface.charAt(0).toLowerCase() &&
  !text.includes(name.toLowerCase());

for (const [where, isPlain, least] of [
  ["in English", inEnglish, 30],
  ["in other languages", inOtherLanguages, 60],
] as const)
  test(`a name that no dictionary holds counts with any description ${where} wherever it counts without one`, () => {
    let compared = 0;
    for (const { name, text } of namesInTexts()) {
      const answer = parseAnswer(text.replaceAll("\\n", "\n"));
      const language = languageOf(wordsOf(text), text);
      const read = (about: string | null) => {
        const own = { name, aliases: [], domains: [], about };
        return findMentions(compileMentionReader({ own, rivals: [] }), answer, null).occurrences;
      };
      const profile = profileOf(name, { name, aliases: [], domains: [], about: abouts[0] as string });
      if (!profile.strange) continue;
      const without = read(null)
        .filter(({ evidence }) => isPlain(profile, evidence.text, language, text))
        .map(({ evidence }) => evidence.start);
      compared += without.length;
      if (without.length === 0) continue;
      for (const about of abouts) {
        const found = new Set(read(about).map(({ evidence }) => evidence.start));
        for (const start of without)
          assert.ok(found.has(start), `${name} (${about}) at ${start} in: ${text}`);
      }
    }
    assert.ok(compared > least, `${compared} occurrences`);
  });
