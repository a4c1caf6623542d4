import { ratioCount } from "../../src/figures/metrics/ratio-count.ts";
import { estimate } from "../../src/figures/uncertainty/estimate.ts";
import { logistic, normal, type Random } from "./random.ts";

/** How often the interval over exactly these prompts holds their mean rate, its half width, and how often the next run is as expected. */
export function samePromptsCoverage(
  shape: { prompts: number; engines: number; runs: number },
  draws: number,
  random: Random,
): { held: number; half: number; next: number } {
  let [held, half, next, told] = [0, 0, 0, 0];
  for (let draw = 0; draw < draws; draw += 1) {
    const rates = Array.from({ length: shape.prompts }, () => {
      const prompt = -0.4 + 1.8 * normal(random);
      return Array.from({ length: shape.engines }, () => logistic(prompt + 0.6 * normal(random)));
    });
    const truth = rates.flat().reduce((sum, rate) => sum + rate, 0) / (shape.prompts * shape.engines);
    const { interval, samePrompts, expectedNext } = measured(rates, shape.runs, random);
    if (!interval || !samePrompts || !expectedNext) continue;
    told += 1;
    if (samePrompts[0] <= truth && truth <= samePrompts[1]) held += 1;
    half += (samePrompts[1] - samePrompts[0]) / 2;
    const again = measured(rates, shape.runs, random).value!;
    if (expectedNext[0] <= again && again <= expectedNext[1]) next += 1;
  }
  return { held: held / told, half: half / told, next: next / told };
}

function measured(rates: readonly (readonly number[])[], runs: number, random: Random) {
  const answers = ratioCount.denominator(rates.length);
  const named = ratioCount.over(answers);
  for (const [at, engines] of rates.entries())
    for (const rate of engines) {
      for (let run = 0; run < runs; run += 1) {
        answers.add(1);
        if (random() < rate) named.add(1, 1);
      }
      named.endCell(at, 1);
      answers.endCell(at, 1);
    }
  return estimate(named.sums, "rate", [0, 1]);
}
