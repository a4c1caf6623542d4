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
    3.29/0.99  2.85/0.92  2.63/0.89  2.33/0.80
    3.00/1.09  2.67/1.09  2.45/1.06  2.25/0.99
    2.73/1.31  2.46/1.34  2.39/1.29  2.29/1.23
    2.40/1.62  2.40/1.57  2.42/1.47  2.39/1.30
    2.16/1.82  2.31/1.68  2.34/1.54  2.39/1.41

    4.40/1.07  3.72/0.98  3.35/0.93  2.98/0.91
    3.74/1.18  3.15/1.07  2.83/0.99  2.46/0.97
    3.08/1.36  2.59/1.27  2.29/1.21  2.03/1.12
    2.34/1.72  2.09/1.72  1.97/1.54  1.84/1.45
    1.71/2.15  1.73/2.05  1.82/1.78  1.84/1.58

    6.14/1.43  5.20/1.33  4.71/1.27  4.18/1.26
    5.13/1.46  4.33/1.34  3.85/1.31  3.44/1.30
    3.95/1.61  3.24/1.49  2.89/1.39  2.47/1.40
    2.54/1.82  2.06/1.75  1.77/1.65  1.44/1.55
    1.01/2.58  1.09/2.35  1.07/2.18  1.00/2.03
  `,
  daily: `
    4.12/0.91  3.60/0.95  3.28/0.99  2.92/0.96
    3.89/1.12  3.45/1.17  3.20/1.27  2.94/1.20
    3.70/1.41  3.46/1.48  3.38/1.49  3.26/1.35
    3.54/1.71  3.62/1.62  3.66/1.52  3.66/1.29
    3.49/1.91  3.72/1.75  3.80/1.60  3.80/1.34

    5.54/1.01  4.73/0.90  4.23/0.84  3.71/0.82
    4.94/1.14  4.13/1.01  3.69/0.95  3.21/0.87
    4.36/1.40  3.71/1.35  3.29/1.32  2.84/1.19
    3.81/1.85  3.47/1.84  3.27/1.81  3.07/1.64
    3.37/2.30  3.52/2.09  3.55/1.95  3.46/1.76

    7.79/1.22  6.56/1.15  5.92/1.12  5.20/1.09
    6.75/1.29  5.65/1.17  5.05/1.17  4.39/1.11
    5.66/1.57  4.61/1.39  4.03/1.28  3.44/1.20
    4.33/2.09  3.51/1.90  3.04/1.67  2.46/1.63
    3.02/2.88  2.95/2.69  2.85/2.45  2.74/2.20
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
