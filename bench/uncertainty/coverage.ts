/**
 * Coverage of intervals: how often a nominal 95 % interval holds the true figure, and how wide it is beside an oracle's
 * that is told what has to be estimated. Rates, with rivals in the report and without; scores; exactly these prompts;
 * and worlds that the method does not know. Prompts and answers are drawn here, seeded, so every run prints the same;
 * the first argument is how many draws a cell has. Ends with 1 where a goal is missed.
 */
import { betaDistribution } from "../../src/domain/report/uncertainty/beta.ts";
import { crossing, logOdds } from "../../src/domain/report/uncertainty/crossing.ts";
import { countsFor, estimate, type Kind } from "../../src/domain/report/uncertainty/estimate.ts";
import type { Interval } from "../../src/domain/report/uncertainty/interval.ts";
import { type Counts, sharedWeights } from "../../src/domain/report/uncertainty/likeness.ts";
import { mixtureInterval } from "../../src/domain/report/uncertainty/mixture.ts";
import { type Counted, figureNames, runOf, truthOf } from "../noise/answers.ts";
import { Coverage } from "../noise/coverage.ts";
import { logisticNormal, type PromptRate, smooth, twoPoint } from "../noise/prompts.ts";
import { binomial, seeded } from "../noise/random.ts";
import { samePromptsCoverage } from "../noise/same-prompts.ts";

const draws = Number(process.argv[2] ?? 1500);
const random = seeded(20260115);
let missed = false;

const row = (cells: readonly (string | number)[]) =>
  console.log(
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(44) : String(cell).padStart(13))).join(""),
  );
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

interface Goal {
  lowest: number;
  width: number;
}

/** A line for all cells of a kind: the lowest and mean coverage, and the width over the oracle's. */
function print(name: string, cells: readonly Coverage[], goal: Goal | null): void {
  const lowest = Math.min(...cells.map((cell) => cell.share));
  const mean = cells.reduce((sum, cell) => sum + cell.share, 0) / cells.length;
  const width =
    cells.reduce((sum, cell) => sum + cell.width, 0) / cells.reduce((sum, cell) => sum + cell.oracle, 0);
  // The lowest of so many cells lies this much lower by chance alone.
  const grace = Math.sqrt(
    (2 * Math.log(cells.length) * 0.95 * 0.05) / Math.min(...cells.map(({ draws }) => draws)),
  );
  const within = !goal || (lowest >= goal.lowest - grace && width <= goal.width);
  missed ||= !within;
  const goals = goal ? `≥ ${percent(goal.lowest)}, ≤ ${goal.width}` : "told";
  row([name, percent(lowest), percent(mean), width.toFixed(2), goals.padStart(24), within ? "" : "missed"]);
}

console.log(`Nominal 95 % intervals; ${draws} draws a cell.`);
row(["", "lowest", "mean", "width/oracle", "goal".padStart(24)]);

interface Cell {
  prompts: number;
  answers: number;
  correlation: number;
  rate: number;
}

const cellsOf = (rates: readonly number[]): Cell[] =>
  [10, 20, 50].flatMap((prompts) =>
    [6, 30].flatMap((answers) =>
      [0, 0.1, 0.3, 0.6].flatMap((correlation) =>
        rates.map((rate) => ({ prompts, answers, correlation, rate })),
      ),
    ),
  );

/** Knows the correlation, and so how many independent answers these are worth. */
function oracle({ prompts, answers, correlation }: Cell, hits: readonly number[]): Interval {
  const size = prompts * answers;
  const worth = size / (1 + (answers - 1) * correlation);
  const rate = hits.reduce((sum, each) => sum + each, 0) / size;
  const below = betaDistribution(rate * worth + 0.5, (1 - rate) * worth + 0.5);
  const end = (sure: number) => crossing((at) => logOdds(below(at)) - logOdds(sure), 0, 1, (rate + 0.5) / 2);
  return [rate === 0 ? 0 : end(0.025), rate === 1 ? 1 : end(0.975)];
}

type Prompts = (rate: number, correlation: number) => PromptRate;

/** A brand and four rivals over the same prompts; `together` where they are named on the same ones. */
function rates(cells: readonly Cell[], prompts: Prompts, together = false) {
  return cells.map((cell) => {
    const drawn = [cell.rate, 0.05, 0.15, 0.3, 0.5].map((rate) => prompts(rate, cell.correlation));
    const sizes = Array<number>(cell.prompts).fill(cell.answers);
    const [alone, amongRivals] = [new Coverage(), new Coverage()];
    for (let draw = 0; draw < draws; draw += 1) {
      const counted = drawn.map((rate): Counts => {
        const hits = sizes.map((size) => binomial(random, size, rate(random)));
        return { sizes, hits, spread: 1 };
      });
      const own = counted[0]!;
      const rivals = together ? counted.map(() => own) : counted;
      const ideal = oracle(cell, own.hits as number[]);
      alone.add(mixtureInterval(own)!.interval, cell.rate, ideal);
      amongRivals.add(mixtureInterval(own, sharedWeights(rivals))!.interval, cell.rate, ideal);
    }
    return { alone, amongRivals };
  });
}

const small = cellsOf([0.02, 0.05, 0.1, 0.2, 0.5]);
const usual = rates(small, smooth);
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

const kinds: Record<keyof Counted, [Kind, Interval]> = {
  visibility: ["score", [0, 100]],
  voice: ["ratio", [0, 1]],
  sentiment: ["mean", [0, 100]],
  position: ["ratio", [1, 6]],
  citation: ["score", [0, 1]],
};
const scoreGoals: Record<keyof Counted, Goal> = {
  visibility: { lowest: 0.92, width: 1.17 },
  voice: { lowest: 0.9, width: 1.25 },
  sentiment: { lowest: 0.9, width: 1.1 },
  position: { lowest: 0.9, width: 1.25 },
  citation: { lowest: 0.92, width: 1.17 },
};
/** Scores are dearer to draw. */
const scoreDraws = Math.ceil(draws / 5);
const found = Object.fromEntries(figureNames.map((name) => [name, [] as Coverage[]])) as Record<
  keyof Counted,
  Coverage[]
>;
for (const own of [-3, -1, 0, 1.5, 4])
  for (const promptSpread of [0, 1, 2.5]) {
    const world = { odds: [own, -2, -1, 0, 1, 2], promptSpread, shared: 0.3 };
    const truth = truthOf(world, random, 200_000);
    for (const prompts of [10, 20, 50])
      for (const runs of [3, 15]) {
        const covered = Object.fromEntries(figureNames.map((name) => [name, new Coverage()])) as Record<
          keyof Counted,
          Coverage
        >;
        for (let draw = 0; draw < scoreDraws; draw += 1) {
          const run = runOf(world, { prompts, engines: 2, runs }, random);
          for (const name of figureNames) {
            const [kind, range] = kinds[name];
            const shared = name === "visibility" || name === "voice";
            const counts = shared ? run.map((brand) => countsFor(brand[name], kind, range)) : [];
            const weights = shared ? sharedWeights(counts.filter((each) => each !== null)) : undefined;
            const { value, interval } = estimate(run[0]![name], kind, range, weights);
            if (value !== null && interval) covered[name].add(interval, truth[name], null, value);
          }
        }
        for (const name of figureNames) found[name].push(covered[name]);
      }
  }
for (const name of figureNames) print(`${name}, 90 cells of ${scoreDraws}`, found[name], scoreGoals[name]);

const high = cellsOf([0.6, 0.8, 0.95]);
for (const [name, cells, prompts, together] of [
  ["rates above 0.5", high, smooth, false],
  ["rivals named on the same prompts", small, smooth, true],
  ["prompts of logistic-normal rates", small, logisticNormal, false],
  ["prompts of two kinds", small, twoPoint, false],
  ["the same, rates 0.2 and 0.5", cellsOf([0.2, 0.5]), twoPoint, false],
] as const) {
  print(
    name,
    rates(cells, prompts, together).map(({ amongRivals }) => amongRivals),
    null,
  );
}

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
process.exitCode = missed ? 1 : 0;
