import {
  type FeatureName,
  featureNames,
} from "../../src/domain/answer/judging/homonym/features/feature-name.ts";
import { isOfPage } from "../../src/domain/answer/judging/homonym/features/page.ts";
import type { Model } from "../../src/domain/answer/judging/homonym/model.ts";
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
  const near = fitted(rows.map(withoutPage), labels, counted);
  const weights = fitted(rows, labels, counted);
  const odds = rows.map((row) => row.reduce((sum, value, at) => sum + value * (weights[at] as number), 0));
  const trees = growTrees(rows, labels, counted, odds, growth);
  return { near: inDoubt(near), weights: inDoubt(weights), trees };
}

function fitted(rows: readonly Float64Array[], labels: readonly boolean[], counted: readonly number[]) {
  return fit(rows, labels, counted, penalty).map((weight) => Math.round(weight * 1000) / 1000);
}

const ofPage = featureNames.map(isOfPage);

const withoutPage = (row: Float64Array): Float64Array => row.map((value, at) => (ofPage[at] ? 0 : value));

function inDoubt(weights: Float64Array): Float64Array {
  return weights.map((weight, at) => weight + (benefitOfDoubt[featureNames[at] as FeatureName] ?? 0));
}

/**
 * Log-odds for names that are hardly ever anything else in answers. Among hard cases they often are, so that fitting on these
 * alone would let `about`, which seldom tells all that a company sells, overrule them. Word lists tell coined names from words
 * in English only.
 */
const benefitOfDoubt: Partial<Record<FeatureName, number>> = {
  coined_in_english: 1,
  name_has_rare_word: 2.5,
};

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
    return (example.bare ? bareWeight(example) : 1) * weight;
  });
}

const weightOfHouse = 12;

function weightOf({ source, language, names }: Example): number {
  if (isHard(source)) return names ? 7.5 : 5;
  if (source === "mention-labels-2") return 5;
  return source.startsWith("mention-") || chosen.has(source) || language !== "en" ? 2 : 1;
}

// What makes a case hard is mostly told apart by `about`.
const bareWeight = ({ source }: Example): number => (isHard(source) ? 0.05 : 0.5);

/** Whether a row is of the cases that were written to be hard: they teach what tells senses apart, not how common they are. */
export const isHard = (source: string): boolean => source === "hard-cases";

/** Whether a row is of the sentences that tests hold: fitted on so that they are read right, they measure nothing. */
export const isHouse = (source: string): boolean => source === "house";
