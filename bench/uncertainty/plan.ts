/**
 * Planning: what a plan says of a measurement, beside many such measurements that are made up: the chance to see a
 * change, and the half width of the interval. Goal: power within 3 points, width within 10 %. Answers are drawn here,
 * seeded; the argument is how many draws a plan has. Ends with 1 where a goal is missed.
 */
import { type Goal, planOf } from "../../src/figures/planning/plan.ts";
import { reportsToFind } from "../../src/figures/planning/power.ts";
import type { Cell } from "../../src/figures/uncertainty/cell.ts";
import { changeBetween } from "../../src/figures/uncertainty/change.ts";
import { mixtureInterval } from "../../src/figures/uncertainty/mixture.ts";
import { type WatchedPoint, watch } from "../../src/figures/watching/changepoints.ts";
import { logistic, seeded } from "../noise/random.ts";
import { projectOf, reportOf, type Series, shiftFor } from "../noise/reports.ts";

const draws = Number(process.argv[2] ?? 4000);
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
let missed = false;
row(["plan", "power", "simulated", "half width", "simulated", ""]);
for (const [name, over, points, earlier] of [
  ["20 × 2 × 3, 10 points, 1 before", {}, 0.1, 1],
  ["20 × 2 × 3, 10 points, 8 before", {}, 0.1, 8],
  ["20 × 2 × 6, 10 points, 1 before", { runs: 6 }, 0.1, 1],
  ["20 × 2 × 6 in 2 wordings, 1 before", { runs: 6, wordings: 2 }, 0.1, 1],
  ["20 × 2 × 6 in 4 wordings, 1 before", { runs: 6, wordings: 4 }, 0.1, 1],
  ["40 × 2 × 3 in 4 wordings, 1 before", { prompts: 40, wordings: 4 }, 0.1, 1],
  ["40 × 2 × 3, 8 points, 4 before", { prompts: 40 }, 0.08, 4],
  ["60 × 2 × 2, 8 points, 12 before", { prompts: 60, runs: 2 }, 0.08, 12],
] as [string, Partial<Series>, number, number][]) {
  const series = { ...base, ...over };
  const goal: Goal = { kind: "detect", points, earlierReports: earlier };
  const { prompts, engines, runs, wordings } = series;
  const repeats = prompts - Math.ceil(prompts / wordings);
  const terms = { goal, variance: truth(series), paces: [], costPerAsk: null, mostAsks: 20_000 };
  const plan = planOf({ ...terms, engines, prompts, repeats, samples: runs }, prompts, runs);
  let [seen, width] = [0, 0];
  for (let draw = 0; draw < draws; draw += 1) {
    const project = projectOf(series, random);
    const shift = shiftFor(project, points);
    const before = Array.from({ length: earlier }, () => reportOf(project, series, random));
    const after = Array.from({ length: reportsToFind(earlier) }, () =>
      reportOf(project, series, random, () => shift),
    );
    if (isSeen(before, after)) seen += 1;
    const [low, high] = mixtureInterval(countsOf(before.at(-1)!))!.interval;
    width += (high - low) / 2;
  }
  const within =
    Math.abs(seen / draws - plan.power!) <= 0.03 &&
    // Wordings make every interval over prompts like these too narrow, of which the grade warns.
    (wordings > 1 || Math.abs(width / draws / plan.halfWidth - 1) <= 0.1);
  missed ||= !within;
  row([
    name,
    percent(plan.power!),
    percent(seen / draws),
    percent(plan.halfWidth),
    percent(width / draws),
    within ? "" : "missed",
  ]);
}
process.exitCode = missed ? 1 : 0;

/** Whether the rise is called: beside the one report before, or by the watch over all of them. */
function isSeen(before: readonly Cell[][], after: readonly Cell[][]): boolean {
  if (before.length === 1) return changeBetween(before[0]!, after[0]!).direction === "up";
  const points = [...before, ...after].map((cells, at): WatchedPoint => {
    const answers = cells.reduce((sum, cell) => sum + cell.answers, 0);
    const rate = cells.reduce((sum, cell) => sum + cell.named, 0) / answers;
    const variance = cells.reduce(
      (sum, { answers, named }) => sum + (named * (answers - named)) / (answers ** 2 * (answers - 1)),
      0,
    );
    return { at: String(at), rate, variance: variance / cells.length ** 2 };
  });
  return watch(points, "weekly").shifts.some(
    ({ direction, foundAt }) => direction === "up" && Number(foundAt) >= before.length,
  );
}

function countsOf(cells: readonly Cell[]) {
  const prompts = [...Map.groupBy(cells, ({ promptKey }) => promptKey).values()];
  const sum = (of: "answers" | "named") =>
    prompts.map((own) => own.reduce((total, cell) => total + cell[of], 0));
  return { sizes: sum("answers"), hits: sum("named"), spread: 1 };
}
