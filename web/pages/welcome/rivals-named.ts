import type { Crawl } from "../../api/questions.ts";

const most = 10;
const name = String.raw`(\p{Lu}[\p{L}\p{N}.&’'-]*(?: \p{Lu}[\p{L}\p{N}.&’'-]*){0,2})`;
/** "Acme vs Bolt", "alternative to Bolt", "Bolt alternatives", "switch from Bolt". */
const comparisons = [
  new RegExp(String.raw`${name} (?:vs\.?|versus) ${name}`, "gu"),
  new RegExp(`(?:[Aa]lternatives? (?:to|for)|[Ss]witch(?:ing)? from|[Cc]ompared (?:to|with)) ${name}`, "gu"),
  new RegExp(String.raw`${name} (?:[Aa]lternatives?)\b`, "gu"),
];
const longestRead = 300;

/** Competitors that titles and headings of a website compare it with, in the order found; not the brand itself. */
export function rivalsNamed(
  { page_inventory: pages }: Pick<Crawl, "page_inventory">,
  brand: string,
): string[] {
  const own = brand.toLowerCase();
  const nameByKey = new Map<string, string>();
  for (const { title, headings } of pages)
    for (const text of [title ?? "", ...headings.map(({ text }) => text)])
      for (const comparison of comparisons)
        for (const [, ...names] of text.slice(0, longestRead).matchAll(comparison))
          for (const each of names) {
            const rival = each?.replace(/^(?:The|Best) /, "").replace(/[.’'-]+$/, "") ?? "";
            const folded = rival.toLowerCase();
            if (rival.length > 1 && !folded.includes(own) && !own.includes(folded))
              nameByKey.set(folded, rival);
          }
  return [...nameByKey.values()].slice(0, most);
}
