import { betaDistribution } from "./beta.ts";

const quantiles = new Map<number, number>();

/** Beyond this many degrees the expansion below is exact to 1e-10, and the series would only be slow. */
const longestSeries = 200;

/** Standard normal quantile at 0.975. */
const z = 1.959963984540054;

/**
 * The 0.975 quantile of Student's t: half of a two-sided 95% interval. Exact to 1e-9 for whole degrees of freedom, to 1e-6
 * for others. Sources: Abramowitz & Stegun 26.7.1 (tails), 26.7.3-4 (distribution), 26.7.5 (expansion).
 */
export function studentQuantile(degrees: number): number {
  if (!Number.isInteger(degrees)) return degrees > longestSeries ? expanded(degrees) : solved(degrees);
  let quantile = quantiles.get(degrees);
  if (quantile === undefined) {
    quantile = degrees > longestSeries ? expanded(degrees) : solved(degrees);
    quantiles.set(degrees, quantile);
  }
  return quantile;
}

/** Bisects the angle whose tangent is t/√ν, in which the distribution is smooth and bounded. */
function solved(degrees: number): number {
  const within = Number.isInteger(degrees)
    ? (angle: number) => withinAngle(angle, degrees)
    : (angle: number) => 1 - studentTails(Math.sqrt(degrees) * Math.tan(angle), degrees);
  let low = 0;
  let high = Math.PI / 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (within(middle) < 0.95) low = middle;
    else high = middle;
  }
  return Math.sqrt(degrees) * Math.tan((low + high) / 2);
}

/** P(|T| ≤ √ν·tan θ), a finite series for whole ν. */
function withinAngle(angle: number, degrees: number): number {
  const squared = Math.cos(angle) ** 2;
  const odd = degrees % 2 === 1;
  let term = odd ? Math.cos(angle) : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let next = odd ? 3 : 2; next < degrees - 1; next += 2) {
    term *= ((next - 1) / next) * squared;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

function expanded(degrees: number): number {
  const z2 = z * z;
  const terms = [
    1,
    (z2 + 1) / 4,
    ((5 * z2 + 16) * z2 + 3) / 96,
    (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
    ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160,
  ];
  return z * terms.reduceRight((sum, term) => sum / degrees + term, 0);
}

/** P(|T| ≥ t): how often chance reaches this in either direction. Source: Abramowitz & Stegun 26.7.1. */
export const studentTails = (t: number, degrees: number): number =>
  betaDistribution(degrees / 2, 0.5)(degrees / (degrees + t * t));

/** Student's t that is as unlikely as this many deviations of a normal distribution. Source: Wallace (1959). */
export function studentBound(deviations: number, degrees: number): number {
  const scaled = (deviations * (8 * degrees + 3)) / (8 * degrees + 1);
  return Math.sqrt(degrees * Math.expm1(scaled ** 2 / degrees));
}

/** The other way round: what is as unlikely on the normal distribution as this is on Student's t. */
export function normalDeviations(t: number, degrees: number): number {
  return Math.sqrt(degrees * Math.log1p(t ** 2 / degrees)) * ((8 * degrees + 1) / (8 * degrees + 3));
}
