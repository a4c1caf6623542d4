/**
 * Planning: what a plan says of a measurement, beside many such measurements that are made up: the chance to see a
 * change, on quiet days and on restless ones, and the half width that four reports in five reach. Goal: power within 3 points, and the width
 * reached by 80 to 92 %. Then the smallest change that grades name, of which 70 % at least are to be seen. Answers are drawn here, seeded; the argument is how many draws a plan has; `grades` shows these alone, and
 * `table` prints what `watch-power.ts` interpolates. Ends with 1 where a goal is missed.
 */

import { type Goal, planOf } from "../../src/figures/planning/plan.ts";
import { chanceOfChange, reportsToFind } from "../../src/figures/planning/power.ts";
import { dayShares, earlierSteps, varianceRatios } from "../../src/figures/planning/watch-power.ts";
import type { Cell } from "../../src/figures/uncertainty/cell.ts";
import { changeBetween } from "../../src/figures/uncertainty/change.ts";
import { mixtureInterval } from "../../src/figures/uncertainty/mixture.ts";
import { standardNormalQuantile } from "../../src/figures/uncertainty/normal.ts";
import {
  type Rhythm,
  type WatchedPoint,
  watch,
  watchTerms,
} from "../../src/figures/watching/changepoints.ts";
import { promisedChange } from "../noise/promised.ts";
import { logistic, normal, seeded } from "../noise/random.ts";
import { projectOf, reportOf, type Series, shiftFor } from "../noise/reports.ts";

const part = ["table", "grades"].find((name) => name === process.argv[2]);
const draws = Number(process.argv[part ? 3 : 2] ?? 4000);
const random = seeded(23);
const base: Series = {
  ...{ prompts: 20, engines: 2, runs: 3, wordings: 1 },
  ...{ odds: -0.4, promptSpread: 2, dayShift: 0, topicShift: 0 },
};

/** The true shares of variance of a world, from many prompts. */
function truth(series: Series) {
  const project = projectOf({ ...series, prompts: 40_000 }, random).map((engines) => engines.map(logistic));
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const engines = project[0]!.map((_, engine) => mean(project.map((prompt) => prompt[engine]!)));
  const rate = mean(engines);
  const whole = rate * (1 - rate);
  const reasking = mean(project.flat().map((each) => each * (1 - each))) / whole;
  const pairs = project.map((prompt) => (prompt[0]! - engines[0]!) * (prompt[1]! - engines[1]!));
  const prompts = mean(pairs) / whole;
  return {
    rate,
    shares: { prompts, promptsByEngine: Math.max(0, 1 - reasking - prompts), reasking },
    cells: 0,
    prompts: 0,
  };
}

const row = (cells: readonly (string | number)[]) =>
  console.log(
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(34) : String(cell).padStart(12))).join(""),
  );
const percent = (share: number) => `${(100 * share).toFixed(1)}`;
/** Of a uniform shift with this standard deviation. */
const restless = Math.sqrt(3) * 0.25;
const worlds: [string, Partial<Series>, number, number][] = [
  ["20 × 2 × 3, 10 points, 1 before", {}, 0.1, 1],
  ["20 × 2 × 3, 10 points, 8 before", {}, 0.1, 8],
  ["20 × 2 × 6, 10 points, 1 before", { runs: 6 }, 0.1, 1],
  ["20 × 2 × 6 in 2 wordings, 1 before", { runs: 6, wordings: 2 }, 0.1, 1],
  ["20 × 2 × 6 in 4 wordings, 1 before", { runs: 6, wordings: 4 }, 0.1, 1],
  ["40 × 2 × 3 in 4 wordings, 1 before", { prompts: 40, wordings: 4 }, 0.1, 1],
  ["40 × 2 × 3, 8 points, 4 before", { prompts: 40 }, 0.08, 4],
  ["40 × 2 × 3, 12 points, 5 before", { prompts: 40 }, 0.12, 5],
  ["60 × 2 × 2, 8 points, 12 before", { prompts: 60, runs: 2 }, 0.08, 12],
  ["10 × 4 × 3, 15 points, 1 before", { prompts: 10, engines: 4 }, 0.15, 1],
  ["20 × 4 × 3 at 10%, 8 points, 1 before", { engines: 4, odds: -3.5 }, 0.08, 1],
  ["20 × 4 × 3 at 10%, 6 points, 8 before", { engines: 4, odds: -3.5 }, 0.06, 8],
  ["20 × 2 × 3 at 10%, 10 points, 4 before", { odds: -3.5 }, 0.1, 4],
  ["40 × 2 × 3 at 80%, 8 points, 12 before", { prompts: 40, odds: 2.5 }, 0.08, 12],
  ["40 × 4 × 3 at 5%, 5 points, 12 before", { prompts: 40, engines: 4, odds: -4.5 }, 0.05, 12],
  ["40 × 3 × 3 at 75%, 8 points, 6 before", { prompts: 40, engines: 3, odds: 2 }, 0.08, 6],
];
let missed = false;
if (part === "table") printTable();
else {
  if (part === undefined) compare();
  grades();
}
process.exitCode = missed ? 1 : 0;

function compare(): void {
  row(["plan", "power", "simulated", "restless", "simulated", "half width", "reached", ""]);
  for (const [name, over, points, earlier] of worlds) {
    const series = { ...base, ...over };
    const variance = truth(series);
    const cells: string[] = [];
    let within = true;
    let reachedBy = "";
    for (const dayShift of [0, restless]) {
      const plan = planned({ ...series, dayShift }, variance, {
        kind: "detect",
        points,
        earlierReports: earlier,
      });
      const { told, seen, reached } = simulated({ ...series, dayShift }, points, earlier, plan.halfWidth);
      // Two standard errors, as these are draws.
      within &&= Math.abs(seen - told) <= 0.03 + 2 * Math.sqrt((seen * (1 - seen)) / draws);
      cells.push(percent(told), percent(seen));
      // Wordings make every interval over prompts like these too narrow, of which the grade warns.
      if (dayShift > 0) continue;
      within &&= series.wordings > 1 || (reached >= 0.8 && reached <= 0.96);
      reachedBy = `${percent(plan.halfWidth)} ${percent(reached)}`;
    }
    missed ||= !within;
    row([name, ...cells, ...reachedBy.split(" "), within ? "" : "missed"]);
  }
}

/** Reports take long to score, so there are fewer draws. */
function grades(): void {
  const fewer = Math.ceil(draws / 20);
  row(["grade, 20 × 2 × 3", "points", "seen", "by the next", "as a pair", ""]);
  for (const deviation of [0, 0.2])
    for (const earlier of [1, 3, 4, 8, 12]) {
      const { change, seen, ...others } = promisedChange({ series: base, deviation, earlier }, fewer, random);
      const error = 2 * Math.sqrt((0.8 * 0.2) / fewer);
      const within = seen >= 0.7 - error;
      missed ||= !within;
      row([
        `${earlier} reports, days ${deviation === 0 ? "quiet" : deviation}`,
        ...[change, seen, others.next, others.pair].map(percent),
        within ? "" : "missed",
      ]);
    }
}

function planned(series: Series, variance: ReturnType<typeof truth>, goal: Goal) {
  const { prompts, engines, runs, wordings, dayShift } = series;
  const repeats = prompts - Math.ceil(prompts / wordings);
  const terms = { goal, variance, paces: [], costPerAsk: null, mostAsks: 20_000, rhythm: "weekly" as const };
  return planOf(
    { ...terms, engines, prompts, repeats, samples: runs, days: dayShift / Math.sqrt(3) },
    prompts,
    runs,
  );
}

/** In how many cases the change is called, and the half width is reached. A plan tells of changes towards ½, which are seen less. */
function simulated(series: Series, points: number, earlier: number, halfWidth: number) {
  let [told, seen, reached] = [0, 0, 0];
  const direction = series.odds > 0 ? "down" : "up";
  for (let draw = 0; draw < draws; draw += 1) {
    const project = projectOf(series, random);
    const shift = shiftFor(project, direction === "up" ? points : -points);
    told += powerFor(project, series, points, earlier);
    const before = Array.from({ length: earlier }, () => reportOf(project, series, random));
    const after = Array.from({ length: reportsToFind(earlier) }, () =>
      reportOf(project, series, random, () => shift),
    );
    if (isSeen(before, after, direction)) seen += 1;
    const [low, high] = mixtureInterval(countsOf(before.at(-1)!))!.interval;
    if ((high - low) / 2 <= halfWidth) reached += 1;
  }
  return { told: told / draws, seen: seen / draws, reached: reached / draws };
}

/** What a plan tells of a project that knows how its answers vary. */
function powerFor(
  project: readonly (readonly number[])[],
  { prompts, engines, runs, wordings, dayShift }: Series,
  points: number,
  earlierReports: number,
): number {
  const rates = project.flat().map(logistic);
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const rate = mean(rates);
  const test = {
    ...{ rate, reasking: mean(rates.map((each) => each * (1 - each))) / (rate * (1 - rate)) },
    ...{ asks: prompts * engines * runs, topics: Math.ceil(prompts / wordings), earlierReports },
    ...{ rhythm: "weekly" as const, days: dayShift / Math.sqrt(3) },
  };
  return chanceOfChange(test, points);
}

/** The shift that the watch finds in half of the cases, and its spread, by a line through the normal quantiles of what is found. */
function printTable(): void {
  for (const rhythm of Object.keys(watchTerms) as Rhythm[])
    for (const ratio of varianceRatios) {
      console.log(`\n${rhythm}, ${ratio}`);
      for (const dayShare of dayShares)
        console.log(
          earlierSteps.map((earlier) => halfAndSpread({ rhythm, ratio, dayShare, earlier })).join("  "),
        );
    }
}

interface TableCell {
  rhythm: Rhythm;
  ratio: number;
  dayShare: number;
  earlier: number;
}

function halfAndSpread({ rhythm, ratio, dayShare, earlier }: TableCell): string {
  const variance = 0.03 ** 2;
  const deviation = Math.sqrt(variance / (1 - dayShare));
  let [weights, shifts, quantiles, squares, products] = [0, 0, 0, 0, 0];
  for (let shift = 1.2; shift < 5 * Math.sqrt(ratio); shift += 0.5) {
    let seen = 0;
    for (let draw = 0; draw < draws; draw += 1) {
      const points = Array.from({ length: earlier + reportsToFind(earlier) }, (_, at): WatchedPoint => {
        const isBefore = at < earlier;
        const scale = isBefore ? 1 : Math.sqrt(ratio);
        return {
          ...{ at: String(at), variance: variance * scale ** 2 },
          rate: 0.5 + deviation * (scale * normal(random) + (isBefore ? 0 : shift)),
        };
      });
      if (isFound(points, earlier, rhythm)) seen += 1;
    }
    const share = seen / draws;
    if (share < 0.08 || share > 0.95) continue;
    const [weight, quantile] = [share * (1 - share), standardNormalQuantile(share)];
    weights += weight;
    shifts += weight * shift;
    quantiles += weight * quantile;
    squares += weight * shift ** 2;
    products += weight * shift * quantile;
  }
  const slope = (weights * products - shifts * quantiles) / (weights * squares - shifts ** 2);
  const half = shifts / weights - quantiles / weights / slope;
  return `${half.toFixed(2)}/${(1 / slope).toFixed(2)}`;
}

/** Whether the change is called: beside the one report before, or by the watch over all of them. */
function isSeen(before: readonly Cell[][], after: readonly Cell[][], wanted: "up" | "down"): boolean {
  if (before.length === 1) return changeBetween(before[0]!, after[0]!).direction === wanted;
  const points = [...before, ...after].map((cells, at): WatchedPoint => {
    const answers = cells.reduce((sum, cell) => sum + cell.answers, 0);
    const rate = cells.reduce((sum, cell) => sum + cell.named, 0) / answers;
    const variance = cells.reduce(
      (sum, { answers, named }) => sum + (named * (answers - named)) / (answers ** 2 * (answers - 1)),
      0,
    );
    return { at: String(at), rate, variance: variance / cells.length ** 2 };
  });
  return isFound(points, before.length, "weekly", wanted);
}

function isFound(
  points: readonly WatchedPoint[],
  earlier: number,
  rhythm: Rhythm,
  wanted: "up" | "down" = "up",
): boolean {
  return watch(points, rhythm).shifts.some(
    ({ direction, foundAt }) => direction === wanted && Number(foundAt) >= earlier,
  );
}

function countsOf(cells: readonly Cell[]) {
  const prompts = [...Map.groupBy(cells, ({ promptKey }) => promptKey).values()];
  const sum = (of: "answers" | "named") =>
    prompts.map((own) => own.reduce((total, cell) => total + cell[of], 0));
  return { sizes: sum("answers"), hits: sum("named"), spread: 1 };
}
