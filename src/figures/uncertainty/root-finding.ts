/**
 * Where a rising function of a probability passes 0: between a probability where it is negative (low) and one where it
 * is positive (high); neither end need be evaluated. Works on the log-odds, in which the curves of this folder are nearly
 * straight, by false position with halved ends (Illinois), to 1e-7 of log-odds.
 */
export function findRoot(
  of: (probability: number) => number,
  low: number,
  high: number,
  start: number = (low + high) / 2,
): number {
  let [left, right] = [logOdds(Math.max(low, nearest)), logOdds(Math.min(high, 1 - nearest))];
  let [leftValue, rightValue] = [Number.NaN, Number.NaN];
  let at = Math.min(right, Math.max(left, logOdds(start)));
  let side = 0;
  for (let step = 0; step < mostSteps && right - left > tolerance; step += 1) {
    const value = of(probability(at));
    if (Math.abs(value) < close) return probability(at);
    if (value < 0) {
      left = at;
      leftValue = value;
      if (side === -1) rightValue /= 2;
      side = -1;
    } else {
      right = at;
      rightValue = value;
      if (side === 1) leftValue /= 2;
      side = 1;
    }
    at = next(left, leftValue, right, rightValue, value < 0);
  }
  return probability((left + right) / 2);
}

/** Closer to 0 or 1 than this many answers could ever tell. */
const nearest = 1e-9;
const mostSteps = 60;
/** Tolerance in log-odds. */
const close = 1e-7;
const tolerance = 1e-7;

/** Until both ends are known, steps towards the unknown one by 1 in log-odds. */
function next(left: number, leftValue: number, right: number, rightValue: number, up: boolean): number {
  if (Number.isNaN(leftValue) || Number.isNaN(rightValue)) {
    const walked = up ? left + 1 : right - 1;
    return walked > left && walked < right ? walked : (left + right) / 2;
  }
  const weight =
    Number.isFinite(leftValue) && Number.isFinite(rightValue) ? leftValue / (leftValue - rightValue) : 0.5;
  return left + Math.min(0.99, Math.max(0.01, weight)) * (right - left);
}

export const logOdds = (probability: number): number => Math.log(probability / (1 - probability));

export const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));
