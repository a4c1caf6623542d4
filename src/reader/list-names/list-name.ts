import type { AnswerText, Block, Span } from "../markdown/answer-text.ts";
import { shownIn } from "../markdown/shown.ts";
import type { Sentence } from "../sentence.ts";
import { groupsOf } from "./group.ts";
import { lostListNames } from "./lost-list.ts";
import { type BareListName, readListName } from "./name.ts";
import { AvoidedSections } from "./warning-sections.ts";

/** What a list item, table row or heading begins with, without number, emoji or award label. */
export interface ListName extends BareListName {
  /** Index of its block. */
  block: number;
  /** The number in the answer, or the place in its list or table; null if the names are still to be counted. */
  rank: number | null;
  /** List names of one list, table or run of headings share a group. */
  group: number;
  /** Index of the list name that this one is under: the item of an outer list, or the heading of a list. */
  parent: number | null;
}

/** List names are names, not paragraphs: longer ones are cut here. */
const longestListName = 160;

/** The list names of an answer by offset. `isNamed` tells whether a span begins with a tracked name. Linear. */
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
        // Negative, so that it never equals the group of a block.
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
      // The title of the answer says what it is about and ranks nothing.
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

// "**Acme** – light and quick", a bold line above its text, or "Acme:" above a list: a paragraph with a list name.
function paragraphHead(verbatim: string, { start, end }: Block): Span | null {
  const text = verbatim.slice(start, Math.min(end, start + 240));
  const bold = /^\*\*[^*\n]{2,160}(?:[:：]\*\*|\*\*(?=\s*(?:[:：–—-]|\n)))/u.exec(text);
  if (bold) return { start, end: Math.min(end, start + longestListName) };
  return text.length <= 60 && /^[^\n]+[:：]$/u.test(text) ? { start, end } : null;
}

/** Tells which list name the next block is under. */
class Parents {
  #section: number | null = null;
  #items: (number | null)[] = [];
  #ordered: number | null = null;

  enter(block: Block): number | null {
    if (block.kind === "heading" || block.kind === "table_row") return null;
    if (block.kind !== "list_item") return null;
    this.#items.length = Math.min(this.#items.length, block.depth);
    if (block.depth > 0) return this.#items[block.depth - 1] ?? this.#section;
    // The answer may not have indented bullets under its numbers.
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
