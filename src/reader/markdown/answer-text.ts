/**
 * An answer as a reader of its rendered form sees it. All offsets are UTF-16 indices into `verbatim`, and all lists are
 * in the order of their offsets. No segment contains markup (stars, hashes, brackets, tags, escapes).
 */
export interface AnswerText {
  verbatim: string;
  blocks: Block[];
  /** Runs of text between markup, visible or not, as `kind` says. */
  segments: Segment[];
  links: Link[];
  /** Raw URLs, autolinks and e-mail addresses in the text. */
  urls: Span[];
  /** Code spans and code blocks. */
  codes: Span[];
}

/** `reference` is a definition such as `[1]: https://example.com "Title"`, shown as an entry in the list of sources. */
export type BlockKind = "paragraph" | "list_item" | "table_row" | "heading" | "code" | "reference";

/**
 * One block of an answer; `start` and `end` enclose its content, without the marker of a list, heading or quotation.
 */
export interface Block {
  kind: BlockKind;
  start: number;
  end: number;
  /**
   * 1-based rank: the number of an ordered item or numbered heading ("2. Foo"), the place of a bullet in its list, or
   * of a row in its table without the header; otherwise null.
   */
  rank: number | null;
  /** Nesting of a list item, 0 for the outermost; 0 for all other blocks. */
  depth: number;
  ordered: boolean;
  /** 1-6 for a heading, 7 for a bold one-line paragraph that serves as a heading, 0 for other blocks. */
  level: number;
  /** A heading's 1-based place among those of its level under the same parent; 0 for other blocks. */
  sibling: number;
  /** The header row of a table. */
  header: boolean;
  /** The cells of a table row; the label, target and title of a reference. */
  cells: Span[];
  /** The block's segments are `segments.slice(firstSegment, endSegment)`. */
  firstSegment: number;
  endSegment: number;
}

/** UTF-16 offsets into the verbatim answer, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/**
 * `text` is visible prose; `entity` is one HTML entity, visible as `Segment.text`. The others are not visible as prose:
 * `code`, `url` (a raw address), `target` of a link, `image` (its alternative text).
 */
export type SegmentKind = "text" | "entity" | "code" | "url" | "target" | "image";

export interface Segment extends Span {
  kind: SegmentKind;
  /** Index of its block. */
  block: number;
  /** Whether a visible break comes before it: another block, another cell, or a tag that breaks the line. */
  gap: boolean;
  /** The character of an entity; empty for other kinds. */
  text: string;
}

export interface Link {
  /** The visible label, without its brackets. */
  label: Span;
  /** The address; null if the link refers to a definition. */
  target: Span | null;
  /** The id in `[label][id]`, without its brackets; null for links with an address. */
  reference: Span | null;
  image: boolean;
  /** The id of a definition `[id]: address "title"`; null for every other link. */
  definition: Span | null;
  /** The offset after its last bracket. */
  end: number;
}
