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
    3.36/0.95  2.90/0.86  2.61/0.81  2.31/0.77
    3.01/1.11  2.63/1.04  2.40/0.98  2.19/0.95
    2.74/1.26  2.43/1.18  2.27/1.12  2.14/1.04
    2.40/1.52  2.28/1.39  2.27/1.29  2.13/1.18
    2.18/1.68  2.17/1.53  2.14/1.42  2.06/1.27

    4.45/1.07  3.79/1.02  3.36/0.99  2.95/0.91
    3.83/1.16  3.17/1.08  2.85/1.02  2.46/0.98
    3.16/1.26  2.59/1.22  2.27/1.18  1.98/1.13
    2.40/1.63  2.03/1.53  1.89/1.46  1.69/1.36
    1.70/2.13  1.70/1.76  1.63/1.73  1.54/1.59

    6.26/1.38  5.23/1.31  4.75/1.27  4.17/1.25
    5.23/1.43  4.35/1.43  3.89/1.35  3.42/1.37
    4.07/1.55  3.30/1.51  2.93/1.41  2.48/1.38
    2.56/1.85  2.07/1.66  1.76/1.51  1.43/1.46
    1.20/2.18  1.05/2.21  0.92/1.97  0.80/1.89
  `,
  daily: `
    4.42/0.85  3.81/0.94  3.45/0.98  3.04/0.94
    4.20/1.09  3.61/1.19  3.43/1.21  3.06/1.18
    3.95/1.35  3.69/1.48  3.49/1.47  3.36/1.35
    3.94/1.68  3.89/1.68  3.82/1.48  3.66/1.33
    3.87/2.05  4.02/1.82  3.98/1.60  3.86/1.41

    6.02/1.02  4.98/0.91  4.44/0.88  3.84/0.84
    5.30/1.12  4.39/1.09  3.87/1.00  3.33/0.90
    4.73/1.49  3.92/1.42  3.43/1.36  2.93/1.18
    4.21/1.99  3.72/1.94  3.43/1.79  3.13/1.62
    3.73/2.42  3.81/2.16  3.69/2.02  3.49/1.73

    8.40/1.26  6.97/1.16  6.22/1.14  5.38/1.13
    7.30/1.31  6.00/1.21  5.32/1.18  4.55/1.14
    6.10/1.65  4.92/1.47  4.24/1.25  3.53/1.23
    4.84/2.28  3.78/1.97  3.18/1.73  2.60/1.54
    3.56/2.95  3.32/2.72  3.05/2.43  2.78/2.14
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
