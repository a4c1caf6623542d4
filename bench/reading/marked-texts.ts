import { readFileSync } from "node:fs";
import type { Brand } from "../../src/reader/brand.ts";
import { parseAnswer } from "../../src/reader/markdown/markdown.ts";
import { compileMentionReader, findMentions } from "../../src/reader/mention.ts";
import { compileReader, readAnswer } from "../../src/reader/read.ts";
import { foldedKey } from "../../src/reader/text/fold.ts";

/** One occurrence in a text that names a brand or only looks like it. */
interface Mark {
  brand: number;
  start: number;
  end: number;
  names: boolean;
}

/** A text in which every occurrence of some brands is marked. */
interface MarkedText {
  /** `plain`: the name is in no dictionary; `word`: an ordinary answer about a name that is a word; `hard`. */
  kind: string;
  language: string;
  /** `own` names of any kind, `real` ones or `made` ones. */
  source: string;
  brands: Brand[];
  /** What was asked, where it is known: then all brands of the text are tracked together. */
  prompt: string | null;
  text: string;
  marks: Mark[];
}

/** What is said of an occurrence, by the reader and by searches for the name as a word. */
export interface Said {
  text: MarkedText;
  brand: number;
  names: boolean;
  ours: boolean;
  /** The confidence of what ours says; null for what was not seen at all. */
  confidence: number | null;
  sameCase: boolean;
  anyCase: boolean;
}

/**
 * Two lines a text: `kind|language|source|Name;domain;about;alias,alias || … >> prompt`, of which a name and the rest may be left
 * out, then the text with `<2+name>` or `<2-word>`. A mark without a number is of the brand that it looks like.
 */
export function readMarkedTexts(file: string | URL): MarkedText[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, at) =>
    /^(?:plain|word|hard)\|/.test(line) ? markedText(line, lines[at + 1] as string) : [],
  );
}

function markedText(head: string, marked: string): MarkedText {
  const [, kind = "", language = "", source = "", rest = ""] =
    /^(\w+)\|(\w+)\|([^|]*)\|(.*)$/.exec(head) ?? [];
  const [names = "", prompt = null] = rest.split(" >> ");
  const brands = names.split(" || ").map((each) => {
    const [name = "", domain = "", about = "", aliases = ""] = each.split(";");
    return {
      name,
      aliases: aliases === "" ? [] : aliases.split(","),
      domains: domain === "" ? [] : [domain],
      about,
    };
  });
  const marks: Mark[] = [];
  let text = "";
  let from = 0;
  const lines = marked.replaceAll("\\n", "\n");
  for (const match of lines.matchAll(/<(\d?)([+-])([^<>]*)>/g)) {
    text += lines.slice(from, match.index);
    const [whole, brand, sign, surface = ""] = match;
    const start = text.length;
    text += surface;
    const of = brand ? Number(brand) - 1 : looksLike(surface, brands);
    marks.push({ brand: of, start, end: text.length, names: sign === "+" });
    from = match.index + whole.length;
  }
  return { kind, language, source, brands, prompt, text: text + lines.slice(from), marks };
}

/**
 * Names in plain sentences of a language: `language|what they sell|Name;…`, then sentences in which `{}` stands for the name and braces
 * after it hold an ending. Each name is read in each sentence.
 */
export function readPlainNames(file: string | URL): MarkedText[] {
  const texts: MarkedText[] = [];
  let head: { language: string; about: string; names: string[] } | null = null;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, language, about, names] = /^([a-z]{2})\|([^|]*)\|(.*)$/.exec(line) ?? [];
    if (language && about && names) head = { language, about, names: names.split(";") };
    else if (head && line.includes("{}"))
      for (const name of head.names) texts.push(inSentence(name, head.language, head.about, line));
  }
  return texts;
}

function inSentence(name: string, language: string, about: string, line: string): MarkedText {
  const marked = line.replaceAll(
    /\{\}(?:\{([^}]*)\})?/g,
    (_, ending?: string) => `<1+${name}${ending ?? ""}>`,
  );
  return markedText(`plain|${language}|real|${name};;${about}`, marked);
}

/** The brand whose name a word begins with. */
function looksLike(word: string, brands: readonly Brand[]): number {
  const key = foldedKey(word);
  return Math.max(
    0,
    brands.findIndex(({ name }) => key.startsWith(foldedKey(name).slice(0, Math.max(3, name.length - 2)))),
  );
}

/** What is said of every marked occurrence, each brand read by itself, or with the others of its text. */
export function saidOf(text: MarkedText, { about, together }: { about: boolean; together: boolean }): Said[] {
  const known = text.brands.map((brand) => (about ? brand : { ...brand, about: null, domains: [] }));
  return known.flatMap((own, brand) => {
    if (!text.marks.some((mark) => mark.brand === brand)) return [];
    const rivals = together ? known.filter((other) => other !== own) : [];
    const { ours, others } = occurrencesOf({ own, rivals }, text.text, text.prompt);
    return text.marks
      .filter((mark) => mark.brand === brand)
      .map(({ start, end, names }) => {
        const holds = (each: { start: number; end: number }) => each.start < end && each.end > start;
        const found = ours.find(holds);
        const surface = text.text.slice(start, end).replaceAll("&amp;", "&");
        const rejected = others.find(holds);
        return {
          ...{ text, brand, names, ours: found !== undefined },
          confidence: found?.confidence ?? rejected?.confidence ?? null,
          sameCase: wordSearch(own.name, "u").test(surface),
          anyCase: wordSearch(own.name, "iu").test(surface),
        };
      });
  });
}

function occurrencesOf(tracked: { own: Brand; rivals: Brand[] }, text: string, prompt: string | null) {
  const isOwn = ({ name }: { name: string }) => name === tracked.own.name;
  if (prompt !== null) {
    const { mentions, notCounted } = readAnswer(compileReader(tracked), { text, citations: [], prompt });
    return {
      ours: mentions.filter(isOwn).flatMap(({ evidence }) => evidence),
      others: notCounted.filter(isOwn),
    };
  }
  const { occurrences: counted, notCounted } = findMentions(
    compileMentionReader(tracked),
    parseAnswer(text),
    null,
  );
  const ours = counted.filter(({ brand }) => brand === 0).map(({ evidence }) => evidence);
  return { ours, others: notCounted.filter(isOwn) };
}

function wordSearch(name: string, flags: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags);
}

/** The same by answer: whether a brand is named in the text at all. */
export function byAnswer(said: readonly Said[]): Said[] {
  const of = new Map<string, Said>();
  const numbers = new Map<MarkedText, number>();
  for (const each of said) {
    if (!numbers.has(each.text)) numbers.set(each.text, numbers.size);
    const key = `${numbers.get(each.text)} ${each.brand}`;
    const known = of.get(key);
    of.set(key, {
      ...each,
      names: each.names || (known?.names ?? false),
      ours: each.ours || (known?.ours ?? false),
      sameCase: each.sameCase || (known?.sameCase ?? false),
      anyCase: each.anyCase || (known?.anyCase ?? false),
    });
  }
  return [...of.values()];
}
