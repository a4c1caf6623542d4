import type { Calibration } from "../../src/reader/judgement/homonym/calibrate.ts";
import { byOdds, oddsOf } from "../../src/reader/judgement/homonym/homonym.ts";
import type { Judgement } from "../../src/reader/judgement/homonym/judgement.ts";
import { oddsTogether } from "../../src/reader/judgement/one-sense.ts";
import type { Example } from "./examples.ts";

/** The log-odds that a model gives an example, its fellow occurrences heard as the reader hears them. */
export function oddsOfExample({ features, place, others }: Example, model: Float64Array): number {
  const own = oddsOf(features, model) + place;
  if (others.length === 0) return own;
  return oddsTogether(own, others.reduce((sum, each) => sum + oddsOf(each, model), 0) / others.length);
}

/** What the reader would decide with that model. */
export function decisionOn(example: Example, model: Float64Array, calibration?: Calibration): Judgement {
  return byOdds(oddsOfExample(example, model), "ordinary_word", calibration ? { calibration } : {});
}
