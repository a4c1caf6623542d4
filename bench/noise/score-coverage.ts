import { sharedWeights } from "../../src/figures/uncertainty/beta-binomial.ts";
import { countsFor, estimate, type Kind } from "../../src/figures/uncertainty/estimate.ts";
import type { Interval } from "../../src/figures/uncertainty/interval.ts";
import { type Counted, figureNames, runOf, truthOf } from "./answers.ts";
import { Coverage } from "./coverage.ts";
import type { Random } from "./random.ts";

const kinds: Record<keyof Counted, [Kind, Interval]> = {
  appearance: ["rate", [0, 1]],
  visibility: ["score", [0, 100]],
  voice: ["ratio", [0, 1]],
  sentiment: ["mean", [0, 100]],
  position: ["ratio", [1, 6]],
  citation: ["score", [0, 1]],
};

/** Figures whose rivals tell how alike the answers to a prompt are. */
const learned: ReadonlySet<string> = new Set(["appearance", "visibility", "voice"]);

/** A brand among five rivals, in 90 cells: each figure's intervals beside its true value. */
export function scoreCoverage(draws: number, random: Random): Record<keyof Counted, Coverage[]> {
  const all = () => figureNames.map((name) => [name, new Coverage()] as const);
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
          const covered = Object.fromEntries(all()) as Record<keyof Counted, Coverage>;
          for (let draw = 0; draw < draws; draw += 1)
            addTo(covered, runOf(world, { prompts, engines: 2, runs }, random), truth);
          for (const name of figureNames) found[name].push(covered[name]);
        }
    }
  return found;
}

function addTo(
  covered: Record<keyof Counted, Coverage>,
  run: readonly Counted[],
  truth: Record<keyof Counted, number>,
): void {
  for (const name of figureNames) {
    const [kind, range] = kinds[name];
    const counts = learned.has(name) ? run.map((brand) => countsFor(brand[name], kind, range)) : [];
    const weights = learned.has(name) ? sharedWeights(counts.filter((each) => each !== null)) : undefined;
    const { value, interval } = estimate(run[0]![name], kind, range, { weights });
    if (value !== null && interval) covered[name].add(interval, truth[name], { value });
  }
}
