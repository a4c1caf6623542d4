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
  const logBeta = logGamma(a) + logGamma(b) - logGamma(a + b);
  const turn = (a + 1) / (a + b + 2);
  return (x) => {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta);
    return x < turn ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b;
  };
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
