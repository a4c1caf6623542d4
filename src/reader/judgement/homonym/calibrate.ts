/** Points of a rising line: the model's output, and how often the name was meant at that output; both 0-1. */
export type Calibration = readonly (readonly [said: number, meant: number])[];

/** The probability that a name is meant, by linear interpolation of the model's output. */
export function calibrate(output: number, points: Calibration): number {
  let [fromX, fromY] = [0, 0];
  for (const [x, y] of points) {
    if (output <= x) return x === fromX ? y : fromY + ((output - fromX) / (x - fromX)) * (y - fromY);
    [fromX, fromY] = [x, y];
  }
  return fromX === 1 ? fromY : fromY + ((output - fromX) / (1 - fromX)) * (1 - fromY);
}
