import type { Rhythm } from "../watching/changepoints.ts";

/** The chance that the watch finds a shift by the fourth report after it: Φ((shift − half)/spread). */
interface WatchPower {
  /** The shift that is found in half of the cases, in deviations of one report before it. */
  half: number;
  spread: number;
}

export const earlierSteps = [4, 6, 8, 12];

/** How much of a report's variance is days. */
export const dayShares = [0, 0.25, 0.5, 0.75, 0.95];

/** How much larger the variance of a report is after the shift than before. */
export const varianceRatios = [1, 2, 4];

/**
 * A line for each share of days: by earlier reports the half and the spread. One block for each ratio of variances. By simulation:
 * `npm run bench -- plan table` prints them.
 */
const simulated: Record<Rhythm, string> = {
  weekly: `
    3.45/0.85  2.94/0.76  2.67/0.72  2.34/0.66
    3.23/0.96  2.73/0.89  2.48/0.83  2.20/0.77
    2.98/1.08  2.56/1.04  2.36/0.98  2.18/0.87
    2.81/1.28  2.51/1.17  2.38/1.06  2.25/0.88
    2.68/1.41  2.49/1.25  2.42/1.11  2.29/0.95

    4.71/0.93  3.94/0.85  3.56/0.80  3.13/0.78
    4.19/1.00  3.46/0.91  3.07/0.84  2.67/0.81
    3.64/1.20  2.98/1.08  2.63/0.99  2.23/0.92
    3.11/1.45  2.59/1.32  2.32/1.20  2.04/1.11
    2.68/1.77  2.39/1.51  2.25/1.34  2.06/1.23

    6.56/1.17  5.55/1.12  5.03/1.10  4.42/1.09
    5.76/1.23  4.77/1.13  4.29/1.11  3.76/1.10
    4.82/1.38  3.89/1.23  3.41/1.19  2.93/1.16
    3.69/1.65  2.83/1.45  2.42/1.36  1.94/1.32
    2.49/2.23  2.03/1.91  1.85/1.73  1.65/1.56
  `,
  daily: `
    4.54/0.87  3.87/0.95  3.47/0.91  3.02/0.81
    4.34/1.09  3.73/1.19  3.41/1.14  3.02/1.03
    4.22/1.40  3.81/1.39  3.56/1.40  3.26/1.19
    4.33/1.66  4.08/1.60  3.88/1.41  3.63/1.14
    4.40/1.79  4.32/1.58  4.16/1.37  3.87/1.12

    6.13/0.94  5.10/0.88  4.51/0.82  3.89/0.80
    5.57/1.16  4.55/1.07  4.01/0.96  3.40/0.83
    5.09/1.55  4.21/1.44  3.68/1.25  3.06/1.09
    4.87/1.97  4.18/1.82  3.75/1.62  3.29/1.42
    4.79/2.29  4.44/1.92  4.12/1.71  3.76/1.43

    8.57/1.21  7.10/1.11  6.32/1.04  5.48/1.04
    7.63/1.42  6.20/1.19  5.46/1.11  4.72/1.06
    6.69/1.81  5.30/1.40  4.57/1.26  3.80/1.14
    5.78/2.35  4.49/1.96  3.75/1.74  2.96/1.45
    5.00/2.87  4.37/2.53  3.90/2.26  3.28/1.87
  `,
};

type Table = readonly (readonly (readonly (readonly number[])[])[])[];

const tableOf = (text: string): Table =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((block) =>
      block.split("\n").map((line) =>
        line
          .trim()
          .split(/\s+/)
          .map((pair) => pair.split("/").map(Number)),
      ),
    );

const table: Record<Rhythm, Table> = { weekly: tableOf(simulated.weekly), daily: tableOf(simulated.daily) };

/** Between the simulated settings, what lies between; beyond the largest ratio, all grows with the deviation after the shift. */
export function watchPower(rhythm: Rhythm, earlier: number, dayShare: number, ratio: number): WatchPower {
  const column = placeIn(earlierSteps, earlier);
  const row = placeIn(dayShares, dayShare);
  const layer = placeIn(varianceRatios.map(Math.log2), Math.log2(ratio));
  const scale = Math.sqrt(Math.max(1, ratio / varianceRatios.at(-1)!));
  const at = (which: 0 | 1) =>
    scale *
    layer.mix(
      table[rhythm].map((rows) =>
        row.mix(rows.map((cells) => column.mix(cells.map((cell) => cell[which]!)))),
      ),
    );
  return { half: at(0), spread: at(1) };
}

function placeIn(steps: readonly number[], value: number) {
  const next = Math.max(
    1,
    steps.findIndex((step, at) => step >= value || at === steps.length - 1),
  );
  const [low, high] = [steps[next - 1]!, steps[next]!];
  const part = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return { mix: (values: readonly number[]) => (1 - part) * values[next - 1]! + part * values[next]! };
}
