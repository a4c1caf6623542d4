/**
 * ln Γ(x) for x > 0, exact to about 1e-14: Stirling's series, after the recurrence has raised x above 8.
 * Source: Abramowitz & Stegun 6.1.15 and 6.1.41.
 */
export function logGamma(x: number): number {
  let product = 1;
  let shifted = x;
  while (shifted < 8) {
    product *= shifted;
    shifted += 1;
  }
  const square = 1 / (shifted * shifted);
  const series =
    (1 / 12 +
      square *
        (-1 / 360 +
          square * (1 / 1260 + square * (-1 / 1680 + square * (1 / 1188 + square * (-691 / 360360)))))) /
    shifted;
  return (shifted - 0.5) * Math.log(shifted) - shifted + halfLogTwoPi + series - Math.log(product);
}

const halfLogTwoPi = 0.9189385332046727;

/** The distribution function of Beta(a, b), with everything independent of x computed once. */
export function betaDistribution(a: number, b: number): (x: number) => number {
  const logBeta = logBetaOf(a, b);
  return (x) => (x <= 0 ? 0 : x >= 1 ? 1 : within(x, a, b, a * Math.log(x) + b * Math.log1p(-x) - logBeta));
}

/** The sum of several such functions, each with its weight; one of at most `negligible` weight is left out. */
export function weighedBetas(
  shapes: readonly (readonly [a: number, b: number])[],
  negligible: number,
): (x: number, weights: ArrayLike<number>) => number {
  const logBetas = shapes.map(([a, b]) => logBetaOf(a, b));
  return (x, weights) => {
    const [log, logRest] = [Math.log(x), Math.log1p(-x)];
    let sum = 0;
    for (let at = 0; at < shapes.length; at += 1) {
      if (weights[at]! <= negligible) continue;
      const [a, b] = shapes[at]!;
      sum += weights[at]! * within(x, a, b, a * log + b * logRest - logBetas[at]!);
    }
    return sum;
  };
}

const logBetaOf = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** The distribution function between 0 and 1; `logFront` is that of x^a·(1 − x)^b/B(a, b). */
function within(x: number, a: number, b: number, logFront: number): number {
  const front = Math.exp(logFront);
  return x < (a + 1) / (a + b + 2)
    ? (front * fraction(x, a, b)) / a
    : 1 - (front * fraction(1 - x, b, a)) / b;
}

const tiny = 1e-300;
const mostTerms = 10_000;

const away = (value: number): number => (Math.abs(value) < tiny ? tiny : value);

/** The continued fraction of the incomplete beta function by Lentz's method. Source: DLMF 8.17.22. */
function fraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let term = 1; term < mostTerms; term += 1) {
    const twice = a + 2 * term;
    const even = (term * (b - term) * x) / ((twice - 1) * twice);
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    value *= d * c;
    const odd = (-(a + term) * (a + b + term) * x) / (twice * (twice + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-13) break;
  }
  return value;
}
