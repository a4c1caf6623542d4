/**
 * Where the noise comes from: how often the interval of each share holds the true share, and how wide it is, over worlds in
 * which prompts, engines and days differ more or less. Reports are drawn here, seeded; the argument is how many draws a
 * world has. Goal: 90 % on average, 80 % in every world. Ends with 1 where it is missed.
 */
import { noiseOf, noiseSources } from "../../src/figures/planning/noise.ts";
import { logistic, seeded } from "../noise/random.ts";
import { projectOf, reportOf, type Series } from "../noise/reports.ts";

const draws = Number(process.argv[2] ?? 400);
const random = seeded(53);
const usual: Series = {
  ...{ prompts: 20, engines: 2, runs: 3, wordings: 1 },
  ...{ odds: -0.4, promptSpread: 1.5, dayShift: 0, topicShift: 0 },
};
const earlier = 7;

type Source = (typeof noiseSources)[number];
type Shares = Record<Source, number>;

/** The true shares of a world, from so many prompts that their error does not matter. */
function truthOf(series: Series): Shares {
  const rates = projectOf({ ...series, prompts: 40_000 }, random).map((engines) => engines.map(logistic));
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const means = rates[0]!.map((_, engine) => mean(rates.map((own) => own[engine]!)));
  const rate = mean(means);
  const whole = rate * (1 - rate);
  const apart = mean(rates.map((own) => mean(own.map((each, engine) => (each - means[engine]!) ** 2))));
  const pairs: number[] = [];
  for (const own of rates)
    for (let one = 1; one < own.length; one += 1)
      pairs.push((own[0]! - means[0]!) * (own[one]! - means[one]!));
  const prompt = mean(pairs);
  // A day moves every log-odds alike, uniformly within its bounds.
  const slope = mean(rates.flat().map((each) => each * (1 - each)));
  return {
    prompt: prompt / whole,
    engine: mean(means.map((each) => (each - rate) ** 2)) / whole,
    prompt_by_engine: (apart - prompt) / whole,
    run: mean(rates.flat().map((each) => each * (1 - each))) / whole,
    day: (slope ** 2 * series.dayShift ** 2) / 3 / whole,
  };
}

const worlds: [string, Partial<Series>][] = [
  ["20 × 2 × 3", {}],
  ["20 × 4 × 3", { engines: 4 }],
  ["50 × 2 × 3", { prompts: 50 }],
  ["20 × 2 × 10", { runs: 10 }],
  ["10 × 2 × 3", { prompts: 10 }],
  ["10 × 2 × 3, rarely named", { prompts: 10, odds: -3.2 }],
  ["prompts differ little", { promptSpread: 0.5 }],
  ["prompts differ strongly", { promptSpread: 3 }],
  ["days move by 0.5", { dayShift: 0.5 }],
];

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const row = (cells: readonly (string | number)[]) =>
  console.log(
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(26) : String(cell).padStart(20))).join(""),
  );
row(["held (share, width)", ...noiseSources]);
let missed = false;
const held: number[] = [];
for (const [name, over] of worlds) {
  const series = { ...usual, ...over };
  const truth = truthOf(series);
  const found = Object.fromEntries(noiseSources.map((source) => [source, { held: 0, width: 0, told: 0 }]));
  for (let draw = 0; draw < draws; draw += 1) {
    const project = projectOf(series, random);
    const reports = Array.from({ length: earlier + 1 }, () => reportOf(project, series, random));
    for (const { source, shareCi } of noiseOf(reports.at(-1)!, reports.slice(0, -1))?.sources ?? []) {
      if (!shareCi) continue;
      const own = found[source]!;
      own.told += 1;
      own.width += shareCi[1] - shareCi[0];
      if (shareCi[0] <= truth[source] && truth[source] <= shareCi[1]) own.held += 1;
    }
  }
  const shares = noiseSources.map((source) => found[source]!.held / found[source]!.told);
  held.push(...shares);
  missed ||= shares.some((share) => share < 0.8);
  row([
    name,
    ...noiseSources.map((source, at) => {
      const { width, told } = found[source]!;
      return `${percent(shares[at]!)} (${percent(truth[source])}, ${(100 * (width / told)).toFixed(0)})`;
    }),
  ]);
}
const mean = held.reduce((sum, each) => sum + each, 0) / held.length;
console.log(`held ${percent(mean)} on average (goal at least 90)`);
process.exitCode = missed || mean < 0.9 ? 1 : 0;
