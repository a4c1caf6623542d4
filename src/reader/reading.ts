import type { NotShown } from "./hidden-parts/not-shown-kind.ts";

/** Occurrences of one brand that are kept per answer: more than any prose has, or a person looks at. */
export const mostEvidence = 250;

/** What was read from one answer. Offsets are UTF-16 indices into the verbatim text. Source: docs/measuring.md. */
export interface Reading {
  /** Tracked brands that the answer names, in the order of their first mention. */
  mentions: Mention[];
  /** For each tracked name, the first `mostEvidence` occurrences that were not counted, by offset. */
  notCounted: NotCounted[];
  /** Untracked names that begin list items, table rows or headings, by offset. */
  alsoNamed: AlsoNamed[];
  citations: ReadCitation[];
  /** The assistant declined to answer. */
  refusal: boolean;
  /** It was done without having said anything; absent if it said something. */
  blank?: true;
  sentences: number;
  /** The parts of the text that its reader does not see, which nothing is read from; absent without any. */
  notShown?: NotShown[];
  /** There is a text, but nothing of it is shown: no answer; absent otherwise. */
  unseen?: true;
  /** How many occurrences were counted, or not, because of a correction; absent without any. */
  corrected?: number;
}

export interface Mention {
  name: string;
  isOwnBrand: boolean;
  /** 1-based order of first mention among all tracked brands. */
  position: number;
  /** 1-based rank if the brand begins a list item, table row or ranked heading; otherwise null. */
  listRank: number | null;
  /** Named in a position of recommendation (list rank or heading), not only in passing. */
  recommended: boolean;
  /** 0-100 over the sentences that name it, 50 is neutral; null if the language is not covered. */
  sentimentScore: number | null;
  /** The first `mostEvidence` occurrences. */
  evidence: Evidence[];
  /** How often it is named, if that is more than `evidence` has. */
  occurrences?: number;
}

export interface Evidence {
  start: number;
  end: number;
  text: string;
  /** The deciding rule, a stable snake_case word. */
  rule: string;
  /** 0-1. */
  confidence: number;
}

export interface NotCounted extends Evidence {
  name: string;
}

export interface AlsoNamed {
  name: string;
  start: number;
  listRank: number | null;
}

export const sourceTypes = [
  "owned",
  "competitor",
  "ugc",
  "reference",
  "editorial",
  "retail",
  "other",
] as const;

export type SourceType = (typeof sourceTypes)[number];

export interface ReadCitation {
  /** Normalised: no fragment, no tracking parameters, redirect wrappers unwrapped. */
  url: string;
  /** The registrable domain by the public suffix list. */
  domain: string;
  title: string | null;
  /** 1-based order in the answer. */
  position: number;
  sourceType: SourceType;
  /** False if the engine only retrieved it. */
  cited: boolean;
  /** Its position-adjusted share of the words in all sentences that cite a source, 0-1; null if unknown. */
  wordShare: number | null;
}

/** One citation as given by the engine or an import, before normalisation. */
export interface GivenCitation {
  url: string;
  title: string | null;
  cited: boolean;
  /** The UTF-16 span of the answer that it supports, if the vendor gives one. */
  span?: { start: number; end: number };
}
