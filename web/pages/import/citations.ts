import { isObject, textOf } from "./table.ts";

interface Citation {
  url: string;
  title?: string;
}

const addressMost = 8192;

/** The most of one row; the description of the API has no field for it. */
export const citationsMost = 100;

/** Addresses in a cell, between blanks, commas, semicolons or bars; or a list, as JSON has it. */
export function citationsOf(value: unknown): { citations: Citation[]; noAddress: number } {
  const list = typeof value === "string" ? listIn(value) : value;
  const parts = (Array.isArray(list) ? list : [list]).flatMap((each: unknown): Citation[] => {
    if (!isObject(each))
      return textOf(each)
        .split(/[\s|]+|[,;](?=\s|https?:)/)
        .map((url) => ({ url }));
    const title = textOf(each.title).slice(0, 1000);
    return [{ url: textOf(each.url), ...(title ? { title } : {}) }];
  });
  const sources = parts.filter(({ url }) => url !== "");
  const citations = sources.flatMap((each) => {
    const url = addressOf(each.url);
    return url === null ? [] : [{ ...each, url }];
  });
  return { citations, noAddress: sources.length - citations.length };
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
