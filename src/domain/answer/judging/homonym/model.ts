/**
 * What decides about a homonym, from its features: a logistic model, and small trees that see what a sum does not, such as
 * that a meaning far from the trade matters more where a capital is forced.
 */
export interface Model {
  /** In the order of the features. */
  weights: Float64Array;
  trees: readonly Tree[];
  /** Weights that decide without the page where they are sure; those of the page's features are 0. */
  near: Float64Array;
}

/** The log-odds to add; or a question, whether a feature is at most a value, with what follows if so and if not. */
export type Tree = number | readonly [feature: number, most: number, then: Tree, otherwise: Tree];

/** Log-odds beyond which the page has changed no decision on brands left out. */
const sure = 3;

/** The log-odds of a model, before calibration. `addPage` adds the page's features, where they are needed. */
export function oddsOf(features: Float64Array, model: Model, addPage?: () => void): number {
  const near = sumOf(features, model.near);
  if (Math.abs(near) > sure) return near;
  addPage?.();
  let sum = sumOf(features, model.weights);
  for (const tree of model.trees) sum += leafOf(tree, features);
  return sum;
}

function sumOf(features: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < features.length; at++) sum += (features[at] as number) * (weights[at] as number);
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
