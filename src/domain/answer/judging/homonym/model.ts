/**
 * What decides about a homonym, from its features: a logistic model, and small trees that see what a sum does not, such as
 * that a meaning far from the trade matters more where a capital is forced.
 */
export interface Model {
  /** In the order of the features. */
  weights: Float64Array;
  trees: readonly Tree[];
}

/** The log-odds to add; or a question, whether a feature is at most a value, with what follows if so and if not. */
export type Tree = number | readonly [feature: number, most: number, then: Tree, otherwise: Tree];

/** The log-odds of a model, before calibration. */
export function oddsOf(features: Float64Array, { weights, trees }: Model): number {
  let sum = 0;
  for (let at = 0; at < features.length; at++) sum += (features[at] as number) * (weights[at] as number);
  for (const tree of trees) sum += leafOf(tree, features);
  return sum;
}

function leafOf(tree: Tree, features: Float64Array): number {
  let node = tree;
  while (typeof node !== "number") {
    const [feature, most, then, otherwise] = node;
    node = (features[feature] as number) <= most ? then : otherwise;
  }
  return node;
}
