import markdown, { type Token } from "markdown-it";
import { type FileBytes, isWebPage } from "../crawl/site-file.ts";
import { decodedPage } from "../page/charset.ts";

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
  const tokens = markdown("commonmark").parse(text.replace(/^\uFEFF/, ""), {});
  const errors = new Set<string>();
  if (tokens[0]?.tag !== "h1" || tokens[1]?.content.trim() === "")
    errors.add("It does not begin with a heading of level 1 that names the site.");
  let inSection = false;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      if (token.tag === "h1" && index > 0) errors.add("It has a second heading of level 1.");
      if (token.tag > "h2") errors.add("It has headings below level 2.");
      inSection ||= token.tag === "h2";
    }
    if (!inSection) continue;
    if (token.level === 0 && !sectionBlocks.has(token.type))
      errors.add("A section of level 2 holds something other than a list of links.");
    if (token.type === "list_item_open" && !isLink(tokens[index + 2]))
      errors.add("An entry of a section does not begin with a link.");
  }
  return [...errors];
}

/** What the top level of a section may contain: its heading and lists. */
const sectionBlocks = new Set([
  "heading_open",
  "inline",
  "heading_close",
  "bullet_list_open",
  "bullet_list_close",
]);

/** `[name](address)`, followed by `: notes` or nothing. */
function isLink(inline: Token | undefined): boolean {
  const children = inline?.type === "inline" ? (inline.children ?? []) : [];
  const close = children.findIndex(({ type }) => type === "link_close");
  if (children[0]?.type !== "link_open" || close < 2 || !children[0].attrGet("href")) return false;
  const rest = children[close + 1];
  return rest === undefined || rest.type !== "text" || /^\s*(:|$)/.test(rest.content);
}
