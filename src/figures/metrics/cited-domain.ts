import type { MeasuredAnswer } from "../../reader/answer.ts";
import { type Provider, providers } from "../../reader/provider.ts";
import { type ReadCitation, type SourceType, sourceTypes } from "../../reader/reading.ts";
import { byText } from "../../reader/text/order.ts";
import { estimate } from "../uncertainty/estimate.ts";
import type { Interval } from "../uncertainty/interval.ts";
import { type RatioCount, ratioCount } from "./ratio-count.ts";
import { isSameCell } from "./tally.ts";

export interface SourceDomain {
  domain: string;
  citations: number;
  /** All citations, of listed domains or not. */
  citationsTotal: number;
  /** Its share of them, and its interval over prompts like these; absent in readings by an older method. */
  citationShare: number;
  citationShareCi?: Interval | null;
  sourceType: SourceType;
  providers: Provider[];
  /**
   * Its share of the cited words, earlier ones weighing more, averaged over the answers that tell; null if none does. Its
   * interval is absent in readings by an older method.
   */
  wordShare: number | null;
  wordShareCi?: Interval | null;
  /** Answers that tell which of their words rest on which source. */
  wordShareAnswers: number;
}

/**
 * The domains that the answers cite, the most cited first, at most `most`. The answers are in the order of `inOrder`; each
 * citation counts once, so that no weight of a failing engine can raise another domain's share.
 */
export function citedDomains(answers: readonly MeasuredAnswer[], most: number): SourceDomain[] {
  const citing = answers.filter(({ reading }) => reading?.citations.some(({ cited }) => cited));
  const domains = new Map<string, DomainCount>();
  let citations = 0;
  for (const { reading, provider } of citing)
    for (const citation of reading!.citations) {
      if (!citation.cited) continue;
      citations += 1;
      countDomain(domains, citation, provider);
    }
  const listed = domains
    .values()
    .toArray()
    .sort((a, b) => b.citations - a.citations || byText(a.domain, b.domain))
    .slice(0, most);
  const { answersTold, sharesOf } = shares(citing, listed);
  return listed.map((count) => ({
    domain: count.domain,
    citations: count.citations,
    citationsTotal: citations,
    citationShare: count.citations / citations,
    sourceType: mostFrequent(count.types),
    providers: providers.filter((provider) => count.providers.has(provider)),
    wordShareAnswers: answersTold,
    ...sharesOf(count.domain),
  }));
}

interface DomainCount {
  domain: string;
  citations: number;
  types: Map<SourceType, number>;
  providers: Set<Provider>;
}

function countDomain(
  domains: Map<string, DomainCount>,
  { domain, sourceType }: ReadCitation,
  provider: Provider,
): void {
  const count = domains.get(domain) ?? { domain, citations: 0, types: new Map(), providers: new Set() };
  domains.set(domain, count);
  count.citations += 1;
  count.types.set(sourceType, (count.types.get(sourceType) ?? 0) + 1);
  count.providers.add(provider);
}

/** Hosts of one domain can be of different kinds; on a tie, the first in the list. */
const mostFrequent = (types: ReadonlyMap<SourceType, number>): SourceType =>
  sourceTypes.reduce((best, type) => ((types.get(type) ?? 0) > (types.get(best) ?? 0) ? type : best));

type Shares = Pick<SourceDomain, "citationShareCi" | "wordShare" | "wordShareCi">;

/** What the citations and the cited words of one answer are to each domain. */
interface Parts {
  citations: number;
  words: number;
}

/** Each listed domain's shares, counted prompt by prompt. */
function shares(
  citing: readonly MeasuredAnswer[],
  listed: readonly DomainCount[],
): { answersTold: number; sharesOf: (domain: string) => Shares } {
  const prompts = new Set(citing.map(({ promptKey }) => promptKey)).size;
  const [allCitations, allTold] = [ratioCount.denominator(prompts), ratioCount.denominator(prompts)];
  const counts = new Map(
    listed.map(({ domain }) => [
      domain,
      { cited: ratioCount.over(allCitations), words: ratioCount.over(allTold) },
    ]),
  );
  let [at, answersTold] = [-1, 0];
  let last: MeasuredAnswer | undefined;
  const touched = new Set<RatioCount>();
  const endCell = () => {
    for (const count of touched) count.endCell(at, 1);
    touched.clear();
    for (const all of [allCitations, allTold]) all.endCell(at, 1);
  };
  for (const answer of citing) {
    if (last && !isSameCell(last, answer)) endCell();
    if (answer.promptKey !== last?.promptKey) at += 1;
    last = answer;
    const cited = answer.reading!.citations.filter((citation) => citation.cited);
    const hasWordShare = cited.some(({ wordShare }) => wordShare !== null);
    allCitations.add(cited.length);
    if (hasWordShare) {
      allTold.add(1);
      answersTold += 1;
    }
    for (const [domain, { citations, words }] of partsOf(cited, counts)) {
      const count = counts.get(domain)!;
      count.cited.add(citations, cited.length);
      touched.add(count.cited);
      if (!hasWordShare) continue;
      count.words.add(words, 1);
      touched.add(count.words);
    }
  }
  if (last) endCell();
  return { answersTold, sharesOf: (domain) => sharesFrom(counts.get(domain)!) };
}

/** Of the domains that are listed. */
function partsOf(cited: readonly ReadCitation[], listed: ReadonlyMap<string, unknown>): Map<string, Parts> {
  const parts = new Map<string, Parts>();
  for (const { domain, wordShare } of cited) {
    if (!listed.has(domain)) continue;
    const own = parts.get(domain) ?? { citations: 0, words: 0 };
    parts.set(domain, own);
    own.citations += 1;
    own.words += wordShare ?? 0;
  }
  return parts;
}

function sharesFrom({ cited, words }: Record<"cited" | "words", RatioCount>): Shares {
  const share = estimate(words.sums, "score", [0, 1]);
  return {
    citationShareCi: estimate(cited.sums, "score", [0, 1]).interval,
    wordShare: share.value,
    wordShareCi: share.interval,
  };
}
