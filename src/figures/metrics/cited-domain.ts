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

/** One answer that cites. */
interface CitingAnswer {
  answer: MeasuredAnswer;
  cited: readonly ReadCitation[];
  /** The domain of each, by its place among `domains`. */
  domainsCited: readonly number[];
  /** Whether it tells which of its words rest on which source. */
  hasWordShare: boolean;
}

/** The answers that cite, in the order of `inOrder`. */
export interface CitingAnswers {
  answers: readonly CitingAnswer[];
  /** Every domain that any of them cites. */
  domains: readonly string[];
}

/** Found once for all that is told of citations. Pages that an engine only retrieved do not count. */
export function citingIn(ordered: readonly MeasuredAnswer[]): CitingAnswers {
  const places = new Map<string, number>();
  const placeOf = ({ domain }: ReadCitation): number => {
    let place = places.get(domain);
    if (place === undefined) {
      place = places.size;
      places.set(domain, place);
    }
    return place;
  };
  const answers = ordered.flatMap((answer): CitingAnswer[] => {
    const cited = answer.reading?.citations.filter((citation) => citation.cited) ?? [];
    if (cited.length === 0) return [];
    const hasWordShare = cited.some(({ wordShare }) => wordShare !== null);
    return [{ answer, cited, domainsCited: cited.map(placeOf), hasWordShare }];
  });
  return { answers, domains: [...places.keys()] };
}

/**
 * The domains that the answers cite, the most cited first, at most `most`. Each citation counts once, so that no weight of a
 * failing engine can raise another domain's share.
 */
export function citedDomains({ answers, domains }: CitingAnswers, most: number): SourceDomain[] {
  const citations = new Int32Array(domains.length);
  let all = 0;
  for (const { domainsCited } of answers) {
    all += domainsCited.length;
    for (const place of domainsCited) citations[place]! += 1;
  }
  const listed = domains
    .map((domain, place) => ({ domain, place, citations: citations[place]! }))
    .filter(({ citations }) => citations > 0)
    .sort((a, b) => b.citations - a.citations || byText(a.domain, b.domain))
    .slice(0, most);
  const { answersTold, counts } = countListed(
    answers,
    domains.length,
    listed.map(({ place }) => place),
  );
  return listed.map(({ domain, citations }, at) => {
    const { types, citedBy, cited, words } = counts[at]!;
    return {
      ...{ domain, citations, citationsTotal: all, citationShare: citations / all },
      sourceType: mostFrequent(types),
      providers: providers.filter((provider) => citedBy.has(provider)),
      wordShareAnswers: answersTold,
      ...sharesFrom({ cited, words }),
    };
  });
}

/** Hosts of one domain can be of different kinds; on a tie, the first in the list. */
const mostFrequent = (types: Int32Array): SourceType => sourceTypes[types.indexOf(Math.max(...types))]!;

type Shares = Pick<SourceDomain, "citationShareCi" | "wordShare" | "wordShareCi">;

/** What is told of a listed domain: who cites it, as what, and its shares, counted prompt by prompt. */
interface ListedCount {
  /** Citations of each kind, in the order of `sourceTypes`. */
  types: Int32Array;
  citedBy: Set<Provider>;
  cited: RatioCount;
  words: RatioCount;
  inAnswer: { citations: number; words: number };
}

/** Counts the domains at these places. */
function countListed(
  citing: readonly CitingAnswer[],
  domains: number,
  listed: readonly number[],
): { answersTold: number; counts: ListedCount[] } {
  const prompts = new Set(citing.map(({ answer }) => answer.promptKey)).size;
  const [allCitations, allTold] = [ratioCount.denominator(prompts), ratioCount.denominator(prompts)];
  const counts = listed.map(
    (): ListedCount => ({
      types: new Int32Array(sourceTypes.length),
      citedBy: new Set(),
      cited: ratioCount.over(allCitations),
      words: ratioCount.over(allTold),
      inAnswer: { citations: 0, words: 0 },
    }),
  );
  const listedAt = new Int32Array(domains).fill(-1);
  for (const [at, place] of listed.entries()) listedAt[place] = at;
  let [at, answersTold] = [-1, 0];
  let last: MeasuredAnswer | undefined;
  const touched = new Set<RatioCount>();
  const inAnswer: ListedCount[] = [];
  const endCell = () => {
    for (const count of touched) count.endCell(at, 1);
    touched.clear();
    for (const all of [allCitations, allTold]) all.endCell(at, 1);
  };
  for (const { answer, cited, domainsCited, hasWordShare } of citing) {
    if (last && !isSameCell(last, answer)) endCell();
    if (answer.promptKey !== last?.promptKey) at += 1;
    last = answer;
    allCitations.add(cited.length);
    if (hasWordShare) {
      allTold.add(1);
      answersTold += 1;
    }
    for (let each = 0; each < cited.length; each += 1) {
      const place = listedAt[domainsCited[each]!]!;
      if (place < 0) continue;
      const count = counts[place]!;
      const { sourceType, wordShare } = cited[each]!;
      count.types[sourceTypes.indexOf(sourceType)]! += 1;
      if (count.inAnswer.citations === 0) inAnswer.push(count);
      count.inAnswer.citations += 1;
      count.inAnswer.words += wordShare ?? 0;
    }
    for (const count of inAnswer) {
      count.citedBy.add(answer.provider);
      count.cited.add(count.inAnswer.citations, cited.length);
      touched.add(count.cited);
      if (hasWordShare) {
        count.words.add(count.inAnswer.words, 1);
        touched.add(count.words);
      }
      count.inAnswer.citations = 0;
      count.inAnswer.words = 0;
    }
    inAnswer.length = 0;
  }
  if (last) endCell();
  return { answersTold, counts };
}

function sharesFrom({ cited, words }: Pick<ListedCount, "cited" | "words">): Shares {
  const share = estimate(words.sums, "score", [0, 1]);
  return {
    citationShareCi: estimate(cited.sums, "score", [0, 1]).interval,
    wordShare: share.value,
    wordShareCi: share.interval,
  };
}
