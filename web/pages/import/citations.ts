import { isObject, textOf } from "./table.ts";

interface Citation {
  url: string;
  title?: string;
}

const addressMost = 8192;
const titleMost = 1000;

/** The most of one row, as the API takes them. */
export const citationsMost = 100;

/**
 * Addresses in a cell, between blanks, commas, semicolons or bars; or a list, as JSON has it. `shortened`: how many titles are
 * longer than one may be.
 */
export function citationsOf(value: unknown): { citations: Citation[]; noAddress: number; shortened: number } {
  let shortened = 0;
  const list = typeof value === "string" ? listIn(value) : value;
  const parts = (Array.isArray(list) ? list : [list]).flatMap((each: unknown): Citation[] => {
    if (!isObject(each))
      return textOf(each)
        .split(/[\s|]+|[,;](?=\s|https?:)/)
        .map((url) => ({ url }));
    const said = textOf(each.title);
    const title = said.slice(0, titleMost);
    if (title !== said) shortened += 1;
    return [{ url: textOf(each.url), ...(title ? { title } : {}) }];
  });
  const sources = parts.filter(({ url }) => url !== "");
  const citations = sources.flatMap((each) => {
    const url = addressOf(each.url);
    return url === null ? [] : [{ ...each, url }];
  });
  return { citations, noAddress: sources.length - citations.length, shortened };
}

/** A list as JSON in a cell of a table; the text itself if it is none. */
function listIn(cell: string): unknown {
  if (!/^\s*\[\s*["{]/.test(cell)) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

function addressOf(text: string): string | null {
  const bare = text.replace(/[,;]+$/, "");
  const whole = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(bare) ? `https://${bare}` : bare;
  return /^https?:\/\//i.test(whole) && URL.canParse(whole) && whole.length <= addressMost ? whole : null;
}
