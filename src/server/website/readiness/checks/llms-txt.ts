import markdown, { type Token } from "markdown-it";
import { decodedPage } from "../../../../site/page/charset.ts";
import { type FileBytes, isWebPage } from "../../../../site/page/site-file.ts";

/** An llms.txt that answered 200, as read. */
export interface LlmsFile {
  /** It is really a web page. */
  webPage: boolean;
  errors: string[];
}

export function readLlmsFile({ body, contentType }: FileBytes): LlmsFile {
  const text = decodedPage(body, contentType);
  const webPage = isWebPage(text, contentType);
  return { webPage, errors: webPage ? [] : llmsTxtErrors(text) };
}

/** How an llms.txt violates its specification (https://llmstxt.org), in our own words; empty if it is valid. */
export function llmsTxtErrors(text: string): string[] {
  const errors = new Set<string>();
  const plain = unwrapped(text.replace(/^\uFEFF/, ""), errors);
  const tokens = markdown("commonmark").parse(plain, {});
  checkName(tokens, plain, errors);
  let inSection = false;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      if (token.tag > "h2") errors.add("It has headings below level 2.");
      inSection ||= token.tag === "h2";
    }
    if (!inSection) continue;
    if (token.level === 0 && token.type === "ordered_list_open")
      errors.add("A section numbers its links; its list must be one with `-`.");
    else if (token.level === 0 && !sectionBlocks.has(token.type))
      errors.add("A section of level 2 holds something other than a list of links.");
    const fault = token.type === "list_item_open" ? entryFault(tokens[index + 2]) : null;
    if (fault) errors.add(fault);
  }
  return [...errors];
}

const frontMatter = /^\s*(---|\+\+\+)[ \t]*\r?\n(?:(?!\1)[^\n]*\n){0,200}\1[ \t]*(?:\r?\n|$)/;
const fence = /^\s*(```+|~~~+)[ \t]*(?:markdown|md|text|txt)?[ \t]*\r?\n([\s\S]*?)\r?\n\1[ \t]*\s*$/i;

/** The text without what systems put around it, which is a fault of its own. */
function unwrapped(text: string, errors: Set<string>): string {
  const bare = text.replace(frontMatter, "");
  if (bare !== text)
    errors.add("It begins with front matter; the heading of level 1 that names the site must come first.");
  const inner = fence.exec(bare)?.[2];
  if (inner !== undefined) errors.add("All of it stands in a code block.");
  return inner ?? bare;
}

function checkName(tokens: readonly Token[], text: string, errors: Set<string>): void {
  const names = tokens.flatMap(({ type, tag }, at) => (type === "heading_open" && tag === "h1" ? [at] : []));
  const [first] = names;
  if (first === undefined && /^\s*#[^\s#]/.test(text))
    errors.add("The `#` of its heading of level 1 needs a space behind it.");
  else if (first === undefined || tokens[first + 1]?.content.trim() === "")
    errors.add("It does not begin with a heading of level 1 that names the site.");
  else if (first > 0) errors.add("Something stands before its heading of level 1, which must come first.");
  if (names.length > 1) errors.add("It has a second heading of level 1.");
}

/** What the top level of a section may contain: its heading and lists. */
const sectionBlocks = new Set([
  "heading_open",
  "inline",
  "heading_close",
  "bullet_list_open",
  "bullet_list_close",
  "ordered_list_close",
]);

/** What is wrong with an entry, which is `[name](address)`, followed by `: notes` or nothing. */
function entryFault(inline: Token | undefined): string | null {
  const noLink = "An entry of a section does not begin with a link.";
  const children = inline?.type === "inline" ? (inline.children ?? []) : [];
  const text = inline?.content ?? "";
  if (/^(?:<?https?:\/\/|www\.)\S/i.test(text))
    return "An entry of a section is a bare address; write it as `[name](address)`.";
  if (/^\[[^\]]*\]\([^()<>]*\S[ \t]+[^"'()\s][^()]*\)/.test(text))
    return "The address of an entry contains a space; write `%20`.";
  if (/^\[[^\]]*\]\s+\(/.test(text)) return "An entry has a space between `[name]` and `(address)`.";
  if (children[0]?.type !== "link_open") return noLink;
  if (!children[0].attrGet("href")) return "The link of an entry has no address.";
  const close = children.findIndex(({ type }) => type === "link_close");
  if (close < 2) return "The link of an entry has no name.";
  const rest = children[close + 1];
  if (rest === undefined || rest.type === "softbreak") return null;
  const behind = rest.type === "text" ? rest.content : "x";
  if (/^\s*(:|$)/.test(behind)) return null;
  return /^\s*(?:-|\u2013|\u2014|\||\u2022|=>?|\u2192)/.test(behind)
    ? "The notes of an entry follow its link without a colon: write `[name](address): notes`."
    : "Between an entry's link and the colon before its notes stands something else.";
}
