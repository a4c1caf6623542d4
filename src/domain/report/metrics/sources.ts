import type { MeasuredAnswer } from "../../answer/answer.ts";
import { type ReadCitation, type SourceType, sourceTypes } from "../../answer/reading.ts";
import { type Provider, providers } from "../../project/provider.ts";
import { byText } from "../../text/order.ts";

/** Where the answers send their readers. Pages that an engine only retrieved do not count. */
export interface Sources {
  /** Most cited first. */
  domains: SourceDomain[];
  urls: SourceUrl[];
}

export interface SourceDomain {
  domain: string;
  citations: number;
  /** All citations, of listed domains or not. */
  citationsTotal: number;
  /** Its share of them. */
  citationShare: number;
  sourceType: SourceType;
  providers: Provider[];
  /** Its share of the cited words, earlier ones weighing more, averaged over the answers that tell; null if none does. */
  wordShare: number | null;
  /** Answers that tell which of their words rest on which source. */
  wordShareAnswers: number;
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

/** The domains that the answers cite, the most cited first, at most `most`. */
export function citedDomains(answers: Iterable<MeasuredAnswer>, most: number): SourceDomain[] {
  const domains = new Map<string, DomainCount>();
  let citations = 0;
  let attributed = 0;
  for (const { reading, provider } of answers) {
    let shared = false;
    for (const citation of reading?.citations ?? []) {
      if (!citation.cited) continue;
      citations += 1;
      shared ||= citation.wordShare !== null;
      countDomain(domains, citation, provider);
    }
    if (shared) attributed += 1;
  }
  return domains
    .values()
    .toArray()
    .sort((a, b) => b.citations - a.citations || byText(a.domain, b.domain))
    .slice(0, most)
    .map((count) => ({
      domain: count.domain,
      citations: count.citations,
      citationsTotal: citations,
      citationShare: count.citations / citations,
      sourceType: mostFrequent(count.types),
      providers: providers.filter((provider) => count.providers.has(provider)),
      wordShare: attributed === 0 ? null : count.words / attributed,
      wordShareAnswers: attributed,
    }));
}

interface DomainCount {
  domain: string;
  citations: number;
  words: number;
  types: Map<SourceType, number>;
  providers: Set<Provider>;
}

function countDomain(
  domains: Map<string, DomainCount>,
  { domain, sourceType, wordShare }: ReadCitation,
  provider: Provider,
): void {
  const count = domains.get(domain) ?? {
    domain,
    citations: 0,
    words: 0,
    types: new Map(),
    providers: new Set(),
  };
  domains.set(domain, count);
  count.citations += 1;
  count.words += wordShare ?? 0;
  count.types.set(sourceType, (count.types.get(sourceType) ?? 0) + 1);
  count.providers.add(provider);
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

/** Hosts of one domain can be of different kinds; on a tie, the first in the list. */
const mostFrequent = (types: ReadonlyMap<SourceType, number>): SourceType =>
  sourceTypes.reduce((best, type) => ((types.get(type) ?? 0) > (types.get(best) ?? 0) ? type : best));
