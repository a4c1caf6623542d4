import type { AnswerText, Block, Span } from "../markdown/answer-text.ts";
import { shownIn } from "../markdown/shown.ts";
import type { Sentence } from "../sentence.ts";
import { AvoidedSections } from "./avoided.ts";
import { groupsOf } from "./group.ts";
import { lostListNames } from "./lost-list.ts";
import { type BareListName, readListName } from "./name.ts";

/** What stands first in a list item, a table row or a heading, without number, emoji and award label. */
export interface ListName extends BareListName {
  /** Index of its block. */
  block: number;
  /** As the answer numbers it, or its place in its list or table; null where names are yet to be counted. */
  rank: number | null;
  /** Heads of one list, table or run of headings share a group. */
  group: number;
  /** Index of the head that this one stands below: the item of an outer list, the heading of a list. */
  parent: number | null;
}

/** A head is a name and not a paragraph: what is longer is cut here. */
const longestListName = 160;

/** The heads of an answer by offset. `isNamed` tells whether a span begins with a tracked name. Linear. */
export function listNamesOf(
  text: AnswerText,
  sentences: readonly Sentence[],
  isNamed: (span: Span) => boolean,
): ListName[] {
  const listNames: ListName[] = [];
  const groups = groupsOf(text.blocks);
  const sections = new AvoidedSections(text);
  const parents = new Parents();
  let sentence = 0;
  text.blocks.forEach((block, index) => {
    const inAvoided = sections.enter(block);
    const parent = parents.enter(block);
    const first = sentence;
    while (sentence < sentences.length && sentences[sentence]!.block <= index) sentence++;
    const span = headSpan(text, block, index);
    if (span) {
      const listName = readListName(shownIn(text, span, longestListName), isNamed);
      if (!listName) return;
      parents.set(block, listNames.length);
      const rank = block.kind === "paragraph" ? null : block.rank;
      const avoided = listName.avoided || inAvoided;
      listNames.push({ ...listName, block: index, rank, group: groups[index]!, parent, avoided });
    } else if (block.kind === "paragraph") {
      for (const { list, ...listName } of lostListNames(text, sentences.slice(first, sentence), isNamed)) {
        // Negative, so that no list of the paragraph is taken for another block's.
        const group = -(index * 1000 + list) - 1;
        listNames.push({
          ...listName,
          block: index,
          rank: null,
          group,
          parent: null,
          avoided: listName.avoided || inAvoided,
        });
      }
    }
  });
  return listNames;
}

function headSpan({ verbatim, blocks }: AnswerText, block: Block, index: number): Span | null {
  switch (block.kind) {
    case "list_item":
      return block;
    case "heading":
      // The title of the whole says what the answer is about, it ranks nothing.
      return index === 0 && blocks.length > 1 && !block.ordered && block.level < 7 ? null : block;
    case "table_row":
      return block.header
        ? null
        : (block.cells.slice(0, 2).find((cell) => hasLetter(verbatim, cell)) ?? null);
    case "paragraph":
      return paragraphHead(verbatim, block);
    default:
      return null;
  }
}

function hasLetter(verbatim: string, { start, end }: Span): boolean {
  return /\p{L}/u.test(verbatim.slice(start, Math.min(end, start + longestListName)));
}

// "**Acme** – light and quick", a bold line over its text, or "Acme:" over a list: a paragraph with a head.
function paragraphHead(verbatim: string, { start, end }: Block): Span | null {
  const text = verbatim.slice(start, Math.min(end, start + 240));
  const bold = /^\*\*[^*\n]{2,160}(?:[:：]\*\*|\*\*(?=\s*(?:[:：–—-]|\n)))/u.exec(text);
  if (bold) return { start, end: Math.min(end, start + longestListName) };
  return text.length <= 60 && /^[^\n]+[:：]$/u.test(text) ? { start, end } : null;
}

/** Knows under which head the next block stands. */
class Parents {
  #section: number | null = null;
  #items: (number | null)[] = [];
  #ordered: number | null = null;

  enter(block: Block): number | null {
    if (block.kind === "heading" || block.kind === "table_row") return null;
    if (block.kind !== "list_item") return null;
    this.#items.length = Math.min(this.#items.length, block.depth);
    if (block.depth > 0) return this.#items[block.depth - 1] ?? this.#section;
    // Bullets that an answer forgot to indent below its numbers.
    return block.ordered ? this.#section : (this.#ordered ?? this.#section);
  }

  set(block: Block, listName: number): void {
    if (block.kind === "list_item") {
      this.#items[block.depth] = listName;
      if (block.depth === 0 && block.ordered) this.#ordered = listName;
    } else if (block.kind !== "table_row") {
      this.#section = listName;
      this.#ordered = null;
      this.#items = [];
    }
  }
}
