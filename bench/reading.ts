/**
 * Reading mentions: how often the reader is right on labelled answers, each brand judged by a model fitted without
 * it, and how fast it reads, beside a case-insensitive regular expression per brand; texts that are all names beside
 * recorded ones. Needs `CORPUS_DIR`; `npm run bench -- reading speed` measures only how fast. Ends with 1 if a bound is missed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Brand, TrackedBrands } from "../src/reader/brand.ts";
import { parseAnswer } from "../src/reader/markdown/markdown.ts";
import { compileMentionReader, findMentions, type MentionReader } from "../src/reader/mention.ts";
import { compileReader, readAnswer } from "../src/reader/read.ts";
import { foldedKey } from "../src/reader/text/fold.ts";
import { once } from "../src/reader/text/once.ts";
import { calibrationOf, leftOutPredictions } from "./homonym/calibration.ts";
import { decisionOn } from "./homonym/decision.ts";
import {
  type Case,
  exampleOf,
  type Labelled,
  markedForTraining,
  readCasesLeftOut,
  readHardCases,
  readLabelled,
  readMoreCases,
  readOwnCases,
  readTraining,
} from "./homonym/examples.ts";
import { groupOf, isLeftOut, leftOutLanguages } from "./homonym/split.ts";
import { isHouse, trainOn } from "./homonym/train.ts";
import { type Listing, listNamesAgainst } from "./reading/list-names.ts";
import { byAnswer, readMarkedTexts, readPlainNames, type Said, saidOf } from "./reading/marked-texts.ts";
import {
  isOnlyMeasured,
  readHardCasesLeftOut,
  readNaturalCases,
  readUnseenCases,
} from "./reading/unseen-cases.ts";

const corpus = process.env.CORPUS_DIR ?? "corpus";
let missed = false;

interface Tally {
  right: number;
  wrong: number;
  lost: number;
  none: number;
}

const recorded = rows<Recorded>("recorded-answers.jsonl");
const labelled = once(() => readLabelled(corpus));
const examples = once(() => readTraining(corpus));

const modelOf = memo((key: string) => {
  const [kind, value] = key.split(":") as [string, string];
  // Twenty groups of brands: one model for each of six hundred would take minutes and say the same.
  return trainOn(
    examples().filter((each) => (kind === "brand" ? groupOf(each.brand) !== value : each.language !== value)),
  );
});

if (process.argv[2] !== "speed") {
  console.log(
    "Accuracy                                          rows   accuracy  precision  recall  word in any case, as written",
  );
  labels();
  cases();
  marked();
  plainNames();
  passwordManagers();
  productLists();
  listNames();
  refusals();
}
console.log("\nSpeed, CPU time of parsing and reading                      ours       regex");
speed();
wholeReading();
growth();
nestedNames();
density();
process.exitCode = missed ? 1 : 0;

type Recorded = Listing & { citations: readonly { url: string; title?: string | null }[] };

/** One thing to decide, with what the shipped model and the models that saw neither its brand nor its language make of it. */
interface Decision {
  names: boolean;
  shipped: boolean;
  brandLeftOut: boolean;
  languageLeftOut: boolean;
  word: boolean;
  anyCase: boolean;
}

/** Labelled occurrences in answers, each also judged by a model that saw no row of its brand. */
function labels(): void {
  for (const source of ["mention-labels", "mention-labels-2"]) {
    const rows = labelled().filter((row) => row.source === source);
    printDecisions(`${source}.jsonl`, rows.map(decided), 0.95);
  }
  const leftOut = labelled().filter(
    ({ source, brand }) => source === "mention-labels-2" && isLeftOut(brand.name),
  );
  printDecisions("of these, brands never looked at", leftOut.map(decided), 0);
  calibration();
}

function decided(row: Labelled): Decision {
  const surface = row.text.slice(row.start, row.end);
  const example = exampleOf({ ...row, rivals: [] });
  const byReader = example ? false : countedAt(row);
  const by = (key: string) => (example ? decisionOn(example, modelOf(key)).counts : byReader);
  return {
    names: row.names,
    shipped: example ? countedAt(row) : byReader,
    brandLeftOut: by(`brand:${groupOf(row.brand.name)}`),
    languageLeftOut:
      row.language === "en" ? by(`brand:${groupOf(row.brand.name)}`) : by(`language:${row.language}`),
    word: surface.includes(row.brand.name),
    anyCase: true,
  };
}

function countedAt({ brand, text, prompt, start, end }: Labelled): boolean {
  const reader = compileMentionReader({ own: brand, rivals: [] });
  const { occurrences: counted } = findMentions(reader, parseAnswer(text), prompt);
  return counted.some(({ evidence }) => evidence.start <= start && evidence.end >= end);
}

/** How often the model is right, by how sure it says it is, on brands left out. */
function calibration(): void {
  const rows = examples().filter(({ bare, source }) => !bare && !isHouse(source));
  const bins = new Map<number, { said: number; right: number; all: number }>();
  const predictions = leftOutPredictions(rows, (group) => modelOf(`brand:${group}`));
  const withoutGroup = memo((group) =>
    calibrationOf(predictions.filter(({ example }) => groupOf(example.brand) !== group)),
  );
  for (const row of rows) {
    const group = groupOf(row.brand);
    const { counts, confidence } = decisionOn(row, modelOf(`brand:${group}`), withoutGroup(group));
    const bin = Math.min(9, Math.floor(confidence * 10));
    const known = bins.get(bin) ?? { said: 0, right: 0, all: 0 };
    bins.set(bin, known);
    known.all++;
    known.said += confidence;
    if (counts === row.names) known.right++;
  }
  for (const [bin, { said, right, all: rowsOfBin }] of [...bins].sort(([one], [other]) => one - other)) {
    const text = `confidence ${bin / 10}-${(bin + 1) / 10}: said ${share(said / rowsOfBin)}, right ${share(right / rowsOfBin)}`;
    console.log(`  ${text.padEnd(60)}${String(rowsOfBin).padStart(6)} brands left out`);
  }
}

function cases(): void {
  type Row = [
    label: string,
    text: string,
    name: string,
    aliases: string[],
    domains: string[],
    expected: number,
  ];
  const rows = JSON.parse(readFileSync(join(corpus, "mention-cases.json"), "utf8")) as Row[];
  const first = rows.map(([, text, name, aliases, domains, expected]) =>
    decidedCase(
      {
        label: "",
        text,
        brand: { name, aliases, domains, about: null },
        names: expected === 1,
        category: "",
        language: "en",
      },
      false,
    ),
  );
  printDecisions("mention-cases.json", first, 0.95);
  const more = readMoreCases(corpus);
  const hidden = leftOutLanguages(more.map(({ language }) => language));
  const english = more.filter(({ language }) => language === "en");
  const others = more.filter(({ language }) => language !== "en");
  printDecisions(
    "mention-cases-2.json, English",
    english.map((each) => decidedCase(each, true)),
    0.75,
  );
  printDecisions(
    "mention-cases-2.json, 25 other languages",
    others.map((each) => decidedCase(each, true)),
    0.75,
  );
  const never = others.filter(({ language }) => hidden.has(language));
  printDecisions(
    "of these, languages never looked at",
    never.map((each) => decidedCase(each, true)),
    0,
  );
  printDecisions(
    "our cases",
    readOwnCases().map((each) => decidedCase(each, true)),
    0.75,
  );
  for (const [name, cases] of [
    ["homonym/hard-cases.txt", readHardCases()],
    ["reading/hard-cases.txt, only measured", readHardCasesLeftOut()],
    ["reading/natural.txt, only measured", readNaturalCases()],
  ] as const)
    for (const [group, holds] of [
      ["English", (language: string) => language === "en"],
      ["other languages", (language: string) => language !== "en"],
    ] as const)
      printDecisions(
        `${name}, ${group}`,
        cases.filter(({ language }) => holds(language)).map((each) => decidedCase(each, false)),
        0,
      );
  const unseen = readCasesLeftOut();
  const [looked, measured] = [false, true].map((only) =>
    readUnseenCases().filter(({ brand }) => isOnlyMeasured(brand.name) === only),
  ) as [Case[], Case[]];
  for (const [name, rows] of [
    ["our cases the model is not fitted on, English", unseen.filter(({ language }) => language === "en")],
    [
      "our cases the model is not fitted on, other languages",
      unseen.filter(({ language }) => language !== "en"),
    ],
    ["unseen-cases.txt, errors looked at", looked],
    ["unseen-cases.txt, only measured, English", measured.filter(({ language }) => language === "en")],
    [
      "unseen-cases.txt, only measured, other languages",
      measured.filter(({ language }) => language !== "en"),
    ],
  ] as const)
    printDecisions(
      name,
      rows.map((each) => decidedCase(each, false)),
      0,
    );
}

// A case names its brand where any of its occurrences does.
function decidedCase({ text, brand: own, names, language }: Case, leaveOut: boolean): Decision {
  const shipped = findMentions(compileMentionReader({ own, rivals: [] }), parseAnswer(text), null);
  const spans = [...shipped.occurrences.map(({ evidence }) => evidence), ...shipped.notCounted];
  const by = (key: string): boolean =>
    spans.some((span) => {
      const row = {
        source: "",
        brand: own,
        text,
        prompt: null,
        names,
        rivals: [],
        language,
        start: span.start,
        end: span.end,
      };
      const example = exampleOf(row);
      return example
        ? decisionOn(example, modelOf(key)).counts
        : shipped.occurrences.some(({ evidence }) => evidence === span);
    });
  const counts = shipped.occurrences.length > 0;
  const spellings = [own.name, ...own.aliases];
  return {
    names,
    shipped: counts,
    brandLeftOut: leaveOut ? by(`brand:${groupOf(own.name)}`) : counts,
    languageLeftOut: leaveOut && language !== "en" ? by(`language:${language}`) : counts,
    word: spellings.some((each) => new RegExp(pattern(each).source, "u").test(text)),
    anyCase: spellings.some((each) => pattern(each).test(text)),
  };
}

/** Every occurrence in the marked texts, and every brand in each of them, beside both searches for the name as a word. */
function marked(): void {
  const leftOut: Said[] = [];
  for (const file of [
    "marked-texts.txt",
    ...["", "-2", "-3"].map((which) => `marked-texts-left-out${which}.txt`),
    ...["", "-2", "-3", "-left-out-2"].map((which) => `marked-answers${which}.txt`),
  ]) {
    const texts = readMarkedTexts(new URL(`reading/${file}`, import.meta.url));
    const languages = new Set(texts.map(({ language }) => language));
    const brands = texts.reduce((sum, { marks }) => sum + new Set(marks.map(({ brand }) => brand)).size, 0);
    const fitted = file === markedForTraining ? "; the model is fitted on them" : "";
    console.log(`${file}: ${texts.length} texts, ${brands} names, ${languages.size} languages${fitted}`);
    console.log(
      `  ${numbersOf(texts.map(({ language }) => language))}; ${numbersOf(texts.map(({ source }) => source))}`,
    );
    for (const about of [true, false]) {
      const said = texts.flatMap((text) => saidOf(text, { about, together: text.prompt !== null }));
      if (about && file.includes("left-out")) leftOut.push(...said);
      for (const kind of ["plain", "word", "hard"])
        for (const english of [true, false]) {
          const rows = said.filter(({ text }) => text.kind === kind && (text.language === "en") === english);
          const name = `  ${kind}, ${english ? "English" : "other languages"}${about ? "" : ", name alone"}`;
          printSaid(name, rows);
          printSaid(`${name}, by answer`, byAnswer(rows));
        }
    }
  }
  confidences(leftOut);
}

/** How sure the reader says it is, against how often it is right, on the marked texts that only measure. */
function confidences(said: readonly Said[]): void {
  for (const [name, rows] of [
    ["all", said],
    ["hard, English", said.filter(({ text }) => text.kind === "hard" && text.language === "en")],
    ["hard, other languages", said.filter(({ text }) => text.kind === "hard" && text.language !== "en")],
  ] as const)
    for (const [from, to] of [
      [0.5, 0.65],
      [0.65, 0.8],
      [0.8, 0.9],
      [0.9, 0.95],
      [0.95, 1],
    ] as const) {
      const band = rows.filter(
        ({ confidence }) => confidence !== null && confidence >= from && confidence < to,
      );
      if (band.length === 0) continue;
      const meant = band.reduce((sum, { confidence }) => sum + (confidence ?? 0), 0) / band.length;
      const right = band.filter(({ ours, names }) => ours === names).length / band.length;
      const text = `${name}, confidence ${from}-${to}: said ${share(meant)}, right ${share(right)}`;
      console.log(`  ${text.padEnd(68)}${String(band.length).padStart(6)} left out`);
    }
}

/** How often each of some words occurs, the most frequent first. */
function numbersOf(words: readonly string[]): string {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times]
    .sort((one, other) => other[1] - one[1])
    .map(([word, number]) => `${word} ${number}`)
    .join(", ");
}

/** Names that are in no dictionary, each in every plain sentence of its language. */
function plainNames(): void {
  const said = readPlainNames(new URL("reading/plain-names.txt", import.meta.url));
  for (const about of [true, false]) {
    const all = said.flatMap((text) => saidOf(text, { about, together: false }));
    const languages = new Set(all.map(({ text }) => text.language));
    for (const language of languages)
      printSaid(
        `plain-names.txt, ${language}${about ? "" : ", name alone"}`,
        all.filter(({ text }) => text.language === language),
      );
    printSaid(`plain-names.txt, ${languages.size} languages${about ? "" : ", name alone"}`, all);
  }
}

function printSaid(name: string, said: readonly Said[]): void {
  const tally = empty();
  for (const each of said) count(tally, each.names, each.ours);
  const right = (by: "anyCase" | "sameCase") =>
    said.filter((each) => each[by] === each.names).length / said.length;
  print(name, tally, 0, right("anyCase"), right("sameCase"));
}

function printDecisions(name: string, decisions: readonly Decision[], floor: number): void {
  const rate = (right: (each: Decision) => boolean) => decisions.filter(right).length / decisions.length;
  const word = rate(({ word: found, names }) => found === names);
  const anyCase = rate(({ anyCase: found, names }) => found === names);
  for (const [what, of, least] of [
    ["", (each: Decision) => each.shipped, 0],
    ["  its brand left out", (each: Decision) => each.brandLeftOut, floor],
    ["  its language left out", (each: Decision) => each.languageLeftOut, 0],
  ] as const) {
    if (what.includes("language") && decisions.every((each) => each.brandLeftOut === each.languageLeftOut))
      continue;
    const tally = empty();
    for (const each of decisions) count(tally, each.names, of(each));
    print(`${what === "" ? name : what}`, tally, least, anyCase, word);
  }
}

function memo<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

function passwordManagers(): void {
  const all = rows<{ answer: string; prompt: string; mentions: Record<string, number> }>(
    "password-manager-answers.jsonl",
  );
  const names = Object.keys(all[0]?.mentions ?? {});
  const reader = compileMentionReader(tracked(names));
  const tally = empty();
  let plain = 0;
  for (const { answer, prompt, mentions } of all) {
    const { occurrences: counted } = findMentions(reader, parseAnswer(answer), prompt);
    names.forEach((name, brand) => {
      count(
        tally,
        mentions[name] === 1,
        counted.some((mention) => mention.brand === brand),
      );
      if (pattern(name).test(answer) === (mentions[name] === 1)) plain++;
    });
  }
  print("password-manager-answers.jsonl", tally, 1, plain / (all.length * names.length));
}

/** Listed brands whose folded name occurs in the text: how many are found. The lists are noisy, so only recall. */
function productLists(): void {
  let listed = 0;
  let found = 0;
  let plain = 0;
  for (const { answer, prompt, products } of recorded) {
    const names = [...new Set(products.flatMap(({ brand }) => brand ?? []))];
    if (names.length === 0) continue;
    const { occurrences: counted } = findMentions(
      compileMentionReader(tracked(names)),
      parseAnswer(answer),
      prompt,
    );
    const folded = foldedKey(answer.slice(0, 50_000));
    names.forEach((name, brand) => {
      if (!folded.includes(foldedKey(name))) return;
      listed++;
      if (counted.some((mention) => mention.brand === brand)) found++;
      if (pattern(name).test(answer)) plain++;
    });
  }
  const recall = found / listed;
  if (recall < 0.985) missed = true;
  console.log(
    line(
      "recorded-answers.jsonl, product lists",
      listed,
      "",
      "",
      `${share(recall)}${recall < 0.985 ? " !" : ""}`,
      share(plain / listed),
    ),
  );
}

/** Names that head list items, against the same lists. */
function listNames(): void {
  const { read, listed, heading, found } = listNamesAgainst(recorded);
  const [precision, recall] = [listed / read, found / heading];
  console.log(line("recorded-answers.jsonl, list-item names", read, "", share(precision), share(recall), ""));
}

/** Refusals, absences, echoes and plain answers in 15 languages: how many are told for what they are. */
function refusals(): void {
  const reader = compileReader(tracked(["Zalqora"]));
  const told = new Map<string, { right: number; all: number }>();
  const file = readFileSync(new URL("reading/refusals.txt", import.meta.url), "utf8");
  for (const row of file.split("\n").filter((each) => each !== "" && !each.startsWith("#"))) {
    const [, kind, text] = row.split(" | ") as [string, string, string];
    const { refusal, mentions } = readAnswer(reader, { text, citations: [], prompt: "" });
    const named = mentions.length > 0;
    const tally = told.get(kind) ?? { right: 0, all: 0 };
    told.set(kind, tally);
    tally.all++;
    if (kind === "refusal" ? refusal : kind === "answer" ? named && !refusal : !named) tally.right++;
  }
  for (const [kind, { right, all: rowsOfKind }] of told) {
    if (right < rowsOfKind * 0.9) missed = true;
    console.log(line(`${kind}, 15 languages`, rowsOfKind, share(right / rowsOfKind), "", "", ""));
  }
}

/** The brands that the lists of the recorded answers name most often. */
function listedMost(howMany: number): string[] {
  const often = new Map<string, number>();
  for (const { products } of recorded)
    for (const { brand } of products) if (brand) often.set(brand, (often.get(brand) ?? 0) + 1);
  return [...often]
    .sort((a, b) => b[1] - a[1])
    .map(([name]) => name)
    .slice(0, howMany);
}

function megabytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
}

function speed(): void {
  const names = listedMost(50);
  const many = [...names, ...invented(950)];
  const texts = recorded.map(({ answer }) => answer);
  const megabytes = megabytesOf(texts);
  const few = reading(names, texts);
  const thousand = reading(many, texts);
  const plain = fastest(3, () => plainly(names, texts));
  const plainMany = fastest(1, () => plainly(many, texts));
  bound("50 brands, MB/s", megabytes / few, megabytes / plain, (value) => value >= 20);
  bound("1,000 brands, times the time of 50", thousand / few, plainMany / plain, (value) => value <= 1.5);
  const described = fastest(3, () => readAll(compileMentionReader(describing(names)), texts));
  bound("50 brands that say what they sell, MB/s", megabytes / described, null, () => true);
  bound("50 brands that say what they sell, times without", described / few, null, (value) => value <= 12);
}

/** Markdown, mentions, sentiment, citations and lists: answers as they are imported, with the pages that they cite. */
function wholeReading(): void {
  const megabytes = megabytesOf(recorded.map(({ answer }) => answer));
  const answers = recorded.map(({ answer: text, prompt, citations }) => ({
    ...{ text, prompt },
    citations: citations.map(({ url, title }) => ({ url, title: title ?? null, cited: true })),
  }));
  for (const [brands, goal] of [
    [1, 6],
    [5, 4],
    [50, 4],
  ] as const) {
    const reader = compileReader(tracked(listedMost(brands)));
    const seconds = fastest(5, () => answers.map((answer) => readAnswer(reader, answer)));
    bound(`whole reading, ${brands} brands, MB/s`, megabytes / seconds, null, (value) => value >= goal);
  }
}

/** Brands described by the first question that an answer about them was asked. */
function describing(names: readonly string[]): TrackedBrands {
  const [own, ...rivals] = names.map((name) => {
    const asked = recorded.find(({ products }) => products.some(({ brand: listed }) => listed === name));
    return { ...brand(name), about: asked?.prompt ?? null };
  });
  return { own: own ?? brand(""), rivals };
}

/** One line of 10 MB against one of 1 MB: ten times the time where the reader is linear. */
function growth(): void {
  const reader = compileMentionReader(tracked(["On", "HubSpot", "Max", "京东", "Procter & Gamble"]));
  for (const unit of [
    "word ",
    "On the other hand, HubSpot and Max. ",
    "[a](b **c `",
    "在京东买手机，On 的鞋也不错。",
  ]) {
    const once = unit.repeat(Math.ceil(1e6 / unit.length));
    const read = (text: string) => findMentions(reader, parseAnswer(text), null);
    const small = fastest(3, () => read(once));
    const tenfold = once.repeat(10);
    const large = fastest(3, () => read(tenfold));
    bound(
      `10 MB over 1 MB of ${JSON.stringify(unit.slice(0, 18))}`,
      large / small,
      null,
      (value) => value <= 15,
    );
  }
}

/** Names within names within names: 21 brands of 21 spellings, against one of them. */
function nestedNames(): void {
  const nested = Array.from({ length: 21 }, (_, at) => ({
    ...brand("a ".repeat(60 - at).trim()),
    aliases: Array.from({ length: 20 }, (_, alias) => "a ".repeat(59 - alias * 2 - (at % 2)).trim()),
  }));
  const own = nested[0] as Brand;
  const rivals: Brand[] = nested.slice(1);
  const text = "a ".repeat(5000);
  const secondsOf = (tracking: TrackedBrands, answer: string) => {
    const reader = compileReader(tracking);
    return fastest(3, () => readAnswer(reader, { text: answer, citations: [], prompt: "?" }));
  };
  const every = secondsOf({ own, rivals }, text);
  bound(
    "441 names within names, times one of them",
    every / secondsOf({ own, rivals: [] }, text),
    null,
    (value) => value <= 20,
  );
  bound(
    "40,000 characters of them, times 10,000",
    secondsOf({ own, rivals }, text.repeat(4)) / every,
    null,
    (value) => value <= 6,
  );
}

/** Names that are words, one after the other, against recorded answers: time per character of the whole reading. */
function density(): void {
  const ordinary = recorded
    .map(({ answer }) => answer)
    .join("\n\n")
    .slice(0, 256 * 1024);
  const filled = (next: () => string) => {
    let text = "";
    while (text.length < ordinary.length) text += next();
    return text;
  };
  for (const name of ["On", "Bolt", "Apple", "Target", "Notion", "X"]) {
    const reader = compileReader({ ...tracked([name]), own: { ...brand(name), about: "running shoes" } });
    const words = "a I so the go Up. In, by (no) to: he Nike - Big".split(" ");
    const next = sequence(words.length * 2);
    const secondsOf = (text: string) =>
      fastest(3, () => readAnswer(reader, { text, citations: [], prompt: "which shoes last?" }));
    const base = secondsOf(ordinary);
    const same = secondsOf(filled(() => `${name} `)) / base;
    const varied = secondsOf(filled(() => `${name} ${words[next()] ?? ""} `)) / base;
    bound(`"${name} ${name} …", times ordinary text`, same, null, (value) => value <= 10);
    bound(`"${name}" among random words, times ordinary text`, varied, null, (value) => value <= 20);
  }
}

function reading(names: readonly string[], texts: readonly string[]): number {
  const reader = compileMentionReader(tracked(names));
  return fastest(7, () => readAll(reader, texts));
}

function readAll(reader: MentionReader, texts: readonly string[]): void {
  for (const text of texts) findMentions(reader, parseAnswer(text), null);
}

function plainly(names: readonly string[], texts: readonly string[]): void {
  const patterns = names.map((name) => new RegExp(pattern(name).source, "giu"));
  for (const text of texts) for (const each of patterns) for (const _ of text.matchAll(each));
}

/** What is commonly done: the name between word boundaries, in any case. */
function pattern(name: string): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`,
    "iu",
  );
}

/** CPU seconds of the fastest of some runs. */
function fastest(runs: number, work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}

function tracked(names: readonly string[]): TrackedBrands {
  const [own, ...rivals] = names.map(brand);
  return { own: own ?? brand(""), rivals };
}

function brand(name: string): Brand {
  return { name, aliases: [], domains: [], about: null };
}

/** Names that look like names and occur nowhere, by a fixed sequence. */
function invented(howMany: number): string[] {
  const letter = sequence(18);
  const length = sequence(8);
  return Array.from({ length: howMany }, () => {
    const word = Array.from({ length: 4 + length() }, () => "bcdfglmnprstvaeiou"[letter()]).join("");
    return word.charAt(0).toUpperCase() + word.slice(1);
  });
}

/** The same numbers below a bound in each run, by a linear congruential generator. */
function sequence(below: number): () => number {
  let state = 7;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

function empty(): Tally {
  return { right: 0, wrong: 0, lost: 0, none: 0 };
}

function count(tally: Tally, expected: boolean, found: boolean): void {
  if (expected) tally[found ? "right" : "lost"]++;
  else tally[found ? "wrong" : "none"]++;
}

function print(
  name: string,
  { right, wrong, lost, none }: Tally,
  floor: number,
  regex: number,
  word: number | null = null,
): void {
  const all = right + wrong + lost + none;
  const figures = [(right + none) / all, right / (right + wrong), right / (right + lost)];
  if (figures.some((figure) => figure < floor)) missed = true;
  const [accuracy, precision, recall] = figures.map(
    (figure) => `${share(figure)}${figure < floor ? " !" : ""}`,
  );
  const plain = `${share(regex)}${word === null ? "" : `  ${share(word)}`}`;
  console.log(line(name, all, accuracy as string, precision as string, recall as string, plain));
}

function line(
  name: string,
  all: number,
  accuracy: string,
  precision: string,
  recall: string,
  regex: string,
): string {
  return `${name.padEnd(48)}${String(all).padStart(6)}${accuracy.padStart(11)}${precision.padStart(11)}${recall.padStart(9)}  ${regex}`;
}

function bound(name: string, value: number, regex: number | null, holds: (value: number) => boolean): void {
  if (!holds(value)) missed = true;
  const ours = `${value.toFixed(2)}${holds(value) ? "" : " !"}`;
  console.log(
    `${name.padEnd(54)}${ours.padStart(10)}${(regex === null ? "" : regex.toFixed(2)).padStart(12)}`,
  );
}

function share(value: number): string {
  return value.toFixed(4);
}

function rows<Row>(file: string): Row[] {
  return readFileSync(join(corpus, file), "utf8")
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => JSON.parse(text) as Row);
}
