/**
 * Coverage of intervals: how often a nominal 95 % interval holds the true figure, and how wide it is beside an oracle's
 * that is told what has to be estimated. Rates, with rivals in the report and without; scores; exactly these prompts;
 * and worlds that the method does not know. Prompts and answers are drawn here, seeded, so every run prints the same;
 * the first argument is how many draws a cell has, the second one of the parts rates, scores, strangers and same. Ends
 * with 1 where a goal is missed.
 */
import { figureNames } from "../noise/answers.ts";
import type { Coverage } from "../noise/coverage.ts";
import { logisticNormal, smooth, twoPoint } from "../noise/prompts.ts";
import { seeded } from "../noise/random.ts";
import { type Cell, failingCoverage, rateCoverage } from "../noise/rate-coverage.ts";
import { samePromptsCoverage } from "../noise/same-prompts.ts";
import { scoreCoverage } from "../noise/score-coverage.ts";

const draws = Number(process.argv[2] ?? 1500);
const parts = ["rates", "scores", "strangers", "same"];
const chosen = process.argv[3] ?? "all";
const shows = (part: string): boolean => chosen === "all" || chosen === part;
if (chosen !== "all" && !parts.includes(chosen)) throw new Error(`The parts are ${parts.join(", ")}.`);
const random = seeded(20260115);
let missed = false;

const row = (cells: readonly (string | number)[]) =>
  console.log(
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(44) : String(cell).padStart(13))).join(""),
  );
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Without a lowest coverage: that an interval that misses stands in a report that says it can. */
interface Goal {
  lowest?: number;
  width?: number;
}

/** In worlds that the method does not know. */
const leastUnwarned = 0.85;

/** A line for all cells of a kind: the lowest and mean coverage, and the width over the oracle's. */
function print(name: string, cells: readonly Coverage[], goal: Goal): void {
  const lowest = Math.min(...cells.map((cell) => cell.share));
  const mean = cells.reduce((sum, cell) => sum + cell.share, 0) / cells.length;
  const width =
    cells.reduce((sum, cell) => sum + cell.width, 0) / cells.reduce((sum, cell) => sum + cell.oracle, 0);
  // The lowest of so many cells lies this much lower by chance alone.
  const grace = Math.sqrt(
    (2 * Math.log(cells.length) * 0.95 * 0.05) / Math.min(...cells.map(({ draws }) => draws)),
  );
  const warned = Math.min(...cells.map((cell) => cell.heldOrWarned));
  const within =
    (goal.lowest ? lowest >= goal.lowest - grace : warned >= leastUnwarned - grace) &&
    width <= (goal.width ?? Number.POSITIVE_INFINITY);
  missed ||= !within;
  const goals = [goal.lowest ? `≥ ${percent(goal.lowest)}` : "", goal.width ? `≤ ${goal.width}` : ""];
  row([
    name,
    percent(lowest),
    percent(mean),
    width.toFixed(2),
    goal.lowest ? "" : percent(warned),
    goals
      .filter((each) => each !== "")
      .join(", ")
      .padStart(20) || "≥ 85 % or warned",
    within ? "" : "missed",
  ]);
}

console.log(`Nominal 95 % intervals; ${draws} draws a cell.`);
row(["", "lowest", "mean", "width/oracle", "or warned", "goal".padStart(20)]);

const cellsOf = (rates: readonly number[]): Cell[] =>
  [10, 20, 50].flatMap((prompts) =>
    [6, 30].flatMap((answers) =>
      [0, 0.1, 0.3, 0.6].flatMap((correlation) =>
        rates.map((rate) => ({ prompts, answers, correlation, rate })),
      ),
    ),
  );

const small = cellsOf([0.02, 0.05, 0.1, 0.2, 0.5]);

if (shows("rates")) {
  const usual = rateCoverage(small, { draws, prompts: smooth }, random);
  print(
    "rates, 120 cells, with rivals",
    usual.map(({ amongRivals }) => amongRivals),
    { lowest: 0.93, width: 1.1 },
  );
  print(
    "rates, 120 cells, without rivals",
    usual.map(({ alone }) => alone),
    { lowest: 0.919, width: 1.17 },
  );
}

const scoreGoals: Record<(typeof figureNames)[number], Goal> = {
  appearance: { lowest: 0.92, width: 1.17 },
  visibility: { lowest: 0.92, width: 1.17 },
  voice: { lowest: 0.9, width: 1.25 },
  sentiment: { lowest: 0.9, width: 1.1 },
  position: { lowest: 0.9, width: 1.25 },
  citation: { lowest: 0.92, width: 1.17 },
};
if (shows("scores")) {
  // Scores are dearer to draw.
  const scoreDraws = Math.ceil(draws / 5);
  const found = scoreCoverage(scoreDraws, random);
  for (const name of figureNames) print(`${name}, 90 cells of ${scoreDraws}`, found[name], scoreGoals[name]);
}

if (shows("strangers")) {
  for (const [name, cells, how] of [
    ["rates above 0.5", cellsOf([0.6, 0.8, 0.95]), { prompts: smooth }],
    ["rivals named on the same prompts", small, { prompts: smooth, together: true }],
    ["prompts of logistic-normal rates", small, { prompts: logisticNormal }],
    ["prompts of two kinds", small, { prompts: twoPoint }],
    ["the same, rates 0.2 and 0.5", cellsOf([0.2, 0.5]), { prompts: twoPoint }],
    ["four wordings of each question", small, { prompts: smooth, wordings: 4 }],
  ] as const) {
    const covered = rateCoverage(cells, { draws, ...how }, random);
    print(
      name,
      covered.map(({ amongRivals }) => amongRivals),
      {},
    );
  }
  print("one of two engines loses 60 % of its calls", failingCoverage(draws, random), {});
}

if (shows("same")) samePrompts();
process.exitCode = missed ? 1 : 0;

function samePrompts(): void {
  console.log("\nExactly these prompts: what only asking again varies.");
  row(["prompts × engines × runs", "interval", "half width", "next run"]);
  for (const shape of [
    { prompts: 20, engines: 2, runs: 3 },
    { prompts: 10, engines: 2, runs: 3 },
    { prompts: 20, engines: 2, runs: 10 },
    { prompts: 40, engines: 3, runs: 1 },
  ]) {
    const { held, half, next } = samePromptsCoverage(shape, draws, random);
    const within = held >= 0.93 && next >= 0.92;
    missed ||= !within;
    row([
      Object.values(shape).join(" × "),
      percent(held),
      (100 * half).toFixed(1),
      percent(next),
      within ? "" : "missed",
    ]);
  }
}
