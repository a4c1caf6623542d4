import { findRoot } from "./root-finding.ts";

/** The standard normal distribution function, to 1.5e-7. Source: Abramowitz & Stegun 7.1.26. */
export function standardNormal(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = 0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)));
  const tail = t * series * Math.exp(-x * x);
  return z > 0 ? 1 - tail / 2 : tail / 2;
}

/** Its quantile for a probability from 0.001 to 0.999. */
export function standardNormalQuantile(probability: number): number {
  const scale = 10;
  return scale * (2 * findRoot((at) => standardNormal(scale * (2 * at - 1)) - probability, 0.1, 0.9) - 1);
}
