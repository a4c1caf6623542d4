import MiniSearch from "minisearch";
import { promptTerms } from "../../../../planner/topics/prompt-word.ts";
import { searchWords } from "../../../../planner/topics/search-words.ts";
import type { Stem } from "../../../../reader/text/language/stemmer.ts";
import { cutText } from "../clean.ts";
import type { DraftTerms } from "../draft.ts";

/** A text that may be on topic. */
export interface Candidate {
  title: string | null;
  headings: readonly string[];
  text: string;
}

/** Picks the relevant texts: their indices, the most relevant first. */
export type TopicMatcher = (candidates: readonly Candidate[]) => number[];

/** BM25 over title, headings and text, by the stems of what the topic, or the page to be changed, is about. */
export function topicMatcher({ topic, target, brand, language }: DraftTerms, stem: Stem): TopicMatcher {
  const unspoken = new Set(searchWords(brand).map(stem));
  const topicTerms = promptTerms([topic, target?.title].filter(Boolean).join("\n"), {
    stem,
    language,
    unspoken,
  });
  const stems = new Map<string, string | null>();
  const wantedStem = (word: string): string | null => {
    const cachedStem = stems.get(word);
    if (cachedStem !== undefined) return cachedStem;
    const stemmed = stem(word);
    const topicStem = topicTerms.has(stemmed) ? stemmed : null;
    stems.set(word, topicStem);
    return topicStem;
  };
  return (candidates) => {
    const index = new MiniSearch<{ id: number; title: string; headings: string; text: string }>({
      fields: ["text", "title", "headings"],
      tokenize: searchWords,
      processTerm: wantedStem,
      searchOptions: {
        boost: { title: 3, headings: 2 },
        processTerm: (term) => term,
        tokenize: (text) => text.split(" "),
      },
    });
    for (const [id, { title, headings, text }] of candidates.entries())
      index.add({ id, title: title ?? "", headings: headings.join("\n"), text });
    return index.search([...topicTerms.keys()].join(" ")).map(({ id }) => id as number);
  };
}

const pieceMax = 600;

/** The most relevant parts of a text, in order, within this many characters; if none is, its beginning. */
export function excerptOf(text: string, charactersMax: number, matches: TopicMatcher): string {
  if (text.length <= charactersMax) return text.trim();
  const pieces = piecesOf(text);
  const telling = matches(pieces.map((text) => ({ title: null, headings: [], text })));
  const pieceIndexes: number[] = [];
  let room = charactersMax;
  for (const at of new Set([...telling, ...pieces.keys()])) {
    if (pieces[at]!.length + 3 > room) continue;
    pieceIndexes.push(at);
    room -= pieces[at]!.length + 3;
  }
  if (pieceIndexes.length === 0) return cutText(pieces[telling[0] ?? 0] ?? "", charactersMax);
  return pieceIndexes
    .sort((a, b) => a - b)
    .map((at, index) => (index > 0 && pieceIndexes[index - 1] !== at - 1 ? `… ${pieces[at]}` : pieces[at]))
    .join("\n");
}

/** Paragraphs; long ones are split. */
const piecesOf = (text: string): string[] =>
  text.split(/\n+/).flatMap((paragraph) => {
    const whole = paragraph.trim();
    if (whole.length <= pieceMax) return whole === "" ? [] : [whole];
    return (
      whole
        .match(new RegExp(`[^]{1,${pieceMax}}(?:\\s|$)|[^]{1,${pieceMax}}`, "gu"))
        ?.map((part) => part.trim()) ?? []
    );
  });
