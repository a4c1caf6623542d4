import type { Rhythm } from "../watching/changepoints.ts";

/** The chance that the watch finds a shift by the fourth report after it: Φ((shift − half)/spread). */
interface WatchPower {
  /** The shift that is found in half of the cases, in deviations of one report. */
  half: number;
  spread: number;
}

export const earlierSteps = [4, 6, 8, 12];

/** How much of a report's variance is days. */
export const dayShares = [0, 0.25, 0.5, 0.75, 0.95];

/** Half and spread by earlier reports, for each share of days. By simulation: `npm run bench -- plan table` prints them. */
const table: Record<Rhythm, readonly (readonly (readonly [number, number])[])[]> = {
  weekly: [
    [
      [3.49, 0.85],
      [2.94, 0.78],
      [2.66, 0.73],
      [2.33, 0.65],
    ],
    [
      [3.22, 0.96],
      [2.73, 0.89],
      [2.47, 0.83],
      [2.2, 0.75],
    ],
    [
      [2.99, 1.1],
      [2.57, 1.04],
      [2.38, 0.97],
      [2.17, 0.87],
    ],
    [
      [2.8, 1.26],
      [2.5, 1.16],
      [2.38, 1.06],
      [2.24, 0.92],
    ],
    [
      [2.66, 1.41],
      [2.48, 1.24],
      [2.4, 1.11],
      [2.28, 0.95],
    ],
  ],
  daily: [
    [
      [4.57, 0.89],
      [3.89, 0.91],
      [3.47, 0.91],
      [3.01, 0.81],
    ],
    [
      [4.33, 1.1],
      [3.75, 1.17],
      [3.42, 1.13],
      [3.01, 1.08],
    ],
    [
      [4.24, 1.43],
      [3.82, 1.45],
      [3.56, 1.4],
      [3.27, 1.19],
    ],
    [
      [4.32, 1.71],
      [4.1, 1.6],
      [3.9, 1.39],
      [3.62, 1.14],
    ],
    [
      [4.43, 1.86],
      [4.33, 1.58],
      [4.15, 1.34],
      [3.87, 1.11],
    ],
  ],
};

/** Between the simulated settings, what lies between. */
export function watchPower(rhythm: Rhythm, earlier: number, dayShare: number): WatchPower {
  const column = placeIn(earlierSteps, earlier);
  const row = placeIn(dayShares, dayShare);
  const at = (which: 0 | 1) =>
    row.mix(table[rhythm].map((cells) => column.mix(cells.map((cell) => cell[which]))));
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
