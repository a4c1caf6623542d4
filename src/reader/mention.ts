import { promptKey } from "./absence/absence.ts";
import { isUpperCase } from "./brand-names/name-shape.ts";
import { citationMarkersIn } from "./citation/citation-marker.ts";
import { correctorOf } from "./corrections/corrector.ts";
import { earnedConfidence } from "./judgement/confidence.ts";
import { proseOf } from "./judgement/context.ts";
import { isMarketName } from "./judgement/homonym/place-of-name.ts";
import { isNoMaker } from "./judgement/homonym/word.ts";
import { noHost } from "./judgement/host.ts";
import { type AnswerFacts, beginsBlock, judge } from "./judgement/judge.ts";
import { emptyJudgementCache } from "./judgement/judgement-cache.ts";
import { inOneSense } from "./judgement/one-sense.ts";
import type { AnswerText, Block, Segment } from "./markdown/answer-text.ts";
import { visibleText } from "./markdown/markdown.ts";
import { type Match, type MatchWalk, walk } from "./matching/match.ts";
import type { MentionReader } from "./matching/matcher.ts";
import type { Evidence, NotCounted } from "./reading.ts";
import { lettersOf } from "./shared-name.ts";
import { foldedKey } from "./text/fold.ts";
import { languageOf, languageOfWords } from "./text/language/language.ts";
import { stopWords } from "./text/language/stop-words.ts";
import { meantBy } from "./text/meaning/field.ts";
import { once } from "./text/once.ts";
import { isOrdinaryWord } from "./text/ordinary-word.ts";
import { remembered } from "./text/remembered.ts";
import { script, scriptOf } from "./text/script.ts";
import { type Topic, topicOf } from "./text/topic.ts";
import { readWords, wordsOf } from "./text/words.ts";

export { compileMentionReader, type MentionReader } from "./matching/matcher.ts";

/**
 * Both lists are in the order of their offsets. `brand` is 0 for the own brand, then counts the rivals in their order.
 */
export interface FoundMentions {
  occurrences: { brand: number; evidence: Evidence }[];
  notCounted: NotCounted[];
}

/**
 * Finds where an answer names the tracked brands, by the rules in docs/measuring.md. `prompt` is the question that was
 * asked; null if unknown. Deterministic, and linear in the length of the answer.
 */
export function findMentions(reader: MentionReader, text: AnswerText, prompt: string | null): FoundMentions {
  const mentions: FoundMentions = { occurrences: [], notCounted: [] };
  const walked = walk(reader, text);
  const { matches } = walked;
  if (matches.length === 0) return mentions;
  const { longest, within, shared } = longestOf(matches, text.verbatim);
  const facts = factsOf(text, longest, prompt, walked);
  const corrected = correctorOf(reader.corrections, text, facts.prose);
  const reject = (match: Match, rule: string, confidence: number) => {
    const name = reader.names[match.pattern.brand] as string;
    mentions.notCounted.push({ name, ...evidence(text, match, rule, confidence) });
  };
  for (const match of within) reject(match, "longer_name", 0.9);
  for (const match of shared) reject(match, "shared_name", 1);
  const judgements = longest.map(({ pattern, segment }, at) => {
    const { block } = text.segments[segment] as Segment;
    return { brand: pattern.brand, block, judgement: judge(text, longest, at, facts) };
  });
  inOneSense(judgements).forEach((judgement, at) => {
    const match = longest[at] as Match;
    const decision = corrected(judgement, match);
    const { counts, rule } = decision;
    // Corrections shift the odds that the judgement gives, which are then those of a decision of its kind.
    const confidence =
      counts === judgement.counts && rule === judgement.rule
        ? earnedConfidence({ ...judgement, confidence: decision.confidence })
        : decision.confidence;
    if (counts)
      mentions.occurrences.push({
        brand: match.pattern.brand,
        evidence: evidence(text, match, rule, confidence),
      });
    else reject(match, rule, confidence);
  });
  mentions.notCounted.sort((a, b) => a.start - b.start);
  return mentions;
}

/**
 * The matches that remain once overlaps are resolved, in the order of their offsets. The earlier match wins, then the
 * longer one. If several brands claim one occurrence, the best claim wins, then the one that is spelled so ("Solea", "Soléa"), then
 * the own brand, then the rivals in order.
 */
export function longestOf(
  matches: Match[],
  verbatim: string,
): {
  longest: Match[];
  within: Match[];
  shared: Match[];
} {
  const differs = ({ pattern, start, end }: Match): number =>
    Number(!lettersOf(verbatim.slice(start, end)).startsWith(lettersOf(pattern.profile.text)));
  matches.sort(
    (a, b) =>
      a.start - b.start ||
      b.end - a.end ||
      a.pattern.claim - b.pattern.claim ||
      differs(a) - differs(b) ||
      a.pattern.brand - b.pattern.brand,
  );
  const longest: Match[] = [];
  const within: Match[] = [];
  const shared: Match[] = [];
  for (const match of matches) {
    const last = longest.at(-1);
    if (!last || match.start >= last.end) longest.push(match);
    else if (match.pattern.brand === last.pattern.brand) continue;
    else if (match.end === last.end && match.start === last.start) {
      const before = shared.at(-1);
      if (before?.start !== match.start || before.pattern.brand !== match.pattern.brand) shared.push(match);
    }
    // A tracked name within a longer tracked name is part of a different name.
    else within.push(match);
  }
  return { longest, within, shared };
}

/** What the judgements of all matches of one answer share. */
export function factsOf(
  text: AnswerText,
  matches: readonly Match[],
  prompt: string | null,
  walked: MatchWalk,
): AnswerFacts {
  const brandsIn = new Map<number, number>();
  const brandsHeading = new Map<string, number>();
  const run = runsOf(text);
  for (const { pattern, segment, start } of matches) {
    const { block: at, kind } = text.segments[segment] as Segment;
    if (kind !== "text") continue;
    const bit = 1 << Math.min(pattern.brand, 30);
    brandsIn.set(at, (brandsIn.get(at) ?? 0) | bit);
    const block = text.blocks[at] as Block;
    if (block.kind !== "paragraph" && beginsBlock(text.verbatim, block, start)) {
      const heads = `${block.kind} ${run(at)}`;
      brandsHeading.set(heads, (brandsHeading.get(heads) ?? 0) | bit);
    }
  }
  return {
    promptKey: prompt === null ? "" : promptKey(prompt),
    promptTopic: once(() => (prompt === null ? null : subjectOf(prompt, text))),
    brandsIn,
    namesHeading: namesHeading(text, run),
    brandsHeading: (at, kind) => brandsHeading.get(`${kind} ${run(at)}`) ?? 0,
    cues: walked.cues,
    prose: once(() => proseOf(text)),
    markers: once(() => citationMarkersIn(text)),
    topics: new Map(),
    lastHost: noHost(),
    brandsAfterMakers: once(() => brandsAfterMakers(text, matches)),
    decided: emptyJudgementCache(text.verbatim.length),
  };
}

const longestHead = 40;

// The names that begin items and rows, found once for all words that do.
function namesHeading(text: AnswerText, run: (block: number) => number): AnswerFacts["namesHeading"] {
  const heads = once(() => {
    const blocksByKey = new Map<string, Set<number>>();
    text.blocks.forEach(({ kind, start, end }, at) => {
      if (kind === "paragraph") return;
      const line = visibleText(text, start, Math.min(end, start + longestHead));
      const head = /^[^\p{L}]{0,6}(\p{Lu}[\p{L}\p{N}.&'’-]+)/u.exec(line)?.[1];
      if (head === undefined || !isMarketName(head)) return;
      const key = `${kind} ${run(at)}`;
      blocksByKey.set(key, (blocksByKey.get(key) ?? new Set()).add(at));
    });
    return blocksByKey;
  });
  return (at) => {
    const { kind } = text.blocks[at] as Block;
    const others = kind === "paragraph" ? undefined : heads().get(`${kind} ${run(at)}`);
    return others !== undefined && others.size > Number(others.has(at));
  };
}

/**
 * The list or table that a block belongs to: blocks without empty lines between them, items of a list also with empty lines, and
 * headings of one level.
 */
function runsOf({ blocks, verbatim }: AnswerText): (block: number) => number {
  const runs = once(() => {
    const runNumbers = new Int32Array(blocks.length);
    for (let at = 1; at < blocks.length; at++) {
      const [last, block] = [blocks[at - 1] as Block, blocks[at] as Block];
      const isOneList = last.kind === "list_item" && block.kind === "list_item";
      const between = isOneList ? "" : verbatim.slice(last.end, block.start);
      runNumbers[at] = (runNumbers[at - 1] as number) + Number(/\n[^\S\n]*\n/.test(between));
    }
    return runNumbers;
  });
  return (at) => {
    const { kind, level } = blocks[at] as Block;
    return kind === "heading" ? -level : (runs()[at] as number);
  };
}

// "Wilson Evolution" makes every Evolution in the paragraph Wilson's. An ordinary word is not a maker.
function brandsAfterMakers(text: AnswerText, matches: readonly Match[]): Map<number, number> {
  const brands = new Map<number, number>();
  for (const { pattern, segment, start } of matches) {
    const { brand, profile } = pattern;
    const { block } = text.segments[segment] as Segment;
    const bit = 1 << Math.min(brand, 30);
    const brandBits = brands.get(block) ?? 0;
    if (!profile.doubtful || (brandBits & bit) !== 0) continue;
    const key = foldedKey(capitalisedBefore(text.verbatim, start));
    if (key !== "" && !isOrdinaryWord(key) && !profile.related.has(key) && !isNoMaker(key))
      brands.set(block, brandBits | bit);
  }
  return brands;
}

const longestMaker = 24;

// The word right before an offset; empty if it is not capitalised.
function capitalisedBefore(text: string, offset: number): string {
  const end = offset - 1;
  if (end < 2 || text.charCodeAt(end) !== 32) return "";
  let from = end;
  while (from > 0 && end - from < longestMaker && scriptOf(text.charCodeAt(from - 1)) !== script.none) from--;
  return end - from > 1 && isUpperCase(text.charAt(from)) ? text.slice(from, end) : "";
}

/** Many answers have one question: as many as a project asks at once, of the length that it may have. */
export const rememberedPrompts = { most: 250, longest: 500 };

function subjectOf(prompt: string, answer: AnswerText): Topic | null {
  const { language, subjectIn } = questionOf(prompt);
  // A prompt is short, and is usually in the language of its answer.
  return subjectIn(language ?? languageOfBeginning(answer) ?? "en");
}

const questionOf = remembered(rememberedPrompts, (prompt) => {
  const words = wordsOf(prompt);
  return {
    language: languageOf(words, prompt),
    subjectIn: remembered({ most: mostLanguages }, (language) =>
      language === "en" ? englishSubjectOf(words) : meantBy(words, prompt, language, []),
    ),
  };
});

const mostLanguages = 8;

// "Which one is best?" has no topic, so it is evidence neither for nor against a name.
function englishSubjectOf(words: readonly string[]): Topic | null {
  const topic = topicOf(words);
  if (topic.trades.size > 0) return topic;
  const grammar = stopWords("en");
  const telling = [...topic.stems].filter((stem) => !grammar.has(stem));
  return telling.length < 2 ? null : topic;
}

const beginning = 1000;

function languageOfBeginning(answer: AnswerText): string | null {
  const text = visibleText(answer, 0, Math.min(beginning, answer.verbatim.length));
  return languageOfWords(readWords(text), text);
}

function evidence(text: AnswerText, match: Match, rule: string, confidence: number): Evidence {
  return {
    start: match.start,
    end: match.end,
    text: text.verbatim.slice(match.start, match.end),
    rule,
    confidence,
  };
}
