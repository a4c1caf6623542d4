import { primaryLanguage } from "../../../reader/text/language/stemmer.ts";
import type { DraftSource, DraftTerms } from "./draft.ts";
import type { DraftMaterial } from "./material.ts";
import { asMarkdown, type References } from "./writing.ts";

/** The references of one draft and the pages it has cited so far, in order and without repeats. */
export interface Citing extends References {
  cited(): DraftSource[];
}

/** Knows the material's pages, and the page that an update brief is about. */
export function citations({ target }: DraftTerms, { passages }: DraftMaterial): Citing {
  const cited = new Map<string, DraftSource>();
  const urls = new Set([...passages.map(({ url }) => url), ...(target ? [plainAddress(target.url)] : [])]);
  return {
    address(href) {
      const url = plainAddress(href);
      return url !== null && urls.has(url) ? url : null;
    },
    cite(number) {
      const passage = passages.find((passage) => passage.number === number);
      if (!passage) return null;
      const { url, title } = passage;
      if (!cited.has(url)) cited.set(url, { url, title });
      return { place: [...cited.keys()].indexOf(url) + 1, url };
    },
    cited: () => [...cited.values()],
  };
}

/** A URL in normal form without its fragment; null if it is not one. */
function plainAddress(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  url.hash = "";
  return /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The list of sources below a text, in its language; null if nothing is cited. */
export function sourceList(sources: readonly DraftSource[], language: string): string | null {
  if (sources.length === 0) return null;
  const { words, link } = asMarkdown({ address: (href) => href, cite: () => null });
  const lines = sources.map(
    ({ url, title }, at) => `${at + 1}. ${link(url)!(words((title || url).replace(/\s+/g, " ")))}`,
  );
  const heading = headings.get(primaryLanguage(language)) ?? "Sources";
  return `## ${heading}\n\n${lines.join("\n")}`;
}

/** Removes a list of sources that the engine put at the end: ours is the true one. */
export function withoutSourceList(markdown: string, language: string): string {
  const names = ["Sources", "References", headings.get(primaryLanguage(language)) ?? "Sources"];
  const at = markdown.lastIndexOf("\n#");
  const heading = /^\n#{1,6}[ \t]*([^\n]*)/.exec(markdown.slice(Math.max(0, at)))?.[1] ?? "";
  const name = heading.replace(/[*_:：#\s]+/gu, "").toLowerCase();
  return names.some((sourceName) => sourceName.toLowerCase() === name) ? markdown.slice(0, at) : markdown;
}

const headings: ReadonlyMap<string, string> = new Map([
  ["ar", "المصادر"],
  ["cs", "Zdroje"],
  ["da", "Kilder"],
  ["de", "Quellen"],
  ["el", "Πηγές"],
  ["es", "Fuentes"],
  ["fi", "Lähteet"],
  ["he", "מקורות"],
  ["hi", "स्रोत"],
  ["hu", "Források"],
  ["it", "Fonti"],
  ["ja", "出典"],
  ["ko", "출처"],
  ["nb", "Kilder"],
  ["nl", "Bronnen"],
  ["no", "Kilder"],
  ["pl", "Źródła"],
  ["pt", "Fontes"],
  ["ro", "Surse"],
  ["ru", "Источники"],
  ["sv", "Källor"],
  ["th", "แหล่งอ้างอิง"],
  ["tr", "Kaynaklar"],
  ["uk", "Джерела"],
  ["zh", "来源"],
]);
