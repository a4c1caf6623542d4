import { type RatioCount, ratioCount } from "../../src/figures/metrics/ratio-count.ts";
import { visibilityAt } from "../../src/figures/metrics/tally.ts";
import type { RatioSums } from "../../src/figures/uncertainty/ratio.ts";
import { binomial, logistic, normal, type Random } from "./random.ts";

/** Brands that answers name, each more or less often, and by how much prompts differ in that (log-odds). */
export interface World {
  /** Log-odds that an average prompt names it, by brand. */
  odds: readonly number[];
  promptSpread: number;
  /** How much of a prompt's difference all brands share, 0 to 1. */
  shared: number;
}

export const figureNames = [
  "appearance",
  "visibility",
  "voice",
  "sentiment",
  "position",
  "citation",
] as const;
export type Counted = Record<(typeof figureNames)[number], RatioSums>;

/** What one answer says: the brands in their order, and how the first of them is spoken of. */
interface Said {
  order: number[];
  sentiment: number;
  /** Pages that it cites, and how many of them are of the domain that is looked at. */
  pages: number;
  cited: number;
}

/** A prompt of the world: its own log-odds for each brand. */
export function promptOf(world: World, random: Random): number[] {
  const common = normal(random);
  const { promptSpread, shared } = world;
  return world.odds.map(
    (odds) => odds + promptSpread * (Math.sqrt(shared) * common + Math.sqrt(1 - shared) * normal(random)),
  );
}

/** Brands are named independently, the likelier ones tend to come first. */
export function answerTo(prompt: readonly number[], world: World, random: Random): Said {
  const named = prompt.flatMap((odds, brand) => (random() < logistic(odds) ? [brand] : []));
  const early = new Map(
    named.map((brand) => [brand, world.odds[brand]! / 2 - Math.log(-Math.log(1 - random()))]),
  );
  const pages = 2 + Math.floor(7 * random());
  return {
    pages,
    cited: binomial(random, pages, logistic(prompt[0]! - 1)),
    order: named.sort((a, b) => early.get(b)! - early.get(a)!),
    sentiment: Math.min(
      100,
      Math.max(0, 68 + (4 * prompt[0]!) / (1 + Math.abs(prompt[0]!)) + 14 * normal(random)),
    ),
  };
}

/** What a brand has of each figure in one answer: y and x of the ratio. */
export function partsOf(
  { order, sentiment, cited, pages }: Said,
  brand: number,
): Record<keyof Counted, [y: number, x: number]> {
  const place = order.indexOf(brand) + 1;
  const named = place > 0 ? 1 : 0;
  return {
    appearance: [named, 1],
    visibility: [named ? visibilityAt(place) : 0, 1],
    voice: [named, order.length],
    sentiment: [named * sentiment, named],
    position: [place, named],
    citation: [cited, pages],
  };
}

/** A run: every prompt put to each engine so many times. */
export function runOf(
  world: World,
  shape: { prompts: number; engines: number; runs: number },
  random: Random,
): Counted[] {
  const counts = world.odds.map(
    () =>
      Object.fromEntries(figureNames.map((name) => [name, ratioCount.apart(shape.prompts)])) as Record<
        keyof Counted,
        RatioCount
      >,
  );
  for (let at = 0; at < shape.prompts; at += 1) {
    const prompt = promptOf(world, random);
    for (let engine = 0; engine < shape.engines; engine += 1) {
      for (let run = 0; run < shape.runs; run += 1) {
        const said = answerTo(prompt, world, random);
        for (const [brand, count] of counts.entries()) {
          const parts = partsOf(said, brand);
          for (const name of figureNames) if (parts[name][1] > 0) count[name].add(...parts[name]);
        }
      }
      for (const count of counts) for (const name of figureNames) count[name].endCell(at, 1);
    }
  }
  return counts.map(
    (count) => Object.fromEntries(figureNames.map((name) => [name, count[name].sums])) as Counted,
  );
}

/** The true figures, from so many prompts that their error does not matter. */
export function truthOf(world: World, random: Random, prompts = 400_000): Record<keyof Counted, number> {
  const sums = Object.fromEntries(figureNames.map((name) => [name, [0, 0]])) as Record<
    keyof Counted,
    [number, number]
  >;
  for (let at = 0; at < prompts; at += 1) {
    const parts = partsOf(answerTo(promptOf(world, random), world, random), 0);
    for (const name of figureNames) {
      sums[name][0] += parts[name][0];
      sums[name][1] += parts[name][1];
    }
  }
  return Object.fromEntries(figureNames.map((name) => [name, sums[name][0] / sums[name][1]])) as Record<
    keyof Counted,
    number
  >;
}
