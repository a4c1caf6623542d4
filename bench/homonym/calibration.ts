import type { Calibration } from "../../src/reader/judgement/homonym/calibrate.ts";
import { oddsOfExample } from "./decision.ts";
import type { Example } from "./examples.ts";
import { groupOf } from "./split.ts";
import { isHouse, trainOn, weightsOf } from "./train.ts";

/** What a model that saw nothing of an example's brand says of it. */
export interface Prediction {
  example: Example;
  /** Before calibration, 0-1. */
  probability: number;
  weight: number;
}

/** Predictions on all examples, by models fitted without their group of brands. */
export function leftOutPredictions(
  examples: readonly Example[],
  modelWithout = (group: string) => trainOn(examples.filter(({ brand }) => groupOf(brand) !== group)),
): Prediction[] {
  const models = new Map<string, Float64Array>();
  const weights = weightsOf(examples);
  return examples.flatMap((example, at) => {
    if (isHouse(example.source)) return [];
    const group = groupOf(example.brand);
    const model = models.get(group) ?? modelWithout(group);
    models.set(group, model);
    return {
      example,
      probability: 1 / (1 + Math.exp(-oddsOfExample(example, model))),
      weight: weights[at] as number,
    };
  });
}

const bins = 20;

/**
 * How often a name is meant where the model says a probability: isotonic regression over bins of equal weight, by pooling
 * adjacent violators (Barlow et al., 1972), to be read with straight lines between its points.
 */
export function calibrationOf(predictions: readonly Prediction[]): Calibration {
  const sorted = predictions.toSorted((a, b) => a.probability - b.probability);
  const all = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const pools: { said: number; names: number; weight: number }[] = [];
  let bin = { said: 0, names: 0, weight: 0 };
  for (const { probability, example, weight } of sorted) {
    bin.said += probability * weight;
    bin.names += Number(example.names) * weight;
    bin.weight += weight;
    if (bin.weight < all / bins) continue;
    pools.push(bin);
    bin = { said: 0, names: 0, weight: 0 };
    pool(pools);
  }
  if (bin.weight > 0) pools.push(bin);
  pool(pools);
  return pools.map(({ said, names, weight }) => [round(said / weight), round(names / weight)]);
}

function pool(pools: { said: number; names: number; weight: number }[]): void {
  for (;;) {
    const [last, before] = [pools.at(-1), pools.at(-2)];
    if (!last || !before || before.names / before.weight < last.names / last.weight) return;
    pools.pop();
    before.said += last.said;
    before.names += last.names;
    before.weight += last.weight;
  }
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
