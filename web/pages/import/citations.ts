import { limits } from "../../api/limits.ts";
import { isObject, textOf } from "./table.ts";

interface Citation {
  url: string;
  title?: string;
}

const bounds = limits.ImportedAnswer.citations.each;

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
    const fullTitle = textOf(each.title);
    const title = fullTitle.slice(0, bounds.title.max);
    if (title !== fullTitle) shortened += 1;
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
  return /^https?:\/\//i.test(whole) && URL.canParse(whole) && whole.length <= bounds.url.max ? whole : null;
}
