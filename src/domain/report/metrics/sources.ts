import type { MeasuredAnswer } from "../../answer/answer.ts";
import type { ReadCitation } from "../../answer/reading.ts";
import { byText } from "../../text/order.ts";
import { citedDomains, type SourceDomain } from "./cited-domain.ts";

/** Where the answers send their readers. Pages that an engine only retrieved do not count. */
export interface Sources {
  /** Most cited first. */
  domains: SourceDomain[];
  urls: SourceUrl[];
}

export interface SourceUrl {
  url: string;
  title: string | null;
  citations: number;
  promptKeys: string[];
}

export const mostDomains = 200;
const mostUrls = 200;
const mostPromptsPerUrl = 50;

/** The cited domains and pages of answers that are in the order of `inOrder`. */
export function sourcesOf(ordered: readonly MeasuredAnswer[]): Sources {
  const urls = new Map<string, SourceUrl>();
  for (const { reading, promptKey } of ordered)
    for (const citation of reading?.citations ?? []) if (citation.cited) countUrl(urls, citation, promptKey);
  return {
    domains: citedDomains(ordered, mostDomains),
    urls: urls
      .values()
      .toArray()
      .sort((a, b) => b.citations - a.citations || byText(a.url, b.url))
      .slice(0, mostUrls),
  };
}

function countUrl(urls: Map<string, SourceUrl>, { url, title }: ReadCitation, promptKey: string): void {
  const count = urls.get(url) ?? { url, title: null, citations: 0, promptKeys: [] };
  urls.set(url, count);
  count.citations += 1;
  count.title ??= title;
  // Answers come prompt by prompt, so a repeated key is the last one.
  if (count.promptKeys.at(-1) !== promptKey && count.promptKeys.length < mostPromptsPerUrl)
    count.promptKeys.push(promptKey);
}
