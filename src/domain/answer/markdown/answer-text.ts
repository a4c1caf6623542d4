/**
 * An answer as the reader of its rendered form sees it. All offsets are UTF-16 indices into `verbatim`; all
 * lists are in the order of their offsets. Markup (stars, hashes, brackets, tags, escapes) is in no segment.
 */
export interface AnswerText {
  verbatim: string;
  blocks: Block[];
  /** Runs of text between markup, visible or not; `kind` says which. */
  segments: Segment[];
  links: Link[];
  /** Raw URLs, autolinks and e-mail addresses in the text. */
  urls: Span[];
  /** Code spans and code blocks. */
  codes: Span[];
}

/** `reference` is a definition such as `[1]: https://example.com "Title"`, shown as an entry of the sources. */
export type BlockKind = "paragraph" | "list_item" | "table_row" | "heading" | "code" | "reference";

/** One block of an answer; `start` and `end` enclose its content without the marker of list, heading or quote. */
export interface Block {
  kind: BlockKind;
  start: number;
  end: number;
  /**
   * 1-based rank: the number of an ordered item or numbered heading ("2. Foo"), the place of a bullet in its
   * list, of a row in its table (header apart). Null where there is none.
   */
  rank: number | null;
  /** Nesting of a list item, 0 for the outermost; 0 for all other blocks. */
  depth: number;
  ordered: boolean;
  /** 1-6 for a heading, 7 for a paragraph that is one bold line and serves as a heading, 0 for other blocks. */
  level: number;
  /** A heading's 1-based place among the headings of its level under the same parent; 0 for other blocks. */
  sibling: number;
  /** The header row of a table. */
  header: boolean;
  /** The cells of a table row; label, target and title of a reference. */
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
 * `text` is what the reader sees as prose; `entity` is one HTML entity, seen as `Segment.text`. The others the
 * reader does not see as prose: `code`, `url` (a raw address), `target` of a link, `image` (its alternative text).
 */
export type SegmentKind = "text" | "entity" | "code" | "url" | "target" | "image";

export interface Segment extends Span {
  kind: SegmentKind;
  /** Index of its block. */
  block: number;
  /** True where the reader sees a break before it: another block, another cell, a line-breaking tag. */
  gap: boolean;
  /** What an entity stands for; empty for other kinds. */
  text: string;
}

export interface Link {
  /** Span of the visible label, without its brackets. */
  label: Span;
  /** Span of the address, null where the link refers to a definition. */
  target: Span | null;
  /** Span of the id in `[label][id]`, without its brackets; null for links with an address of their own. */
  reference: Span | null;
  image: boolean;
  /** For a definition `[id]: address "title"` the span of its id, null for every other link. */
  definition: Span | null;
  /** Behind its last bracket. */
  end: number;
}
