/** Numbers between 0 and 1, the same for the same seed on every machine. */
export type Random = () => number;

/** Mulberry32: 32 bits of state. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A gamma deviate of this shape: Marsaglia and Tsang (2000), with their boost below 1. */
export function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v;
  }
}

export const binomial = (random: Random, size: number, rate: number): number => {
  let hits = 0;
  for (let at = 0; at < size; at += 1) if (random() < rate) hits += 1;
  return hits;
};

export const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds));
