import { scoreReport } from "../../src/figures/report.ts";
import type { TrackedBrands } from "../../src/reader/brand.ts";
import { answersTo } from "../../test/fixtures/answers.ts";
import { logistic, normal, type Random } from "./random.ts";

/** To each prompt. */
export const answersEach = 6;
/** In logits: how much prompts differ for a brand. */
export const promptSpread = 0.7;

export const logitOf = (rate: number): number => Math.log(rate / (1 - rate));

/** A report of brands with these levels, the first of them the own one; or with these rates, by prompt and brand. Answers name them in any order. */
export function brandsReport(
  levels: readonly number[],
  prompts: number,
  random: Random,
  given?: readonly (readonly number[])[],
) {
  const names = levels.map((_, at) => (at === 0 ? "Acme" : `Rival ${at}`));
  const brand = (name: string) => ({ name, aliases: [], domains: [], about: null });
  const tracked: TrackedBrands = { own: brand(names[0]!), rivals: names.slice(1).map(brand) };
  const drawn =
    given ??
    Array.from({ length: prompts }, () =>
      levels.map((level) => logistic(level + promptSpread * normal(random))),
    );
  const texts = drawn.map((rates) =>
    Array.from({ length: answersEach }, () => namesIn(rates, names, random)),
  );
  return { ...scoreReport(answersTo(texts), tracked), drawn, names };
}

const namesIn = (rates: readonly number[], names: readonly string[], random: Random): string[] =>
  names
    .filter((_, at) => random() < rates[at]!)
    .map((name) => ({ name, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ name }) => name);

export type Drawn = ReturnType<typeof brandsReport>;

/** What the figures are over all prompts like these: of each brand its rate and its visibility. */
export function trueFigures(
  levels: readonly number[],
  random: Random,
): { rate: number; visibility: number }[] {
  const answers = 4000;
  const sums = levels.map(() => ({ rate: 0, visibility: 0 }));
  for (let draw = 0; draw < answers; draw += 1) {
    const named = levels.flatMap((level, at) =>
      random() < logistic(level + promptSpread * normal(random)) ? [{ at, order: random() }] : [],
    );
    for (const [place, { at }] of named.sort((a, b) => a.order - b.order).entries()) {
      sums[at]!.rate += 1 / answers;
      sums[at]!.visibility += 100 / Math.log2(2 + place) / answers;
    }
  }
  return sums;
}
