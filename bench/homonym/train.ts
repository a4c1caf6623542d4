import type { Example } from "./examples.ts";
import { fit } from "./logistic.ts";

const penalty = 0.8;

/** The weights of the model fitted on some examples, in the order of the features. */
export function trainOn(examples: readonly Example[]): Float64Array {
  return fit(
    examples.map(({ features }) => features),
    examples.map(({ names }) => names),
    weightsOf(examples),
    penalty,
  );
}

const chosen = new Set(["sentences", "house", "own-cases"]);

/** Each brand weighs the same however many rows it has, softened so that one row does not outweigh ten. */
export function weightsOf(examples: readonly Example[]): number[] {
  const count = new Map<string, number>();
  for (const { brand } of examples) count.set(brand, (count.get(brand) ?? 0) + 1);
  return examples.map(({ brand, bare, source, language }) => {
    // Most rows are of a few brands in one kind of answer; what was written or chosen for its variety weighs more.
    const rare = source.endsWith("-2") || chosen.has(source) || language !== "en";
    return ((bare ? 0.5 : 1) * (rare ? 2 : 1)) / Math.sqrt(count.get(brand) as number);
  });
}
