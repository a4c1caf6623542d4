import { alsoNamedIn } from "./also-named.ts";
import { isAskedAbout } from "./asked-about.ts";
import type { TrackedBrands } from "./brand.ts";
import { compileSourceTypes } from "./citation/citation.ts";
import { citationsIn } from "./citation/citations-in.ts";
import { isCorrected } from "./corrections/corrections.ts";
import { notShownIn, showsNothing } from "./hidden-parts/not-shown.ts";
import { parseShown } from "./hidden-parts/parse-shown.ts";
import { type ListName, listNamesOf } from "./list-names/list-name.ts";
import { listNameKinds } from "./list-names/list-name-kind.ts";
import { brandsOfListNames, type ListRank, listRanksOf, rankUnnumbered } from "./list-names/list-rank.ts";
import type { AnswerText, Span } from "./markdown/answer-text.ts";
import { parseAnswer } from "./markdown/markdown.ts";
import {
  compileMentionReader,
  type FoundMentions,
  findMentions,
  type MentionReader,
  rememberedPrompts,
} from "./mention.ts";
import {
  type AlsoNamed,
  type Evidence,
  type GivenCitation,
  type Mention,
  mostEvidence,
  type NotCounted,
  type Reading,
  type SourceType,
} from "./reading.ts";
import { isBlank, isRefusal } from "./refusal/refusal.ts";
import { sentencesOf } from "./sentence.ts";
import { sentimentReader } from "./sentiment/sentiment.ts";
import { sentimentByBrand } from "./sentiment/sentiment-of-brands.ts";
import { remembered } from "./text/remembered.ts";

/** The version of the rules for reading answers. Two readings of one answer under the same version are equal. */
export const methodVersion = "15";

/** What is searched for in answers, compiled once per set of tracked brands. */
export interface AnswerReader {
  brands: TrackedBrands;
  mentions: MentionReader;
  sourceTypeOf: (host: string) => SourceType;
  /** The brands that a prompt names, also as people type them: "notion pricing". 0 is the own brand, then the rivals. */
  askedBrands: (prompt: string) => ReadonlySet<number>;
}

/** Compiles the brands of a project. No name makes it throw. */
export function compileReader(brands: TrackedBrands): AnswerReader {
  const mentions = compileMentionReader(brands);
  return {
    brands,
    mentions,
    sourceTypeOf: compileSourceTypes(brands),
    askedBrands: remembered(rememberedPrompts, (prompt) => askedIn(prompt, mentions, brands)),
  };
}

/** Whether a prompt is branded, which means that it names a tracked brand itself. */
export function namesTrackedBrand(reader: AnswerReader, prompt: string): boolean {
  return reader.askedBrands(prompt).size > 0;
}

function askedIn(prompt: string, mentions: MentionReader, brands: TrackedBrands): Set<number> {
  const { occurrences, notCounted } = findMentions(mentions, parseAnswer(prompt), null);
  const brandIndexes = new Set(occurrences.map(({ brand }) => brand));
  const names = namesOf(brands);
  const starts = new Set(
    [...occurrences.map(({ evidence }) => evidence), ...notCounted].map(({ start }) => start),
  );
  for (const occurrence of notCounted) {
    const isOther = (offset: number) => offset !== occurrence.start && starts.has(offset);
    if (occurrence.rule !== "ordinary_word") continue;
    const brand = names.indexOf(occurrence.name);
    const { about } = [brands.own, ...brands.rivals][brand] ?? { about: null };
    if (isAskedAbout(prompt, occurrence, isOther, about)) brandIndexes.add(brand);
  }
  return brandIndexes;
}

/** An answer with what is known of it. */
interface ReadableAnswer {
  text: string;
  citations: readonly GivenCitation[];
  prompt: string;
  /** Whether more would have come: a name that the end cuts off may be the beginning of another. Absent: no. */
  truncated?: boolean;
  /** Whether the vendor says that it declined or withheld the answer; absent: no. */
  declined?: boolean;
}

/**
 * Reads one answer: mentions with their evidence, order, rank and sentiment; citations; untracked names; refusal.
 * Deterministic and linear in its length. Accepts any string. Source: docs/measuring.md.
 */
export function readAnswer(reader: AnswerReader, answer: ReadableAnswer): Reading {
  const { truncated = false, declined = false } = answer;
  const notShown = notShownIn(answer.text);
  const text = parseShown(answer.text, notShown);
  const sentences = sentencesOf(text);
  const mentions = withAsked(reader, findMentions(reader.mentions, text, answer.prompt), answer);
  // What the end cuts off may be the beginning of another name.
  const isWhole = ({ end }: Span): boolean => !truncated || end < answer.text.length;
  const occurrences = mentions.occurrences.filter(({ evidence }) => isWhole(evidence));
  const notCounted = mentions.notCounted.filter(isWhole);
  const nameSpans = occurrences.map(({ evidence }) => evidence);
  const corrected = [...nameSpans, ...notCounted].filter(({ rule }) => isCorrected(rule)).length;
  const sentiment = sentimentReader(text);
  const listNames = listNamesOf(text, sentences, (span) => beginsWithName(occurrences, span)).filter(isWhole);
  const { standings, alsoNamed } = listNamesIn(
    text,
    listNames,
    { occurrences, notCounted },
    sentiment.english,
  );
  const blank = !declined && isBlank(text, sentences);
  return {
    mentions: mentionsOf(
      reader.brands,
      occurrences,
      standings,
      sentimentByBrand(sentiment, sentences, occurrences),
    ),
    notCounted: firstOfEach(notCounted),
    alsoNamed,
    citations: citationsIn(text, sentences, answer.citations, reader.sourceTypeOf),
    refusal: declined || (!blank && isRefusal(text, sentences, nameSpans)),
    ...(blank && { blank }),
    sentences: sentences.length,
    ...(notShown.length > 0 && { notShown, ...(showsNothing(answer.text, notShown) && { unseen: true }) }),
    ...(corrected > 0 && { corrected }),
  };
}

type Counted = FoundMentions["occurrences"];

const namesOf = ({ own, rivals }: TrackedBrands): string[] => [own, ...rivals].map(({ name }) => name);

/** Where the question names a brand, its name in the answer is the brand's, also where it could be a word. */
function withAsked(
  reader: AnswerReader,
  mentions: FoundMentions,
  { prompt, text }: ReadableAnswer,
): FoundMentions {
  // Most answers have none.
  if (!mentions.notCounted.some(({ rule }) => rule === "ordinary_word")) return mentions;
  const brandIndexes = reader.askedBrands(prompt);
  if (brandIndexes.size === 0) return mentions;
  const names = namesOf(reader.brands);
  const occurrences = [...mentions.occurrences];
  const notCounted = mentions.notCounted.filter(({ name, ...evidence }) => {
    const brand = names.indexOf(name);
    if (evidence.rule !== "ordinary_word" || !isSpelled(evidence.text, name) || !brandIndexes.has(brand))
      return true;
    // "On Monday, call them" is a day even in an answer about Monday.
    if (
      /\b(?:on|by|until|since|every|next|last|this|each)\s$/i.test(
        text.slice(Math.max(0, evidence.start - 8), evidence.start),
      )
    )
      return true;
    // "Hunter Fan Company" is another firm.
    if (longerFirm.test(text.slice(evidence.end, evidence.end + 60))) return true;
    occurrences.push({ brand, evidence: { ...evidence, rule: "asked_name", confidence: 0.8 } });
    return false;
  });
  return { occurrences: occurrences.sort((a, b) => a.evidence.start - b.evidence.start), notCounted };
}

const longerFirm =
  /^(?: \p{Lu}\p{L}+){1,3} (?:Company|Corporation|Industries|Group|Inc|Ltd|GmbH|University)(?!\p{L})/u;

// "Notion", "Notion's".
const isSpelled = (text: string, name: string): boolean => text.replace(/['’]s?$/u, "") === name;

function listNamesIn(
  text: AnswerText,
  unranked: readonly ListName[],
  { occurrences, notCounted }: FoundMentions,
  isEnglish: boolean,
): { standings: Map<number, ListRank>; alsoNamed: AlsoNamed[] } {
  const brands = brandsOfListNames(text, unranked, occurrences);
  const isTracked = (at: number): boolean => brands.has(at);
  // An occurrence that looked like a tracked name but was not counted is not another brand's name either.
  const doubted = new Map(notCounted.map(({ start, end }) => [start, end]));
  const isDoubted = (at: number): boolean => doubted.get(unranked[at]!.start) === unranked[at]!.end;
  const kinds = listNameKinds(text, unranked, isTracked, isEnglish);
  const listNames = rankUnnumbered(unranked, kinds);
  return {
    standings: listRanksOf(listNames, kinds, brands),
    alsoNamed: alsoNamedIn(listNames, kinds, (at) => isTracked(at) || isDoubted(at)),
  };
}

function beginsWithName(occurrences: Counted, { start, end }: Span): boolean {
  const evidence = occurrences[firstEndingAfter(occurrences, start)]?.evidence;
  return evidence !== undefined && evidence.start <= start + 1 && evidence.start < end;
}

function firstEndingAfter(occurrences: Counted, offset: number): number {
  let low = 0;
  let high = occurrences.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (occurrences[middle]!.evidence.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function mentionsOf(
  { own, rivals }: TrackedBrands,
  brandOccurrences: Counted,
  standings: ReadonlyMap<number, ListRank>,
  sentiments: ReadonlyMap<number, number>,
): Mention[] {
  const namings = new Map<number, { evidence: Evidence[]; occurrences: number }>();
  for (const { brand, evidence } of brandOccurrences) {
    const naming = namings.get(brand) ?? { evidence: [], occurrences: 0 };
    if (naming.occurrences++ === 0) namings.set(brand, naming);
    if (naming.evidence.length < mostEvidence) naming.evidence.push(evidence);
  }
  // A map keeps insertion order, which is the order of first mention.
  return [...namings].map(([brand, { evidence, occurrences }], index) => ({
    name: brand === 0 ? own.name : rivals[brand - 1]!.name,
    isOwnBrand: brand === 0,
    position: index + 1,
    listRank: standings.get(brand)?.listRank ?? null,
    recommended: standings.get(brand)?.recommended ?? false,
    sentimentScore: sentiments.get(brand) ?? null,
    evidence,
    ...(occurrences > evidence.length && { occurrences }),
  }));
}

function firstOfEach(notCounted: readonly NotCounted[]): NotCounted[] {
  const counts = new Map<string, number>();
  return notCounted.filter(({ name }) => {
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    return before < mostEvidence;
  });
}
