import markdownIt, { type Token } from "markdown-it";

// HTML is parsed so that it can be told from text, and left out.
const parser = markdownIt({ html: true, linkify: false, typographer: false });

/** How the pieces of a text are written down again. */
export interface Writing {
  /** Visible words that are no code, without source marks and addresses. */
  words(text: string): string;
  code(text: string): string;
  strong: string;
  em: string;
  struck: string;
  /** A link's label, written already; null drops the link and keeps the label. */
  link(href: string): ((label: string) => string) | null;
  /** An address that stands there as text. */
  address(url: string): string;
  /** Numbers of a source mark. */
  mark(numbers: readonly number[]): string;
  heading(level: number, text: string): string;
  /** What stands before an item of a list; null for one without a number. */
  item(number: number | null): string;
  /** A line within a paragraph. */
  line(text: string): string;
  lineBreak: string;
  codeBlock(text: string, language: string): string;
  quote(text: string): string;
  rule: string;
  row(cells: readonly string[]): string;
  /** What stands between the head of a table and its rows; null for nothing. */
  underHead(columns: number): string | null;
}

/**
 * A Markdown text written anew from what a parser of it sees: without images, HTML and definitions, its links, marks
 * and addresses as `writing` has them. Nothing that the parser did not understand as text, emphasis, lists, tables
 * or code reaches the result.
 */
export function rewritten(markdown: string, writing: Writing): string {
  return blocksUntil({ tokens: parser.parse(markdown, {}), at: 0 }, null, writing).join("\n\n");
}

/** Whether a parser sees no HTML, no image, and no link but to such addresses. */
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
      const text = inlineOf(reader, writing).replace(/\s+/g, " ").trim();
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
      return writing.codeBlock(token.content, token.info.trim());
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

/** A list may go on after a paragraph; one that begins higher shows a figure and no place. */
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
    else if (type === "th_open" || type === "td_open")
      cells.push(inlineOf(reader, writing).replace(/\s+/g, " ").trim());
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
  return inline(token.children ?? [], writing);
}

interface Open {
  /** Where its content begins in what is written. */
  at: number;
  close: (content: string) => string;
}

function inline(tokens: readonly Token[], writing: Writing): string {
  const open: Open[] = [];
  let links = 0;
  let written = "";
  let pending = "";
  const flush = () => {
    written += textOf(pending, writing, links > 0);
    pending = "";
  };
  const begin = (close: Open["close"]) => {
    flush();
    open.push({ at: written.length, close });
  };
  const end = () => {
    flush();
    const { at, close } = open.pop()!;
    const content = written.slice(at);
    written = written.slice(0, at) + (content.trim() === "" ? content : close(content));
  };
  const around = (mark: string) => begin((content) => mark + content + mark);
  // Links that are dropped leave no seam: what stands on both sides is read as one text.
  const droppedLinks: boolean[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (token.type === "text") pending += token.content;
    else if (token.type === "softbreak") pending += "\n";
    else if (token.type === "link_open") {
      const number = markLinked(tokens, at);
      if (number !== null) {
        pending += `[${number}]`;
        at += 2;
        continue;
      }
      const close = writing.link(String(token.attrGet("href") ?? ""));
      droppedLinks.push(close === null);
      if (close === null) continue;
      flush();
      written = beforeBracket(written);
      begin(close);
      links += 1;
    } else if (token.type === "link_close") {
      if (droppedLinks.pop()) continue;
      end();
      links -= 1;
    } else if (token.type === "strong_open") around(writing.strong);
    else if (token.type === "em_open") around(writing.em);
    else if (token.type === "s_open") around(writing.struck);
    else if (/^(strong|em|s)_close$/.test(token.type)) end();
    else if (token.type === "code_inline") {
      flush();
      written += writing.code(token.content);
    } else if (token.type === "hardbreak") {
      flush();
      written += writing.lineBreak;
    }
  }
  flush();
  return written;
}

/** The number of a source mark that was written as a link, or null. */
function markLinked(tokens: readonly Token[], at: number): string | null {
  const [label, close] = [tokens[at + 1], tokens[at + 2]];
  const number = label?.type === "text" && /^\[?(\d{1,3})\]?$/.exec(label.content)?.[1];
  return number && close?.type === "link_close" ? number : null;
}

const mark = /[[【]\s{0,3}\^?\d{1,3}(?:\s{0,3}[,;–-]\s{0,3}\^?\d{1,3})*\s{0,3}(?:†[^\]】\n]{0,40})?[\]】]/;
/** An address that other programs make a link of, whatever its scheme. */
const address =
  /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s<>"'`|，。、；）】」]*|\bwww\.[^\s<>"'`|，。、；）】」]+|\b(?:javascript|vbscript|data):[^\s<>"'`|]+/;
const everyAddress = new RegExp(address.source, "giu");
const special = new RegExp(`${mark.source}|${address.source}`, "giu");

/** A text without markup: marks and addresses in it as `writing` has them. */
function textOf(text: string, writing: Pick<Writing, "words" | "address" | "mark">, inLink = false): string {
  let out = "";
  let at = 0;
  const add = (piece: string) => {
    // What is left out takes the space before it along.
    if (piece === "") out = out.replace(/[ \t]{1,20}$/, "");
    out = (piece.startsWith("[") ? beforeBracket(out) : out) + piece;
  };
  for (const match of text.matchAll(special)) {
    const [found] = match;
    const { index } = match;
    out += writing.words(text.slice(at, index));
    if (/^[[【]/.test(found)) {
      add(inLink ? "" : writing.mark((found.match(/\d+/g) ?? []).map(Number)));
      at = index + found.length;
    } else {
      const end = endOfAddress(found);
      const written = writing.address(found.slice(0, end));
      add(inLink && written !== "" ? writing.words(found.slice(0, end)) : written);
      at = index + end;
    }
  }
  return out + writing.words(text.slice(at));
}

/** A text as it is but for its addresses. */
export const withAddresses = (text: string, written: (url: string) => string): string =>
  text.replace(everyAddress, (found) => {
    const end = endOfAddress(found);
    return written(found.slice(0, end)) + found.slice(end);
  });

/** A bracket behind an exclamation mark would make an image. */
const beforeBracket = (text: string): string => text.replace(/!$/, "\\!");

/** Where an address ends that a sentence goes on after. */
function endOfAddress(found: string): number {
  let end = found.length;
  const marks = found.includes("(") ? ".,;:!?]’”»*_~" : ".,;:!?)]’”»*_~";
  while (end > 0 && marks.includes(found[end - 1]!)) end -= 1;
  return end;
}
