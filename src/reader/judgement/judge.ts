import { absenceOf } from "../absence/absence.ts";
import { type Cues, noCues } from "../absence/cues.ts";
import type { NameProfile } from "../brand-names/name-profile.ts";
import { isPlainMarker } from "../citation/citation-marker-plain.ts";
import type { AnswerText, Block, Segment, Span } from "../markdown/answer-text.ts";
import { visibleText } from "../markdown/markdown.ts";
import type { Match } from "../matching/match.ts";
import { foldedKey } from "../text/fold.ts";
import { languageOfWords } from "../text/language/language.ts";
import { inEnglish } from "../text/meaning/everyday.ts";
import { meantBy } from "../text/meaning/field.ts";
import { sentenceNearness } from "../text/meaning/sentence-meaning.ts";
import { nearness } from "../text/meaning/word-meaning.ts";
import { once } from "../text/once.ts";
import { isOrdinaryWord } from "../text/ordinary-word.ts";
import { hasTrade, sharesTopic, type Topic, topicOfWords } from "../text/topic.ts";
import { readWords } from "../text/words.ts";
import { contextOf, type Prose } from "./context.ts";
import { isLowered } from "./homonym/case.ts";
import { isPlainWord, judgeHomonym } from "./homonym/homonym.ts";
import type { Judgement } from "./homonym/judgement.ts";
import { judgeNamesake } from "./homonym/namesake.ts";
import { type Fit, type Occurrence, unknownFit } from "./homonym/occurrence.ts";
import { judgePersonOrPlace, mayBePersonOrPlace, reachBeside } from "./homonym/person-or-place.ts";
import { tradeWordsIn } from "./homonym/trade-words.ts";
import { type Host, hostAround, type LastHost } from "./host.ts";
import { decideOnce, type JudgementCache, situationOf } from "./judgement-cache.ts";

/** What is known of one answer besides its text, shared by the judgements of all its matches. */
export interface AnswerFacts {
  /** The folded prompt; empty if there is none. */
  promptKey: string;
  /** The prose of the answer, joined on first use. */
  prose: () => Prose;
  /** What each stretch of the answer is about, by its start; filled as needed. */
  topics: Map<number, Stretch>;
  /** The spans of the answer that only cite, found on first use. */
  markers: () => readonly Span[];
  /** The last host examined; matches come in the order of their offsets. */
  lastHost: LastHost;
  decided: JudgementCache;
  /** For each block, the brands with a match right after another maker's name, as bits like those of `brandsIn`. */
  brandsAfterMakers: () => ReadonlyMap<number, number>;
  /** What the prompt is about, worked out on first use. */
  promptTopic: () => Topic | null;
  /** For each block, the tracked brands matched in it, as bits; the first 31 brands only. */
  brandsIn: ReadonlyMap<number, number>;
  /** The tracked brands, as such bits, that begin a block of this kind in the same list or table as a block. */
  brandsHeading: (block: number, kind: Block["kind"]) => number;
  /** Whether another block of this kind in the same list or table begins with a name that is in no dictionary. */
  namesHeading: (block: number) => boolean;
  cues: (block: number) => Cues;
}

/** A few hundred characters of one block. */
interface Stretch {
  words: () => readonly string[];
  text: string;
  topic: Topic;
  language: string | null;
  /** What it is about in English words, as far as known, without the words of a name. */
  englishTopics: Map<NameProfile, Topic | null>;
  /** How well it fits what each brand sells, by the name looked for. */
  fits: Map<NameProfile, Fitted>;
  /** How many words of trade it has, see `tradeWordsIn`. */
  trade: number;
}

type Fitted = Pick<Occurrence, "topic" | "fit">;

const hidden: Partial<Record<Segment["kind"], Judgement>> = {
  code: { counts: false, rule: "code", confidence: 0.95 },
  image: { counts: false, rule: "image", confidence: 0.9 },
  url: { counts: false, rule: "url", confidence: 0.99 },
  target: { counts: false, rule: "link_target", confidence: 0.99 },
};

/** So few are decided one by one: remembering a situation costs about as much as a decision. */
const fewMatches = 64;

/** Whether a match names its brand, by the first rule that applies. */
export function judge(
  answer: AnswerText,
  matches: readonly Match[],
  at: number,
  facts: AnswerFacts,
): Judgement {
  const match = matches[at] as Match;
  const host = hostOf(answer, match, facts);
  const settled = settledByPlace(answer, match, facts, host);
  if (settled) return settled;
  const segment = answer.segments[match.segment] as Segment;
  const cues = facts.cues(segment.block);
  const prompt = facts.promptKey.includes(match.pattern.key) ? facts.promptKey : "";
  const lowered = isLowered(match.pattern.profile, answer.verbatim.slice(match.start, match.end));
  if (match.pattern.profile.plain && !lowered && cues === noCues && prompt === "")
    return personOrPlaceOf(answer, matches, at, facts) ?? plain(match);
  const occurrence = occurrenceOf(answer, matches, at, facts);
  const { doubtful, abbreviation, comparable } = match.pattern.profile;
  const looked = doubtful || lowered ? { language: occurrence.language } : {};
  const decide = () => ({ ...decisionOn(occurrence, match, host, prompt, cues), ...looked });
  if (!doubtful || (abbreviation && !comparable) || matches.length <= fewMatches) return decide();
  return decideOnce(facts.decided, match, situationOf(occurrence, match, host === "own", cues), decide);
}

// The words around a plain name never make a word of it, but those right beside it may make a person or a place.
function personOrPlaceOf(
  answer: AnswerText,
  matches: readonly Match[],
  at: number,
  facts: AnswerFacts,
): Judgement | null {
  const match = matches[at] as Match;
  const { start, end, pattern } = match;
  if (!mayBePersonOrPlace(answer.verbatim, start, end) || isListedAt(answer, matches, at)) return null;
  const context = contextOf(answer, facts.prose(), match, reachBeside);
  return judgePersonOrPlace({
    profile: pattern.profile,
    surface: answer.verbatim.slice(start, end),
    context,
  });
}

function hostOf({ verbatim }: AnswerText, { start, end, pattern }: Match, facts: AnswerFacts): Host | null {
  const host = hostAround(verbatim, start, end, pattern.key, facts.lastHost);
  return host === "own" && pattern.rule !== "domain" && pattern.profile.hostElsewhere ? "other" : host;
}

/** The judgement on a match if its place or form decides, whatever surrounds it; otherwise null. */
function settledByPlace(
  answer: AnswerText,
  match: Match,
  facts: AnswerFacts,
  host = hostOf(answer, match, facts),
): Judgement | null {
  const unseen = hidden[(answer.segments[match.segment] as Segment).kind];
  if (unseen) return unseen;
  if (isMarker(answer, match, facts, host))
    return { counts: false, rule: "citation_marker", confidence: 0.97 };
  if (match.boundary.kind === "derivative") return { counts: false, rule: "derivative", confidence: 0.9 };
  if (match.boundary.kind === "compound" && match.pattern.profile.homonym) {
    return { counts: false, rule: "other_entity", confidence: 0.8 };
  }
  if (host === "other") return { counts: false, rule: "other_domain", confidence: 0.9 };
  if (host === null && isPlainWord(match.pattern.profile, answer.verbatim.slice(match.start, match.end))) {
    return { counts: false, rule: "ordinary_word", confidence: 0.97 };
  }
  return isSplitWords(answer, match) ? { counts: false, rule: "ordinary_word", confidence: 0.8 } : null;
}

/** Whether a match only cites. */
function isMarker({ verbatim }: AnswerText, match: Match, facts: AnswerFacts, host: Host | null): boolean {
  const markers = facts.markers();
  let low = 0;
  let high = markers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((markers[middle] as Span).end <= match.start) low = middle + 1;
    else high = middle;
  }
  const marker = markers[low];
  if (marker && marker.start < match.end) return true;
  return isPlainMarker(verbatim, match, host === "own" || match.pattern.rule === "domain");
}

function decisionOn(
  occurrence: Occurrence,
  match: Match,
  host: Host | null,
  prompt: string,
  cues: Cues,
): Judgement {
  const absence = absenceOf({ ...occurrence.context, surface: occurrence.surface }, prompt, cues);
  if (absence) return { counts: false, rule: absence, confidence: 0.9 };
  if (host === "own") return { counts: true, rule: "domain_in_prose", confidence: 0.95 };
  if (isForeignHere(occurrence)) return plain(match);
  const judgement = judgeNamesake(occurrence) ?? judgeHomonym(occurrence);
  const isName = judgement.counts && judgement.rule === "name";
  return isName ? { ...plain(match), confidence: judgement.confidence } : judgement;
}

// "Bose" is a word in German ("böse"), and only a name in English.
function isForeignHere({ profile, surface, language }: Occurrence): boolean {
  if (!profile.foreign || language === null || isLowered(profile, surface)) return false;
  return language === "en" || inEnglish(profile.words.join(" "), language) === null;
}

// "face time" in lower case is two words, not FaceTime.
function isSplitWords(answer: AnswerText, match: Match): boolean {
  const { text } = match.pattern.profile;
  if (match.end - match.start <= text.length || /[\s-]/.test(text)) return false;
  const surface = answer.verbatim.slice(match.start, match.end);
  const parts = surface.split(/[\s-]+/);
  return (
    parts.length > 1 &&
    surface === surface.toLowerCase() &&
    parts.every((part) => isOrdinaryWord(foldedKey(part)))
  );
}

function plain(match: Match): Judgement {
  const rule = match.boundary.kind === "inflected" ? "inflected" : match.pattern.rule;
  return { counts: true, rule, confidence: 0.97 };
}

/** One of the matches of an answer, with what surrounds it. */
export function occurrenceOf(
  answer: AnswerText,
  matches: readonly Match[],
  at: number,
  facts: AnswerFacts,
): Occurrence {
  const match = matches[at] as Match;
  const segment = answer.segments[match.segment] as Segment;
  const block = answer.blocks[segment.block] as Block;
  const bit = 1 << Math.min(match.pattern.brand, 30);
  const { profile } = match.pattern;
  const surface = answer.verbatim.slice(match.start, match.end);
  const begins = beginsBlock(answer.verbatim, block, match.start);
  const around =
    profile.doubtful || isLowered(profile, surface) ? stretchAround(answer, block, match, facts) : null;
  const occurrence: Occurrence = {
    profile,
    surface,
    context: contextOf(answer, facts.prose(), match, 160),
    display: block.kind === "heading" || block.kind === "table_row" || block.kind === "reference",
    emphasis: emphasisAround(answer.verbatim, match),
    ...unfitted,
    promptTopic: facts.promptTopic(),
    language: around?.language ?? null,
    trade: around?.trade ?? 0,
    columnHead: isColumnHead(block, match),
    makerBefore: profile.doubtful && ((facts.brandsAfterMakers().get(segment.block) ?? 0) & bit) !== 0,
    listedWithRival: isListedAt(answer, matches, at),
    besideRival: ((facts.brandsIn.get(segment.block) ?? 0) & ~bit) !== 0,
    headsWithRival: begins && (facts.brandsHeading(segment.block, block.kind) & ~bit) !== 0,
    headsAmongNames: begins && profile.doubtful && facts.namesHeading(segment.block),
  };
  if (!around || (profile.sold.stems.size === 0 && !profile.comparable)) return occurrence;
  const { topic, fit } = fitting(profile, around, facts.promptTopic);
  return { ...occurrence, topic, fit };
}

// The corner cell of a table says what its rows are.
function isColumnHead({ header, cells }: Block, { start }: Match): boolean {
  const [first] = cells;
  return header && first !== undefined && start >= first.start && start < first.end;
}

/** Whether only punctuation and numbers come before an offset in its block. */
export function beginsBlock(verbatim: string, { start }: Block, offset: number): boolean {
  return offset - start <= 12 && !/\p{L}/u.test(verbatim.slice(start, offset));
}

function emphasisAround(text: string, { start, end }: Match): Occurrence["emphasis"] {
  const before = text.charAt(start - 1);
  const after = text.charAt(end) === ":" ? text.charAt(end + 1) : text.charAt(end);
  return {
    opens: before === "*" || before === "_" || before === "[",
    closes: after === "*" || after === "_" || after === "]",
    link: before === "[",
  };
}

const stretch = 300;

// The block, or the stretch around the match if the block is long.
function stretchAround(answer: AnswerText, block: Block, match: Match, { topics }: AnswerFacts): Stretch {
  const place = Math.floor((match.start - block.start) / stretch);
  const from = block.start + Math.max(0, place * stretch - stretch / 2);
  let textStretch = topics.get(from);
  if (!textStretch) {
    const text = visibleText(answer, from, Math.min(block.end, from + 2 * stretch));
    const read = readWords(text);
    const words = once(() => read.map(({ key }) => key));
    const language = languageOfWords(read, text);
    const trade = language === null || language === "en" ? 0 : tradeWordsIn(words(), text, language);
    textStretch = {
      words,
      text,
      topic: topicOfWords(read),
      language,
      trade,
      englishTopics: new Map(),
      fits: new Map(),
    };
    topics.set(from, textStretch);
  }
  return textStretch;
}

// The same for every occurrence of a name in one stretch.
function fitting(profile: NameProfile, around: Stretch, promptTopic: AnswerFacts["promptTopic"]): Fitted {
  let entry = around.fits.get(profile);
  if (!entry) {
    entry = { topic: topicOn(profile, around), fit: fitOf(profile, around, promptTopic) };
    around.fits.set(profile, entry);
  }
  return entry;
}

function topicOn(profile: NameProfile, around: Stretch): Occurrence["topic"] {
  const { sold } = profile;
  const topic = sold.stems.size === 0 ? null : englishTopicOf(profile, around);
  if (topic === null) return "unknown";
  if (sharesTopic(sold, topic)) return "own";
  return hasTrade(topic) ? "other" : "unknown";
}

// What a brand sells is mostly described in English, so a text in another language is compared through the English of
// its words.
function englishTopicOf(
  profile: NameProfile,
  { words, text, topic, language, englishTopics: topicByProfile }: Stretch,
): Topic | null {
  if (language === null || language === "en" || !profile.comparable) return topic;
  const cachedTopic = topicByProfile.get(profile);
  if (cachedTopic !== undefined) return cachedTopic;
  const englishTopic = meantBy(words(), text, language, profile.words);
  topicByProfile.set(profile, englishTopic);
  return englishTopic;
}

const unfitted: Fitted = { topic: "unknown", fit: unknownFit };

/** A text of so many known words says what it is about. */
const enoughWords = 20;

function fitOf(profile: NameProfile, around: Stretch, asked: AnswerFacts["promptTopic"]): Fit {
  const topic = profile.comparable ? englishTopicOf(profile, around) : null;
  return topic === null ? unknownFit : new LazyFit(topic, profile, around.language, asked);
}

/** Worked out as needed: many a name is decided without it. A class, for the reason that is given in `topic.ts`. */
class LazyFit implements Fit {
  private readonly topic: Topic;
  private readonly profile: NameProfile;
  private readonly language: string | null;
  private readonly promptTopic: AnswerFacts["promptTopic"];
  private meaning: Topic | null | undefined = undefined;
  private toSold: number | null | undefined = undefined;
  private toSense: number | null | undefined = undefined;
  private ofPrompt: number | null | undefined = undefined;
  private asSentence: Fit["sentence"] | undefined = undefined;

  constructor(
    topic: Topic,
    profile: NameProfile,
    language: string | null,
    promptTopic: AnswerFacts["promptTopic"],
  ) {
    this.topic = topic;
    this.profile = profile;
    this.language = language;
    this.promptTopic = promptTopic;
  }

  get sold(): number | null {
    if (this.toSold === undefined) this.toSold = this.near(this.profile.sold);
    return this.toSold;
  }

  get sense(): number | null {
    if (this.toSense === undefined) this.toSense = this.near(this.senseHere());
    return this.toSense;
  }

  get prompt(): number | null {
    if (this.ofPrompt === undefined) {
      const { sold, words } = this.profile;
      const promptTopic = this.promptTopic();
      this.ofPrompt = promptTopic && inSteps(nearness(promptTopic, sold, words));
    }
    return this.ofPrompt;
  }

  get sentence(): Fit["sentence"] {
    const { sold, words } = this.profile;
    this.asSentence ??= sentenceFit(this.topic, sold, this.senseHere(), words);
    return this.asSentence;
  }

  private near(other: Topic | null): number | null {
    return other && inSteps(nearness(this.topic, other, this.profile.words));
  }

  private senseHere(): Topic | null {
    if (this.meaning === undefined) this.meaning = senseIn(this.profile, this.language);
    return this.meaning;
  }
}

function sentenceFit(
  topic: Topic,
  sold: Topic,
  sense: Topic | null,
  words: readonly string[],
): Fit["sentence"] {
  const comparison = sentenceNearness(topic, sold, words);
  return {
    sold: inSteps(comparison?.nearness ?? null),
    sense: sense && inSteps(sentenceNearness(topic, sense, words)?.nearness ?? null),
    wordShare: Math.min(1, (comparison?.wordCount ?? 0) / enoughWords),
  };
}

// What the words of a name mean, in the language of the text, to people who do not know the brand.
function senseIn({ sense, words, text }: NameProfile, language: string | null): Topic | null {
  return language === null || language === "en" ? sense : meantBy(words, text, language, []);
}

// Rounding makes similar situations equal, so that one decision serves them all.
function inSteps(value: number | null): number | null {
  return value === null ? null : Math.round(value * 20) / 20;
}

const listing =
  /^[\s*_]*(?:[,/&|+·、]|,? ?(?:and|or|vs\.?|und|oder|et|ou|y|o|e|och|ja|tai|i|lub|ve|и|или|と|和))[\s*_]*$/iu;

function isListedAt(answer: AnswerText, matches: readonly Match[], at: number): boolean {
  const match = matches[at];
  return isListed(answer, matches[at - 1], match) || isListed(answer, match, matches[at + 1]);
}

function isListed(answer: AnswerText, first: Match | undefined, second: Match | undefined): boolean {
  if (!first || !second || first.pattern.brand === second.pattern.brand || second.start - first.end > 12)
    return false;
  const [one, other] = [first, second].map((match) => answer.segments[match.segment] as Segment);
  if (one?.block !== other?.block) return false;
  return listing.test(answer.verbatim.slice(first.end, second.start));
}
