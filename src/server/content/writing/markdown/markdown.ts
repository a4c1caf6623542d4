import markdownIt, { type Token } from "markdown-it";
import { inlineText } from "./inline.ts";
import type { Writing } from "./write-terms.ts";

// HTML is parsed so that it can be told from text and dropped.
const parser = markdownIt({ html: true, linkify: false, typographer: false });

/**
 * Rewrites a Markdown text from its parse: without images, HTML and definitions, and with links, marks and addresses as
 * `writing` renders them. Only what the parser understood as text, emphasis, lists, tables or code reaches the result.
 */
export function rewritten(markdown: string, writing: Writing): string {
  return blocksUntil({ tokens: parser.parse(markdown, {}), at: 0 }, null, writing).join("\n\n");
}

/** Whether the text has no HTML, no image, and links only to known addresses. */
export function holdsOnly(markdown: string, isKnown: (href: string) => boolean): boolean {
  return parser
    .parse(markdown, {})
    .flatMap((token) => [token, ...(token.children ?? [])])
    .every(
      (token) =>
        !/^(html_block|html_inline|image)$/.test(token.type) &&
        (token.type !== "link_open" || isKnown(String(token.attrGet("href") ?? ""))),
    );
}

interface Reader {
  tokens: readonly Token[];
  at: number;
}

function blocksUntil(reader: Reader, end: string | null, writing: Writing): string[] {
  const blocks: string[] = [];
  while (reader.at < reader.tokens.length) {
    const token = reader.tokens[reader.at++]!;
    if (token.type === end) break;
    const block = blockOf(token, reader, writing);
    if (block.trim() !== "") blocks.push(block);
  }
  return blocks;
}

function blockOf(token: Token, reader: Reader, writing: Writing): string {
  switch (token.type) {
    case "paragraph_open":
      return lines(inlineOf(reader, writing), writing);
    case "heading_open": {
      const text = oneLine(inlineOf(reader, writing));
      return text && writing.heading(Number(token.tag.slice(1)), text);
    }
    case "bullet_list_open":
      return listOf(reader, "bullet_list_close", writing, null);
    case "ordered_list_open": {
      const first = Number(token.attrGet("start") ?? 1);
      return listOf(reader, "ordered_list_close", writing, first <= firstItemMax ? first : 1);
    }
    case "blockquote_open": {
      const inner = blocksUntil(reader, "blockquote_close", writing).join("\n\n");
      return inner && writing.quote(inner);
    }
    case "fence":
    case "code_block":
      return writing.codeBlock(token.content, token.info.trim().split(/\s/)[0]!);
    case "hr":
      return writing.rule;
    case "table_open":
      return tableOf(reader, writing);
    default:
      return "";
  }
}

const lines = (text: string, writing: Writing): string =>
  text
    .split("\n")
    .map((line) => writing.line(line.trim()))
    .filter(Boolean)
    .join("\n");

/** The text of a heading or cell on one line. */
const oneLine = (text: string): string =>
  text
    .replace(/(?<!\\)\\\n/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** A list may continue after a paragraph; a higher first number is a figure, not a position. */
const firstItemMax = 12;

function listOf(reader: Reader, end: string, writing: Writing, first: number | null): string {
  const items: string[] = [];
  let loose = false;
  while (reader.at < reader.tokens.length) {
    const token = reader.tokens[reader.at++]!;
    if (token.type === end) break;
    if (token.type !== "list_item_open") continue;
    const tight = reader.tokens[reader.at]?.hidden !== false;
    const blocks = blocksUntil(reader, "list_item_close", writing);
    loose ||= !tight && blocks.length > 1;
    const mark = writing.item(first === null ? null : first + items.length);
    const text = blocks.join(tight ? "\n" : "\n\n");
    if (text !== "") items.push(mark + text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(mark.length)}`));
  }
  return items.join(loose ? "\n\n" : "\n");
}

function tableOf(reader: Reader, writing: Writing): string {
  const rows: string[] = [];
  let cells: string[] = [];
  let underHead = false;
  while (reader.at < reader.tokens.length) {
    const { type } = reader.tokens[reader.at++]!;
    if (type === "table_close") break;
    if (type === "tr_open") cells = [];
    else if (type === "th_open" || type === "td_open") cells.push(oneLine(inlineOf(reader, writing)));
    else if (type === "tr_close") {
      rows.push(writing.row(cells));
      const line = underHead ? null : writing.underHead(cells.length);
      underHead = true;
      if (line !== null) rows.push(line);
    }
  }
  return rows.join("\n");
}

/** The text between an opening token and its closing one. */
function inlineOf(reader: Reader, writing: Writing): string {
  const token = reader.tokens[reader.at];
  if (token?.type !== "inline") return "";
  reader.at += 2;
  return inlineText(token.children ?? [], writing);
}
