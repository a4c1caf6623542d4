import type { MeasuredAnswer } from "../../answer/answer.ts";
import { cancelled } from "../../answer/answer.ts";
import { hostOf } from "../../answer/citation/citation.ts";
import type { ReadCitation, Reading } from "../../answer/reading.ts";
import type { TrackedBrands } from "../../project/brand.ts";
import { byText } from "../../text/order.ts";

/** Answers counted by prompt and brand: each array holds one number per prompt, in the order of `promptKeys`. */
export interface Tally {
  promptKeys: string[];
  /** Obtained answers. */
  answers: Float64Array;
  /** Calls that failed; what a cancelled run did not ask any more is none of them. */
  failed: Float64Array;
  /** Obtained answers of engines that searched. */
  searched: Float64Array;
  /** Tracked brands named, summed over the answers. */
  namings: Float64Array;
  /** The project's own brand first, then its rivals in their order. */
  brands: BrandTally[];
}

export interface BrandTally {
  /** Answers that name it. */
  named: Float64Array;
  /** Sum of the visibility of those answers: 100 where named first, 63 second, 50 third. */
  visibility: Float64Array;
  positions: Float64Array;
  recommended: Float64Array;
  /** Answers of engines that searched which cite a page of its own. */
  cited: Float64Array;
  sentiment: Float64Array;
  /** Answers that name it with a sentiment. */
  withSentiment: Float64Array;
}

/**
 * The answers in one order whatever order they came in: by prompt, then provider, surface, sample and id, so that
 * sums of fractions and everything listed come out the same to the last bit.
 */
export function inOrder(answers: readonly MeasuredAnswer[]): MeasuredAnswer[] {
  return answers.toSorted(
    (a, b) =>
      byText(a.promptKey, b.promptKey) ||
      byText(a.provider, b.provider) ||
      byText(a.surface, b.surface) ||
      a.sample - b.sample ||
      byText(a.id, b.id),
  );
}

/** Counts every tracked brand over the same answers in one pass. The answers are in the order of `inOrder`. */
export function tallyOf(ordered: readonly MeasuredAnswer[], tracked: TrackedBrands): Tally {
  const promptKeys = keysOf(ordered);
  const numbers = () => new Float64Array(promptKeys.length);
  const tally: Tally = {
    promptKeys,
    answers: numbers(),
    failed: numbers(),
    searched: numbers(),
    namings: numbers(),
    brands: [tracked.own, ...tracked.rivals].map(() => ({
      named: numbers(),
      visibility: numbers(),
      positions: numbers(),
      recommended: numbers(),
      cited: numbers(),
      sentiment: numbers(),
      withSentiment: numbers(),
    })),
  };
  const brandOf = new Map(tracked.rivals.map(({ name }, index) => [name, index + 1]));
  const ownerOf = compileOwners(tracked);
  let at = -1;
  let last: string | undefined;
  for (const { promptKey, reading, searched, errorCode } of ordered) {
    if (promptKey !== last) at += 1;
    last = promptKey;
    if (reading === null) {
      if (errorCode !== cancelled) tally.failed[at]! += 1;
      continue;
    }
    tally.answers[at]! += 1;
    countMentions(tally, at, reading, brandOf);
    if (searched) {
      tally.searched[at]! += 1;
      for (const owner of new Set(reading.citations.map(ownerOf)))
        if (owner !== undefined) tally.brands[owner]!.cited[at]! += 1;
    }
  }
  return tally;
}

function keysOf(ordered: readonly MeasuredAnswer[]): string[] {
  const keys: string[] = [];
  for (const { promptKey } of ordered) if (promptKey !== keys.at(-1)) keys.push(promptKey);
  return keys;
}

function countMentions(
  tally: Tally,
  at: number,
  { mentions }: Reading,
  brandOf: ReadonlyMap<string, number>,
): void {
  for (const { isOwnBrand, name, position, recommended, sentimentScore } of mentions) {
    const brand = tally.brands[isOwnBrand ? 0 : (brandOf.get(name) ?? -1)];
    if (!brand) continue;
    tally.namings[at]! += 1;
    brand.named[at]! += 1;
    brand.visibility[at]! += visibilityAt(position);
    brand.positions[at]! += position;
    if (recommended) brand.recommended[at]! += 1;
    if (sentimentScore !== null) {
      brand.sentiment[at]! += sentimentScore;
      brand.withSentiment[at]! += 1;
    }
  }
}

/** What one answer adds to the visibility score of a brand that is its n-th: the discount of DCG, in percent. */
export const visibilityAt = (position: number): number => 100 / Math.log2(1 + position);

/** Whose page a citation is: the number of the brand as in `Tally.brands`; undefined for everybody else's. */
export function compileOwners(tracked: TrackedBrands): (citation: ReadCitation) => number | undefined {
  const owners = new Map<string, number>();
  for (const [index, { domains }] of tracked.rivals.entries()) {
    for (const domain of domains) {
      const host = hostOf(domain.trim())?.replace(/^www\./, "");
      if (host !== undefined && !owners.has(host)) owners.set(host, index + 1);
    }
  }
  const known = new Map<string, number | undefined>();
  return ({ url, sourceType, cited }) => {
    if (!cited) return undefined;
    if (sourceType === "owned") return 0;
    if (sourceType !== "competitor") return undefined;
    // A normalised address: "https://host/…".
    const host = url.split("/", 3)[2] ?? "";
    if (!known.has(host)) known.set(host, rivalOf(host.replace(/:\d+$/, ""), owners));
    return known.get(host);
  };
}

/** The most specific of the rivals' domains that the host is or lies under decides. */
function rivalOf(host: string, owners: ReadonlyMap<string, number>): number | undefined {
  for (let rest = host; rest !== ""; rest = rest.includes(".") ? rest.slice(rest.indexOf(".") + 1) : "") {
    const owner = owners.get(rest);
    if (owner !== undefined) return owner;
  }
  return undefined;
}
