import { gamma, logistic, normal, type Random } from "./random.ts";

/** The rate of one prompt, drawn from all prompts like it. */
export type PromptRate = (random: Random) => number;

/** Beta(a, b) with this mean; the intra-prompt correlation is 1/(a + b + 1). */
export function smooth(mean: number, correlation: number): PromptRate {
  if (correlation === 0) return () => mean;
  const weight = 1 / correlation - 1;
  return (random) => {
    const one = gamma(random, mean * weight);
    const other = gamma(random, (1 - mean) * weight);
    // Both underflow to 0 only for tiny shapes, where the distribution is all at its ends.
    return one + other === 0 ? Number(random() < mean) : one / (one + other);
  };
}

/** Prompts of two kinds: a rate that is high or low, with the mean and correlation asked for. */
export function twoPoint(mean: number, correlation: number): PromptRate {
  const spread = Math.sqrt(correlation);
  const [low, high] = [mean * (1 - spread), mean + (1 - mean) * spread];
  return (random) => (random() < mean ? high : low);
}

/** Log-odds that are normal; the mean and the correlation are found by quadrature, so that they are those asked for. */
export function logisticNormal(mean: number, correlation: number): PromptRate {
  if (correlation === 0) return () => mean;
  let [low, high] = [0, 12];
  let centre = 0;
  for (let step = 0; step < 50; step += 1) {
    const deviation = (low + high) / 2;
    centre = centreFor(mean, deviation);
    const { square } = moments(centre, deviation);
    if ((square - mean * mean) / (mean * (1 - mean)) < correlation) low = deviation;
    else high = deviation;
  }
  const deviation = (low + high) / 2;
  return (random) => logistic(centre + deviation * normal(random));
}

function centreFor(mean: number, deviation: number): number {
  let [low, high] = [-60, 60];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (moments(middle, deviation).mean < mean) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const nodes = Array.from({ length: 201 }, (_, at) => -8 + (16 * at) / 200);
const density = nodes.map((node) => Math.exp((-node * node) / 2));
const mass = density.reduce((sum, each) => sum + each, 0);

function moments(centre: number, deviation: number): { mean: number; square: number } {
  let [mean, square] = [0, 0];
  for (const [at, node] of nodes.entries()) {
    const rate = logistic(centre + deviation * node);
    mean += (rate * density[at]!) / mass;
    square += (rate * rate * density[at]!) / mass;
  }
  return { mean, square };
}
