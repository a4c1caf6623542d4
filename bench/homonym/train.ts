import type { Example } from "./examples.ts";
import { fit } from "./logistic.ts";

/** Brands left out are read better with 0.4 than with 0.8, and worse with 2. */
const penalty = 0.4;

/** The weights of the model fitted on some examples, in the order of the features. */
export function trainOn(examples: readonly Example[]): Float64Array {
  return fit(
    examples.map(({ features }) => features),
    examples.map(({ names }) => names),
    weightsOf(examples),
    penalty,
    examples.map(({ place }) => place),
  );
}

/** What others weigh beside marked answers: cases made to deceive are more suspicious than answers deserve. */
const weightBesideAnswers = 0.3;

/** A name alone is the rarer project. */
const weightOfBareAnswers = 0.7;

const chosen = new Set(["sentences", "own-cases"]);

/** What is not the brand is rarer among these rows than in answers. */
const weightOfOtherThings = 1.15;

/**
 * Each brand weighs the same however many rows it has, softened so that one row does not outweigh ten. Most rows are of a few
 * brands in one kind of answer, so that what was written or chosen for its variety weighs more, and what must be right most.
 */
export function weightsOf(examples: readonly Example[]): number[] {
  const count = new Map<string, number>();
  for (const { brand } of examples) count.set(brand, (count.get(brand) ?? 0) + 1);
  return examples.map((example) => {
    if (isOfAnswer(example.source)) return example.bare ? weightOfBareAnswers : 1;
    const beside = isHouse(example.source) ? 1 : weightBesideAnswers;
    const weight = (beside * weightOf(example)) / Math.sqrt(count.get(example.brand) as number);
    return (example.bare ? 0.5 : 1) * (example.names ? 1 : weightOfOtherThings) * weight;
  });
}

function weightOf({ source, language }: Example): number {
  if (isHouse(source)) return 40;
  return source.endsWith("-2") || chosen.has(source) || language !== "en" ? 2 : 1;
}

const isOfAnswer = (source: string): boolean => source === "answers";

/** Whether a row is of the sentences that tests hold: fitted on so that they are read right, they measure nothing. */
export const isHouse = (source: string): boolean => source === "house";
