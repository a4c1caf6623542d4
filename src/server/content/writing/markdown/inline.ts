import type { Token } from "markdown-it";
import { beforeBracket, markedUp } from "./address.ts";
import type { Writing } from "./write-terms.ts";

/** An element that is not yet closed. */
interface Open {
  /** Offset of its content in the output. */
  at: number;
  close: (content: string) => string;
}

interface Line {
  writing: Writing;
  output: string;
  /** Text not yet written, so that what is dropped within it leaves no seam. */
  pending: string;
  open: Open[];
  /** For each link around the reading position, whether it is dropped. */
  links: { dropped: boolean }[];
}

/** The text of one block: its words, emphasis, code, and the links that `writing` allows. */
export function inlineText(tokens: readonly Token[], writing: Writing): string {
  const line: Line = { writing, output: "", pending: "", open: [], links: [] };
  for (let at = 0; at < tokens.length; at += 1) {
    const number = markLinked(tokens, at);
    if (number === null) read(line, tokens[at]!);
    else {
      line.pending += `[${number}]`;
      at += 2;
    }
  }
  flush(line);
  return line.output;
}

/** The number of a source mark that was written as a link, or null. */
function markLinked(tokens: readonly Token[], at: number): string | null {
  if (tokens[at]!.type !== "link_open" || tokens[at + 2]?.type !== "link_close") return null;
  const label = tokens[at + 1]!;
  return label.type === "text" ? (/^\[?(\d{1,3})\]?$/.exec(label.content)?.[1] ?? null) : null;
}

function read(line: Line, token: Token): void {
  const { strong, em, struck, code, lineBreak } = line.writing;
  switch (token.type) {
    case "text":
      line.pending += token.content;
      return;
    case "softbreak":
      line.pending += "\n";
      return;
    case "hardbreak":
      return write(line, lineBreak);
    case "code_inline":
      return write(line, code(token.content));
    case "strong_open":
      return begin(line, around(strong));
    case "em_open":
      return begin(line, around(em));
    case "s_open":
      return begin(line, around(struck));
    case "strong_close":
    case "em_close":
    case "s_close":
      return end(line);
    case "link_open":
      return beginLink(line, String(token.attrGet("href") ?? ""));
    case "link_close":
      if (!line.links.at(-1)?.dropped) end(line);
      line.links.pop();
  }
}

const around = (mark: string) => (content: string) => mark + content + mark;

function beginLink(line: Line, href: string): void {
  const close = line.writing.link(href);
  if (close === null) {
    line.links.push({ dropped: true });
    return;
  }
  flush(line);
  line.output = beforeBracket(line.output);
  begin(line, close);
  line.links.push({ dropped: false });
}

function begin(line: Line, close: Open["close"]): void {
  flush(line);
  line.open.push({ at: line.output.length, close });
}

/** Closes the innermost element; if it is empty, nothing is written. */
function end(line: Line): void {
  const inner = line.open.pop()!;
  flush(line);
  const content = line.output.slice(inner.at);
  line.output = line.output.slice(0, inner.at) + (content.trim() === "" ? content : inner.close(content));
}

function write(line: Line, text: string): void {
  flush(line);
  line.output += text;
}

function flush(line: Line): void {
  const inLink = line.links.some(({ dropped }) => !dropped);
  line.output += markedUp(line.pending, line.writing, inLink);
  line.pending = "";
}
