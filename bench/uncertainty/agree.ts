/**
 * Agreement: reports drawn at random, in each of which every figure must be in its range and in its interval, null only if
 * nothing was measured, and contradict no related one. The arguments are the first seed and how many reports there are,
 * 100,000 without. Ends with 1 if any figure contradicts another.
 */
import { contradictions } from "../../test/figures/contradictions.ts";
import { randomReports } from "../../test/figures/random-report.ts";
import { seeded } from "../noise/random.ts";

const [first = 1, reports = 100_000] = process.argv.slice(2).map(Number);
const faults = new Map<string, { times: number; seed: number; fault: string }>();
// Each seed draws two reports of one project.
for (let seed = first; seed < first + reports / 2; seed += 1)
  for (const fault of contradictions(randomReports(seeded(seed)))) {
    const kind = fault.replaceAll(/[\d.,e-]+/g, "#");
    const known = faults.get(kind) ?? { times: 0, seed, fault };
    faults.set(kind, { ...known, times: known.times + 1 });
  }
for (const { times, seed, fault } of faults.values())
  console.log(`${times} times, first in ${seed}: ${fault}`);
console.log(`${reports} reports, seeds from ${first}: ${faults.size} kinds of contradiction`);
process.exitCode = faults.size > 0 ? 1 : 0;
