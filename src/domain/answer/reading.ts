/** Occurrences of one brand that are kept of one answer: more than a person looks at, and any prose has. */
export const mostEvidence = 250;

/** What was read from one answer. Offsets are UTF-16 indices into the verbatim text. Source: docs/measuring.md. */
export interface Reading {
  /** Tracked brands that the answer names, in the order of their first mention. */
  mentions: Mention[];
  /** The first `mostEvidence` occurrences that looked like each tracked name and were not counted, by offset. */
  notCounted: NotCounted[];
  /** Untracked names that head list items, table rows or headings, by offset. */
  alsoNamed: AlsoNamed[];
  citations: ReadCitation[];
  /** The assistant declined to answer, or answered with nothing. */
  refusal: boolean;
  sentences: number;
  /** Occurrences that were counted, or not counted, because of a correction; absent where there are none. */
  corrected?: number;
}

export interface Mention {
  name: string;
  isOwnBrand: boolean;
  /** 1-based order of first mention among all tracked brands. */
  position: number;
  /** 1-based rank where the brand heads a list item, table row or ranked heading, else null. */
  listRank: number | null;
  /** Named in a recommending position (list rank or heading), not only in passing. */
  recommended: boolean;
  /** 0-100 over the sentences that name it, 50 neutral; null where the language is not covered. */
  sentimentScore: number | null;
  /** The first `mostEvidence` occurrences. */
  evidence: Evidence[];
  /** How often it is named, where that is more often than `evidence` shows. */
  occurrences?: number;
}

export interface Evidence {
  start: number;
  end: number;
  text: string;
  /** The rule that decided, a stable snake_case word. */
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
  /** Registrable domain by the public suffix list. */
  domain: string;
  title: string | null;
  /** 1-based order in the answer. */
  position: number;
  sourceType: SourceType;
  /** False where the engine only retrieved it. */
  cited: boolean;
  /** Position-adjusted share of the answer's words in the sentences that cite it, 0-1; null when unknown. */
  wordShare: number | null;
}

/** One citation as the engine or an import gave it, before it is read. */
export interface GivenCitation {
  url: string;
  title: string | null;
  cited: boolean;
  /** UTF-16 span of the answer that it supports, where the vendor says so. */
  span?: { start: number; end: number };
}
