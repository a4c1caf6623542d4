import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Brand } from "../../src/reader/brand.ts";
import { featuresOf } from "../../src/reader/judgement/homonym/features/feature.ts";
import { oddsOfPlace } from "../../src/reader/judgement/homonym/place-of-name.ts";
import { judge, occurrenceOf } from "../../src/reader/judgement/judge.ts";
import type { AnswerText, Segment } from "../../src/reader/markdown/answer-text.ts";
import { parseAnswer } from "../../src/reader/markdown/markdown.ts";
import { walk } from "../../src/reader/matching/match.ts";
import { compileMentionReader } from "../../src/reader/matching/matcher.ts";
import { factsOf, longestOf } from "../../src/reader/mention.ts";
import { foldedKey } from "../../src/reader/text/fold.ts";
import { languageOf } from "../../src/reader/text/language/language.ts";
import { wordsOf } from "../../src/reader/text/words.ts";
import { readMarkedTexts } from "../reading/marked-texts.ts";
import { caseLinesOf } from "./case-lines.ts";
import { isLeftOut, leftOutLanguages } from "./split.ts";

/** One labelled occurrence on which the model, and not a rule, decides. */
export interface Example {
  source: string;
  brand: string;
  names: boolean;
  /** Read without `about`, domains and prompt. */
  bare: boolean;
  features: Float64Array;
  /** The log-odds of the place where it stands, which the reader adds to the model's. */
  place: number;
  /** Those of the other occurrences of the brand in the block on which the model decides. */
  others: readonly Float64Array[];
  language: string;
}

/** One labelled span of a text. */
export interface Labelled {
  source: string;
  brand: Brand;
  text: string;
  prompt: string | null;
  start: number;
  end: number;
  names: boolean;
  /** Other brands that the corpus lists for the answer, or that are tracked beside it. */
  rivals: Brand[];
  /** ISO 639-1. */
  language: string;
  /** Without `about` nobody could tell. */
  needsAbout?: boolean;
}

/** All labelled spans: those of the corpus, ours by offset in its answers, and the sentences written for training. */
export function readLabelled(corpus: string): Labelled[] {
  const answers = new Map(
    lines(join(corpus, "recorded-answers.jsonl")).map((line) => {
      const row = JSON.parse(line) as {
        answer_id: string;
        answer: string;
        prompt: string;
        products: { brand: string | null }[];
      };
      return [row.answer_id, row];
    }),
  );
  const inAnswer = (
    source: string,
    id: string,
    name: string,
    about: string,
    start: number,
    end: number,
    names: boolean,
  ) => {
    const { answer, prompt, products } = answers.get(id) as NonNullable<ReturnType<(typeof answers)["get"]>>;
    const rivals = [...new Set(products.flatMap(({ brand }) => brand ?? []))]
      .filter((other) => !overlaps(other, name))
      .map(nameAlone);
    return {
      source,
      brand: brandOf(name, about),
      text: answer,
      prompt,
      start,
      end,
      names,
      rivals,
      language: "en",
    };
  };
  const given = ["mention-labels", "mention-labels-2"].flatMap((file) =>
    lines(join(corpus, `${file}.jsonl`)).map((line) => ({ file, ...(JSON.parse(line) as Given) })),
  );
  // Citation markers are a rule's, and so no example for a model.
  const prose = given.filter(({ names_brand }) => names_brand !== null);
  const labels = prose.map((row) => {
    return inAnswer(
      row.file,
      row.answer_id as string,
      row.brand as string,
      row.about as string,
      row.start,
      row.end,
      row.names_brand as boolean,
    );
  });
  const file = JSON.parse(readFileSync(new URL("labels.json", import.meta.url), "utf8")) as {
    labels: [string, string, string, number, number, number][];
  };
  const ours = file.labels.map(([id, name, about, start, end, names]) =>
    inAnswer("own-labels", id, name, about, start, end, names === 1),
  );
  return [
    ...labels,
    ...ours,
    ...readSentences(),
    ...readHouseSentences(),
    ...readCases(corpus),
    ...readMarkedAnswers(),
  ];
}

/** The marked answers that the model is fitted on. */
export const markedForTraining = "marked-answers-2.txt";

/** The marked occurrences in answers as assistants write them, with the question and the brands that are tracked beside each. */
function readMarkedAnswers(): Labelled[] {
  const texts = readMarkedTexts(new URL(`../reading/${markedForTraining}`, import.meta.url));
  return texts.flatMap(({ text, prompt, language, brands, marks }) =>
    marks.map(({ brand: at, start, end, names }) => {
      const brand = brands[at] as Brand;
      const rivals = brands.filter((other) => other !== brand);
      return { source: "answers", brand, text, prompt, start, end, names, rivals, language };
    }),
  );
}

interface Given {
  answer_id: string;
  brand: string;
  about: string;
  start: number;
  end: number;
  names_brand: boolean | null;
}

/** A short text with a brand that it names or does not name. */
export interface Case {
  label: string;
  text: string;
  brand: Brand;
  names: boolean;
  category: string;
  language: string;
}

/** The second cases of the corpus, in 26 languages. */
export function readMoreCases(corpus: string): Case[] {
  type Row = [string, string, string, string[], string[], number, string, string, string];
  const rows = JSON.parse(readFileSync(join(corpus, "mention-cases-2.json"), "utf8")) as Row[];
  return rows.map(([label, text, name, aliases, domains, expected, category, about, language]) => ({
    label,
    text,
    brand: { name, aliases, domains, about },
    names: expected === 1,
    category,
    language,
  }));
}

/** Our cases that the model is fitted on. */
export const readOwnCases = (): Case[] => casesOf("cases.json");

/** The hard cases in 30 languages whose errors may be looked at. The model is fitted on those in English. */
export const readHardCases = (): Case[] => casesOfLines(new URL("hard-cases.txt", import.meta.url));

/** The cases of a file of lines. */
export const casesOfLines = (file: URL): Case[] =>
  caseLinesOf(file).map(({ name, about, ...each }) => ({ ...each, label: "", brand: brandOf(name, about) }));

/** Cases of brands that are in no other data: written before the reader was changed for them. Only confidence is fitted on them. */
export const readCasesLeftOut = (): Case[] => casesOf("cases-left-out.json");

function casesOf(name: string): Case[] {
  type Row = [string, string[], string[], number, string, string, string];
  const { cases } = JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as { cases: Row[] };
  return cases.map(([name, aliases, domains, expected, about, language, text]) => ({
    label: "",
    text,
    brand: { name, aliases, domains, about },
    names: expected === 1,
    category: "",
    language,
  }));
}

// Every place where the name might stand in a case is an example of what the case is.
function readCases(corpus: string): Labelled[] {
  // Those of other languages would make the model miss plain mentions there.
  const hard = readHardCases().filter(({ language }) => language === "en");
  const cases = [
    ...readMoreCases(corpus).map((each) => ({ source: "mention-cases-2", ...each })),
    ...readOwnCases().map((each) => ({ source: "own-cases", ...each })),
    ...hard.map((each) => ({ source: "hard-cases", ...each })),
  ];
  return cases.flatMap(({ source, text, brand, names, language }) => {
    const reader = compileMentionReader({ own: brand, rivals: [] });
    const { longest } = longestOf(walk(reader, parseAnswer(text)).matches, text);
    // Hard cases are of names that nobody could judge without knowing what is sold.
    const needsAbout = source === "hard-cases";
    const place = { source, brand, text, prompt: null, names, rivals: [], language, needsAbout };
    return longest.map(({ start, end }) => ({ ...place, start, end }));
  });
}

export function readSentences(): Labelled[] {
  const files = ["sentences.txt", "sentences-of-languages.txt"];
  return files
    .flatMap((file) => lines(new URL(file, import.meta.url)))
    .flatMap((line) => {
      const [, sign, tag, name, about, sentence] =
        /^([+-])(?::([a-z]{2}))? (.+?) \| (.+?) \| (.+)$/.exec(line) ?? [];
      if (!sign || !name || !about || !sentence) return [];
      const start = sentence.indexOf("[[");
      const end = sentence.indexOf("]]") - 2;
      const text = sentence.replaceAll("[[", "").replaceAll("]]", "");
      return {
        source: "sentences",
        brand: brandOf(name, about),
        text,
        prompt: null,
        start,
        end,
        names: sign === "+",
        rivals: [],
        language: tag ?? "en",
      };
    });
}

// The sentences that must be read right: the model is not free to differ on them, so it is fitted on them too.
function readHouseSentences(): Labelled[] {
  const file = new URL("../../test/fixtures/mention-sentences.txt", import.meta.url);
  const line = /^(\? )?(\d+) (.+?) \| (.+?) \| (.+)$/;
  return lines(file).flatMap((row) => {
    const [, needsAbout, times, name, about, sentence] = line.exec(row) ?? [];
    if (!times || !name || !about || !sentence) return [];
    const text = sentence.replaceAll("\\n", "\n");
    const brand = { name, aliases: [], domains: [], about: about === "-" ? null : about };
    const { longest } = longestOf(
      walk(compileMentionReader({ own: brand, rivals: [] }), parseAnswer(text)).matches,
      text,
    );
    const named = Number(times);
    // Where some of the places count and some do not, the sentence does not say which.
    if (named !== 0 && named !== longest.length) return [];
    const language = languageOf(wordsOf(text), text) ?? "en";
    const place = { source: "house", brand, text, prompt: null, names: named > 0, rivals: [], language };
    return longest.map(({ start, end }) => ({ ...place, start, end, needsAbout: needsAbout !== undefined }));
  });
}

/** A brand as the labels describe it: the hosts of `about` are its domains. */
export function brandOf(name: string, about: string): Brand {
  return { name, aliases: [], domains: about.match(/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/g) ?? [], about };
}

/** The examples the model learns from; each also without `about`, for projects that leave it out. */
export function readExamples(corpus: string): Example[] {
  return readLabelled(corpus).flatMap((row) => {
    if (row.source === "answers") return [exampleOf(row), exampleOf(bareOf(row))].filter(isExample);
    const alone = { ...row, rivals: [] };
    if (row.needsAbout === true) return exampleOf(alone) ?? [];
    const bare = { ...alone, brand: { ...row.brand, about: null, domains: [] }, prompt: null };
    const all = [exampleOf(alone), exampleOf(bare)];
    if (row.rivals.length > 0) all.push(exampleOf(row), exampleOf({ ...bare, rivals: row.rivals }));
    return all.filter(isExample);
  });
}

const isExample = (example: Example | null): example is Example => example !== null;

/** The row as it is in a project that gives names alone. */
function bareOf(row: Labelled): Labelled {
  const bare = (brand: Brand): Brand => ({ ...brand, about: null, domains: [] });
  return { ...row, brand: bare(row.brand), rivals: row.rivals.map(bare) };
}

/** The examples that a model may be fitted on: what was left out of all work stays out, so that it goes on to measure. */
export function readTraining(corpus: string): Example[] {
  const examples = readExamples(corpus);
  const languages = leftOutLanguages(readMoreCases(corpus).map(({ language }) => language));
  return examples.filter(
    ({ source, brand, language }) =>
      !(source.endsWith("-2") && (isLeftOut(brand) || languages.has(language))),
  );
}

const nameAlone = (name: string): Brand => ({ name, aliases: [], domains: [], about: null });

function overlaps(a: string, b: string): boolean {
  const [one, other] = [foldedKey(a), foldedKey(b)];
  return one.includes(other) || other.includes(one);
}

const parsed = new Map<string, AnswerText>();

/** Null if a rule decides, the span is not seen as prose, or the name is not matched there. */
export function exampleOf(row: Labelled): Example | null {
  const found = decidedByModel(row);
  const at = found.findIndex(({ start, end }) => start < row.end && end > row.start);
  const own = found[at];
  if (!own) return null;
  return {
    source: row.source,
    brand: row.brand.name,
    names: row.names,
    bare: row.brand.about === null,
    features: own.features,
    place: own.place,
    others: found
      .filter((other) => other !== own && other.block === own.block)
      .map(({ features }) => features),
    language: row.language,
  };
}

interface Decided {
  start: number;
  end: number;
  block: number;
  features: Float64Array;
  place: number;
}

const decided = new Map<string, Decided[]>();

/** The occurrences of the brand in the row's text on which the model decides. */
function decidedByModel({ text, brand, prompt, rivals }: Labelled): Decided[] {
  const key = JSON.stringify([text, brand, prompt, rivals]);
  const known = decided.get(key);
  if (known) return known;
  const answer = parsed.get(text) ?? parseAnswer(text);
  parsed.set(text, answer);
  const walked = walk(compileMentionReader({ own: brand, rivals }), answer);
  const { longest } = longestOf(walked.matches, text);
  const facts = factsOf(answer, longest, prompt, walked);
  const found = longest.flatMap(({ pattern, start, end, segment }, at) => {
    if (pattern.brand !== 0 || !judge(answer, longest, at, facts).model) return [];
    const { block } = answer.segments[segment] as Segment;
    const occurrence = occurrenceOf(answer, longest, at, facts);
    return { start, end, block, features: featuresOf(occurrence), place: oddsOfPlace(occurrence) };
  });
  decided.set(key, found);
  return found;
}

function lines(file: string | URL): string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
