import { escapeUTF8 } from "entities";

/** Markup made by `html`, which needs no escaping. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** HTML from a template: every text put into it is escaped, for elements and quoted attributes alike. */
export const html = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: pieces.reduce((markup, piece, at) => markup + markupOf(parts[at - 1]) + piece),
});

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "string") return escapeUTF8(part);
  if (typeof part === "number") return String(part);
  return "markup" in part ? part.markup : part.map(markupOf).join("");
}
