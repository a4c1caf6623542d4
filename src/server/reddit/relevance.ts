import type { TrackedBrands } from "../../reader/brand.ts";
import { parseAnswer } from "../../reader/markdown/markdown.ts";
import { findMentions } from "../../reader/mention.ts";
import { type AnswerReader, compileReader } from "../../reader/read.ts";
import { daysSince, type RedditThread } from "../outbound/reddit/thread.ts";
import { type TopicWord, topicWords } from "./words.ts";

/** Why a thread matters to a brand. */
export interface Relevance {
  /** 0-100, one decimal. */
  score: number;
  /** One factual sentence: our words and the customer's prompts and brands, nothing from the thread. */
  reason: string;
  /** Prompts it is about, or whose answers cite it, the closest first; at most 5. */
  promptKeys: string[];
  /** Words of those prompts that it contains; at most 10. */
  matchedTerms: string[];
  competitorsMentioned: string[];
  brandMentioned: boolean;
  /** Its title asks for advice. */
  asks: boolean;
}

/** How often the newest report's answers cite a thread. */
export interface Cited {
  citations: number;
  promptKeys: readonly string[];
}

/** What threads are compared with, prepared once. */
export interface RedditTopic {
  brands: TrackedBrands;
  language: string;
  reader: AnswerReader;
  prompts: { promptKey: string; prompt: string; words: TopicWord[] }[];
}

/** `reader`: compiled for the same brands. */
export function compileTopic(
  brands: TrackedBrands,
  prompts: readonly { promptKey: string; prompt: string }[],
  language: string,
  reader: AnswerReader = compileReader(brands),
): RedditTopic {
  // Being named is a separate ground, read with more care than words are.
  const names = new Set(
    [brands.own, ...brands.rivals].flatMap(({ name }) => topicWords(name, language).map(({ stem }) => stem)),
  );
  return {
    brands,
    language,
    reader,
    prompts: prompts.map(({ promptKey, prompt }) => ({
      promptKey,
      prompt,
      words: topicWords(prompt, language).filter(({ stem }) => !names.has(stem)),
    })),
  };
}

/** Most points for each ground; together 100. */
const points = { topic: 40, cited: 25, mention: 15, asks: 10, fresh: 5, lively: 5 };
/** For the first citation, and for each further one. */
const citedPoints = { first: 17, further: 2 };
/** For a tracked brand that only the text names. */
const inTextPoints = 10;
/** A prompt that shares less than this part of its words with a thread is about something else, */
const leastShare = 0.4;
/** and so is one of several words that shares only one. */
const leastTerms = 2;
/** A word that only the text has counts less than one in the title. */
const textWeight = 0.6;
const freshDays = 90;
const mostPrompts = 5;
const mostTerms = 10;

/**
 * Why a thread matters to the brand, or null if it does not: nobody cites it, it shares no prompt's topic and it names
 * no tracked brand.
 */
export function relevanceOf(
  topic: RedditTopic,
  thread: RedditThread,
  cited: Cited | null,
  now: Date,
): Relevance | null {
  const matches = promptMatches(topic, thread);
  const { brandMentioned, competitorsMentioned, inTitle } = brandsIn(topic, thread);
  const hasMention = brandMentioned || competitorsMentioned.length > 0;
  if (!cited && matches.length === 0 && !hasMention) return null;
  const asks = asksForAdvice(thread.title);
  const grounds = {
    topic: points.topic * (matches[0]?.share ?? 0),
    cited: cited ? citedFor(cited.citations) : 0,
    mention: inTitle ? points.mention : hasMention ? inTextPoints : 0,
    asks: asks ? points.asks : 0,
    fresh: thread.postedAt ? points.fresh * Math.max(0, 1 - daysSince(thread.postedAt, now) / freshDays) : 0,
    lively: Math.min(points.lively, Math.log2(1 + Math.max(0, thread.commentCount ?? 0))),
  };
  const total = Object.values(grounds).reduce((sum, value) => sum + value, 0);
  const matchedTerms = [...new Set(matches.flatMap(({ terms }) => terms))].slice(0, mostTerms);
  const signals = { brandMentioned, competitorsMentioned, asks, matchedTerms };
  return {
    score: Math.round(total * 10) / 10,
    reason: reasonOf(topic, signals, cited, matches[0]),
    promptKeys: [
      ...new Set([...matches.map(({ promptKey }) => promptKey), ...(cited?.promptKeys ?? [])]),
    ].slice(0, mostPrompts),
    ...signals,
  };
}

const citedFor = (citations: number): number =>
  Math.min(points.cited, citedPoints.first + citedPoints.further * (citations - 1));

interface PromptMatch {
  promptKey: string;
  prompt: string;
  /** The part of the prompt's words that the thread has, 0-1. */
  share: number;
  terms: string[];
}

/** The prompts on the thread's topic, the closest first. */
function promptMatches({ prompts, language }: RedditTopic, { title, text }: RedditThread): PromptMatch[] {
  const stemsOf = (words: string) => new Set(topicWords(words, language).map(({ stem }) => stem));
  const [inTitle, inText] = [stemsOf(title), stemsOf(text)];
  const weight = ({ stem }: TopicWord) => (inTitle.has(stem) ? 1 : inText.has(stem) ? textWeight : 0);
  return prompts
    .map(({ promptKey, prompt, words }) => ({
      promptKey,
      prompt,
      words: words.length,
      share: words.length === 0 ? 0 : words.reduce((sum, word) => sum + weight(word), 0) / words.length,
      terms: words.filter((word) => weight(word) > 0).map(({ word }) => word),
    }))
    .filter(({ share, terms, words }) => share >= leastShare && terms.length >= Math.min(leastTerms, words))
    .sort((a, b) => b.share - a.share);
}

function brandsIn({ reader, brands: trackedBrands }: RedditTopic, { title, text }: RedditThread) {
  const { occurrences: mentions } = findMentions(reader.mentions, parseAnswer(`${title}\n\n${text}`), null);
  const brands = new Set(mentions.map(({ brand }) => brand));
  const inTitle = mentions.some(({ evidence }) => evidence.start < title.length);
  return {
    inTitle,
    brandMentioned: brands.has(0),
    competitorsMentioned: trackedBrands.rivals
      .filter((_, index) => brands.has(index + 1))
      .map(({ name }) => name),
  };
}

/** Whether a title asks what to choose. */
export const asksForAdvice = (title: string): boolean =>
  /\?|\b(?:recommend\w*|suggest\w*|advice|alternatives?|looking for|vs|versus|worth it|should i|help me)\b/i.test(
    title,
  );

function reasonOf(
  { brands }: RedditTopic,
  signals: Pick<Relevance, "brandMentioned" | "competitorsMentioned" | "asks">,
  cited: Cited | null,
  closest: PromptMatch | undefined,
): string {
  const { brandMentioned, competitorsMentioned, asks } = signals;
  const own = brands.own.name;
  const rivals = new Intl.ListFormat("en").format(competitorsMentioned);
  const parts = [
    cited &&
      `assistants cite it ${cited.citations === 1 ? "once" : `${cited.citations} times`} in the newest report`,
    closest && `it shares ${closest.terms.join(", ")} with the prompt “${shortened(closest.prompt)}”`,
    rivals && (brandMentioned ? `it names ${own} and ${rivals}` : `it names ${rivals} and not ${own}`),
    !rivals && brandMentioned && `it names ${own}`,
    asks && "its title asks for advice",
  ].filter((part) => typeof part === "string" && part !== "") as string[];
  const sentence = parts.join("; ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

const shortened = (prompt: string): string =>
  prompt.length <= 120 ? prompt : `${[...prompt].slice(0, 119).join("")}…`;
