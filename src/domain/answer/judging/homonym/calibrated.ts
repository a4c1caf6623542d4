/** Points of a rising line: what the model says, and how often the name was meant where it said so; both 0-1. */
export type Calibration = readonly (readonly [said: number, meant: number])[];

/** The probability that a name is meant, by what the model says, with straight lines between the points. */
export function calibrated(said: number, points: Calibration): number {
  let [fromX, fromY] = [0, 0];
  for (const [x, y] of points) {
    if (said <= x) return x === fromX ? y : fromY + ((said - fromX) / (x - fromX)) * (y - fromY);
    [fromX, fromY] = [x, y];
  }
  return fromX === 1 ? fromY : fromY + ((said - fromX) / (1 - fromX)) * (1 - fromY);
}
