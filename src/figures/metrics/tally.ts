import type { MeasuredAnswer } from "../../reader/answer.ts";
import { cancelled, pending } from "../../reader/answer.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import type { Provider } from "../../reader/provider.ts";
import type { Mention, Reading } from "../../reader/reading.ts";
import { byText } from "../../reader/text/order.ts";
import { addedUp, type RatioSums } from "../uncertainty/ratio.ts";
import { compileOwners } from "./citing.ts";
import { areEven, type EngineCalls } from "./engines.ts";
import { type RatioCount, ratioCount, unbiasedProducts } from "./ratio-count.ts";

/** Answers counted by prompt and brand: each array holds one number per prompt, in the order of `promptKeys`. */
export interface Tally {
  promptKeys: string[];
  /** Obtained answers. */
  answers: Float64Array;
  /** Calls that failed; calls that a cancelled run never made, or one under way has yet to make, do not count. */
  failed: Float64Array;
  /** Obtained answers of engines that searched. */
  searched: Float64Array;
  /** Tracked brands named, summed over the answers. */
  namings: Float64Array;
  /** The project's own brand first, then its rivals in order. */
  brands: BrandTally[];
}

export interface BrandTally {
  /** Answers that name it. */
  mentions: Float64Array;
  /** Answers that name it and have a sentiment. */
  withSentiment: Float64Array;
  /** What its figures are computed from, with engines weighted. */
  ratios: Ratios;
  /** Sums over the answers that name it beside the own brand, with squared weights: of 1, and of both visibilities. */
  besideOwn: {
    mentions: number;
    visibility: number;
    /** Σ over the cells of how its namings and the own brand's vary together when the same is asked again. */
    again: number;
  };
}

export const ratioNames = [
  "appearance",
  "visibility",
  "voice",
  "position",
  "recommended",
  "sentiment",
  "citation",
] as const;

export type Ratios = Record<(typeof ratioNames)[number], RatioSums>;

/**
 * The answers in a canonical order: by prompt, then provider, surface, sample and id, so that sums of fractions and
 * everything listed come out the same to the last bit.
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

/** Counts every tracked brand over the same answers in one pass, each of which weighs 1. The answers are in the order of `inOrder`. */
export function tallyOf(ordered: readonly MeasuredAnswer[], trackedBrands: TrackedBrands): Tally {
  const counter = counterOf(keysOf(ordered), trackedBrands);
  const { tally } = counter;
  let at = -1;
  let last: MeasuredAnswer | undefined;
  for (const answer of ordered) {
    const { promptKey, reading, searched, errorCode } = answer;
    if (last && !isSameCell(last, answer)) counter.endCell(at);
    if (promptKey !== last?.promptKey) at += 1;
    last = answer;
    if (reading === null) {
      if (errorCode !== cancelled && errorCode !== pending) tally.failed[at]! += 1;
      continue;
    }
    tally.answers[at]! += 1;
    if (searched) tally.searched[at]! += 1;
    counter.count(at, reading, searched === true);
  }
  if (last) counter.endCell(at);
  return tally;
}

/**
 * The tally of answers in order, and the same with engines weighed: those of the assistants added up, each of which is shown to `each`
 * and then dropped, as they are large.
 */
export function talliesOf(
  ordered: readonly MeasuredAnswer[],
  trackedBrands: TrackedBrands,
  engines: readonly EngineCalls[],
  each: (provider: Provider, answers: readonly MeasuredAnswer[], tally: Tally) => void = () => {},
): { tally: Tally; weighed: Tally } {
  const promptKeys = keysOf(ordered);
  const blank = () => counterOf(promptKeys, trackedBrands).tally;
  const tally = blank();
  const weighed = areEven(engines) ? tally : blank();
  const weightOf = new Map(engines.map(({ provider, weight }) => [provider, weight]));
  const byProvider = [...Map.groupBy(ordered, ({ provider }) => provider)];
  for (const [provider, answers] of byProvider.sort(([a], [b]) => byText(a, b))) {
    const own = tallyOf(answers, trackedBrands);
    add(own, tally, 1);
    if (weighed !== tally) add(own, weighed, weightOf.get(provider) ?? 1);
    each(provider, answers, own);
  }
  return { tally, weighed };
}

/** Adds what was counted to a tally over more prompts; each of its answers weighs so much. */
function add(from: Tally, to: Tally, weight: number): void {
  let place = 0;
  const places = from.promptKeys.map((key) => {
    while (to.promptKeys[place] !== key) place += 1;
    return place;
  });
  const targets = [...sumsIn(to, weight)];
  for (const [numbers, factor] of sumsIn(from, weight)) {
    const [target] = targets.shift()!;
    for (let at = 0; at < numbers.length; at += 1) target[places[at]!]! += factor * numbers[at]!;
  }
  for (const [brand, { besideOwn }] of from.brands.entries())
    for (const name of ["mentions", "visibility", "again"] as const)
      to.brands[brand]!.besideOwn[name] += weight * weight * besideOwn[name];
}

/** Each array of a tally, those that figures share once, and what its numbers are multiplied by when an answer weighs so much. */
function sumsIn(
  { answers, failed, searched, namings, brands }: Tally,
  weight: number,
): Map<Float64Array, number> {
  const factors = new Map([answers, failed, searched, namings].map((counts) => [counts, 1]));
  for (const { mentions, withSentiment, ratios } of brands) {
    for (const counts of [mentions, withSentiment]) factors.set(counts, 1);
    for (const name of ratioNames) {
      const { y, x, yy, xy, xx, within, repeats } = ratios[name];
      const factor = weightIn(name, weight);
      for (const sums of [y, x]) factors.set(sums, factor);
      for (const products of [yy, xy, xx, within.yy, within.xy, within.xx])
        factors.set(products, factor * factor);
      factors.set(repeats, 1);
    }
  }
  return factors;
}

/** Mentions are counted, not weighed: a mention of another brand must never raise a share of voice. */
const weightIn = (name: keyof Ratios, weight: number): number => (name === "voice" ? 1 : weight);

function keysOf(ordered: readonly MeasuredAnswer[]): string[] {
  const keys: string[] = [];
  for (const { promptKey } of ordered) if (promptKey !== keys.at(-1)) keys.push(promptKey);
  return keys;
}

/** A cell is one engine asked one prompt on one surface. */
export const isSameCell = (one: MeasuredAnswer, other: MeasuredAnswer): boolean =>
  one.promptKey === other.promptKey && one.provider === other.provider && one.surface === other.surface;

/** Counts answers one by one; they are added up when their cell ends. */
function counterOf(promptKeys: string[], trackedBrands: TrackedBrands) {
  const numbers = () => new Float64Array(promptKeys.length);
  const overAnswers = ratioCount.denominator(promptKeys.length);
  const overNamings = ratioCount.denominator(promptKeys.length);
  const overSearched = ratioCount.denominator(promptKeys.length);
  const brands = [trackedBrands.own, ...trackedBrands.rivals].map(() => {
    const counts: Record<(typeof ratioNames)[number], RatioCount> = {
      appearance: ratioCount.over(overAnswers),
      visibility: ratioCount.over(overAnswers),
      voice: ratioCount.over(overNamings),
      position: ratioCount.apart(promptKeys.length),
      recommended: ratioCount.over(overAnswers),
      sentiment: ratioCount.apart(promptKeys.length),
      citation: ratioCount.over(overSearched),
    };
    const besideOwn = { mentions: 0, visibility: 0, again: 0 };
    return {
      counts,
      mentions: numbers(),
      withSentiment: numbers(),
      besideOwn,
      inCell: { mentions: 0, visibility: 0, all: 0 },
    };
  });
  const tally: Tally = {
    promptKeys,
    answers: numbers(),
    failed: numbers(),
    searched: numbers(),
    namings: numbers(),
    brands: brands.map(({ counts, mentions: mentionCounts, withSentiment, besideOwn }) => ({
      mentions: mentionCounts,
      withSentiment,
      besideOwn,
      ratios: Object.fromEntries(ratioNames.map((name) => [name, counts[name].sums])) as Ratios,
    })),
  };
  const brandOf = new Map(trackedBrands.rivals.map(({ name }, index) => [name, index + 1]));
  const ownerOf = compileOwners(trackedBrands);
  const touched = new Set<number>();

  function count(at: number, { mentions, citations }: Reading, searched: boolean): void {
    let namings = 0;
    let own: Mention | undefined;
    for (const mention of mentions) {
      if (mention.isOwnBrand) own ??= mention;
      if (mention.isOwnBrand || brandOf.has(mention.name)) namings += 1;
    }
    overAnswers.add(1);
    overNamings.add(namings);
    tally.namings[at]! += namings;
    for (const { isOwnBrand, name, position, recommended, sentimentScore } of mentions) {
      const index = isOwnBrand ? 0 : brandOf.get(name);
      if (index === undefined) continue;
      const { counts, mentions: mentionCounts, withSentiment, inCell } = brands[index]!;
      touched.add(index);
      inCell.all += 1;
      if (own) {
        inCell.mentions += 1;
        inCell.visibility += visibilityAt(position) * visibilityAt(own.position);
      }
      mentionCounts[at]! += 1;
      counts.appearance.add(1, 1);
      counts.visibility.add(visibilityAt(position), 1);
      counts.voice.add(1, namings);
      counts.position.add(position, 1);
      if (recommended) counts.recommended.add(1, 1);
      if (sentimentScore === null) continue;
      withSentiment[at]! += 1;
      counts.sentiment.add(sentimentScore, 1);
    }
    if (!searched) return;
    overSearched.add(1);
    for (const owner of new Set(citations.map(ownerOf))) {
      if (owner === undefined) continue;
      touched.add(owner);
      brands[owner]!.counts.citation.add(1, 1);
    }
  }

  function endCell(at: number): void {
    const ownNamed = brands[0]!.inCell.all;
    for (const index of touched) {
      const { counts, besideOwn, inCell } = brands[index]!;
      const { answers } = overAnswers.cell;
      besideOwn.again += unbiasedProducts(inCell.mentions, ownNamed, inCell.all, answers);
      inCell.all = 0;
      for (const name of ratioNames) counts[name].endCell(at, 1);
      for (const name of ["mentions", "visibility"] as const) {
        besideOwn[name] += inCell[name];
        inCell[name] = 0;
      }
    }
    touched.clear();
    for (const denominator of [overAnswers, overSearched, overNamings]) denominator.endCell(at, 1);
  }

  return { tally, count, endCell };
}

/** The question that a prompt asks, by its key, where others ask it in other words. */
export type QuestionOf = ReadonlyMap<string, string>;

/** Every brand with the sums of wordings of one question added up, as they are one draw of what people ask. */
export function byQuestion({ promptKeys, brands }: Tally, topics: QuestionOf): BrandTally[] {
  const placeOf = placesOf(promptKeys, topics);
  const places = new Set(placeOf).size;
  if (places === promptKeys.length) return brands;
  return brands.map((brand) => ({
    ...brand,
    ratios: Object.fromEntries(
      ratioNames.map((name) => [name, addedUp(brand.ratios[name], placeOf, places)]),
    ) as Ratios,
  }));
}

/** For each prompt which question it asks, counted from 0 in the order of their first prompts. */
export function placesOf(promptKeys: readonly string[], topics: QuestionOf): number[] {
  const places = new Map<string, number>();
  return promptKeys.map((promptKey) => {
    const topic = topics.get(promptKey) ?? promptKey;
    if (!places.has(topic)) places.set(topic, places.size);
    return places.get(topic)!;
  });
}

/** What an answer adds to the visibility score of the n-th brand it names: the DCG discount, in percent. */
export const visibilityAt = (position: number): number => 100 / Math.log2(1 + position);
