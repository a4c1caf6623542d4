/**
 * What one interval takes: each kind of figure over 10 to 1,000 prompts, the time as a multiple of a thousand logarithms,
 * and in milliseconds. Goal: at most 1 ms each. Ends with 1 where it is missed. Answers are drawn here, seeded.
 */
import { pairedDifference } from "../../src/domain/report/uncertainty/difference.ts";
import { countsFor, estimate, type Kind } from "../../src/domain/report/uncertainty/estimate.ts";
import type { Interval } from "../../src/domain/report/uncertainty/interval.ts";
import { sharedWeights } from "../../src/domain/report/uncertainty/likeness.ts";
import { type Counted, runOf } from "../noise/answers.ts";
import { seeded } from "../noise/random.ts";

const random = seeded(7);
const mostMs = 1;
const world = { odds: [0, -2, -1, 0, 1, 2], promptSpread: 1, shared: 0.3 };
const kinds: [keyof Counted, Kind, Interval][] = [
  ["appearance", "rate", [0, 1]],
  ["visibility", "score", [0, 100]],
  ["voice", "ratio", [0, 1]],
  ["position", "ratio", [1, 6]],
  ["sentiment", "mean", [0, 100]],
  ["citation", "score", [0, 1]],
];

/** Milliseconds that one call takes: the median of 9 rounds, after one that warms up. */
function msOf(call: () => unknown): number {
  const round = (calls: number) => {
    const began = performance.now();
    for (let at = 0; at < calls; at += 1) call();
    return (performance.now() - began) / calls;
  };
  const calls = Math.max(20, Math.ceil(20 / round(50)));
  return Array.from({ length: 9 }, () => round(calls)).sort((a, b) => a - b)[4]!;
}

let sink = 0;
const logarithms = msOf(() => {
  for (let at = 1; at <= 1000; at += 1) sink += Math.log(at);
});
const row = (cells: readonly (string | number)[]) =>
  console.log(
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(36) : String(cell).padStart(18))).join(""),
  );
row(["interval", "× 1,000 logarithms", "ms", ""]);
let missed = false;
for (const prompts of [10, 50, 1000]) {
  const run = runOf(world, { prompts, engines: 2, runs: 10 }, random);
  const calls: [string, () => unknown][] = kinds.map(([name, kind, range]) => {
    const weights = sharedWeights(run.map((brand) => countsFor(brand[name], kind, range)!));
    return [name, () => estimate(run[0]![name], kind, range, weights)];
  });
  calls.push(["a rival's lead", () => pairedDifference(run[1]!.visibility, run[0]!.visibility, 0, 100)]);
  for (const [name, call] of calls) {
    const ms = msOf(call);
    missed ||= ms > mostMs;
    row([
      `${name}, ${prompts} prompts × 20`,
      (ms / logarithms).toFixed(1),
      ms.toFixed(3),
      ms > mostMs ? "missed" : "",
    ]);
  }
}
process.exitCode = missed || Number.isNaN(sink) ? 1 : 0;
