import { withoutHidden } from "./clean.ts";
import { withAddresses } from "./markdown/address.ts";
import { rewritten } from "./markdown/markdown.ts";
import type { Writing } from "./markdown/write-terms.ts";

/** What a draft may refer to. */
export interface References {
  /** The address in the form that may be linked to, or null. */
  address(href: string): string | null;
  /** Marks a source as cited; its place among those cited, from 1, and its address; null if it does not exist. */
  cite(number: number): { place: number; url: string } | null;
}

/** Resolves nothing. */
export const nothing: References = { address: () => null, cite: () => null };

/** Markdown with links and marks to known addresses only. */
export const asMarkdown = ({ address, cite }: References): Writing => ({
  words: escaped,
  code: (code) => {
    const text = withoutOtherAddresses(code, { address });
    const fence = "`".repeat(longestRun(text) + 1);
    return /^`|`$/.test(text) ? `${fence} ${text} ${fence}` : fence + text + fence;
  },
  strong: "**",
  em: "*",
  struck: "~~",
  link: (href) => {
    const url = address(href);
    return url === null ? null : (label) => `[${label}](${target(url)})`;
  },
  address: (href) => {
    const url = address(href);
    return url === null ? "" : `<${url}>`;
  },
  mark: (numbers) =>
    places(numbers, cite)
      .map(({ place, url }) => `[[${place}]](${target(url)})`)
      .join(" "),
  // A page has one title, so headings start at level two.
  heading: (level, text) => `${"#".repeat(Math.max(2, level))} ${text.replace(/(^|\s)(#+)$/, "$1\\$2")}`,
  item: (number) => (number === null ? "- " : `${number}. `),
  line: (text) => text.replace(lineStart, "$1\\$2"),
  lineBreak: "\\\n",
  codeBlock: (code, language) => {
    const text = withoutOtherAddresses(code, { address });
    const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
    const info = /^[\w+#.-]{1,20}$/.test(language) ? language : "";
    return `${fence}${info}\n${text.replace(/\n$/, "")}\n${fence}`;
  },
  quote: (text) => text.replace(/^/gm, "> ").replace(/^> $/gm, ">"),
  rule: "***",
  row: (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`,
  underHead: (columns) => `|${" --- |".repeat(columns)}`,
});

/** For places that show no Markdown: links become addresses, source marks are dropped. */
export function asPlain({ address, cite }: References): Writing {
  return {
    words: (text) => text,
    code: (text) => text,
    strong: "",
    em: "",
    struck: "",
    link: (href) => {
      const url = address(href);
      if (url === null) return null;
      return (label) => (label.includes(url) ? label : `${label} (${url})`);
    },
    address: (href) => address(href) ?? "",
    mark: (numbers) => {
      places(numbers, cite);
      return "";
    },
    heading: (_, text) => text,
    item: (number) => (number === null ? "- " : `${number}. `),
    line: (text) => text,
    lineBreak: "\n",
    codeBlock: (text) => text.trim(),
    quote: (text) => text,
    rule: "",
    row: (cells) => cells.filter(Boolean).join(" – "),
    underHead: () => null,
  };
}

/** Only the visible words of a text: what is counted and compared with the material. */
export const asWords: Writing = {
  ...asPlain(nothing),
  item: () => "",
  codeBlock: (text) => text,
};

/** Text for a place without Markdown: only known addresses, and nothing that a Markdown renderer would take as markup. */
export const plainText = (text: string, references: References): string =>
  withoutOtherAddresses(rewritten(withoutHidden(text), asPlain(references)), references)
    .replace(/\]\(/g, "] (")
    .replace(/<(?![\s\d=])/g, "‹")
    .trim();

/** The same on one line and without addresses: a title, a heading. */
export const plainLine = (text: string): string =>
  plainText(text.slice(0, 1_000).replace(/\s+/g, " "), nothing).replace(/\s+/g, " ");

/** Leaves only known addresses in a text: pieces of markup could combine into one. */
export const withoutOtherAddresses = (text: string, { address }: Pick<References, "address">): string =>
  withAddresses(text, (href) => address(href) ?? "");

function places(numbers: readonly number[], cite: References["cite"]) {
  const cited = numbers.flatMap((number) => cite(number) ?? []);
  return cited.filter(({ url }, at) => cited.findIndex((other) => other.url === url) === at);
}

/** Encodes what would end a link's target; the address stays the same. */
const target = (url: string): string => url.replaceAll("(", "%28").replaceAll(")", "%29");

const escaped = (text: string): string =>
  text
    .replace(/[\\`*[\]]|<(?![\s\d=])|&(?=#?\w{1,31};)|~(?=~)|(?<=~)~/gi, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");

/** What would turn the beginning of a line into another block. */
const lineStart = /^(\d{0,9})([.)](?=\s|$)|#{1,6}(?=\s|$)|[-+](?=\s|$)|[-=]+$|>|\||:?-+:?\s*\||~~~)/;

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
