/**
 * Asking until it is known, over recorded answers that are asked again: how many asks runs with `until` make beside a
 * fixed number of samples that is as surely narrow enough, and how often the interval at the end holds the truth. The
 * brands' rates by prompt and engine are those of the recorded answers; the argument is how many runs each brand has.
 * Goals: at least 25 % of the asks saved where nine in ten runs get narrow enough at all, and the truth held in 93 % and
 * more. Ends with 1 where one is missed.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ratioCount } from "../../src/figures/metrics/ratio-count.ts";
import { firstWave, reasonToStop } from "../../src/figures/planning/until.ts";
import { estimate } from "../../src/figures/uncertainty/estimate.ts";
import { type Random, seeded } from "../noise/random.ts";

interface Recorded {
  provider: string;
  prompt: string;
  category: string;
  products: { brand: string }[];
}

const runs = Number(process.argv[2] ?? 20);
const mostSamples = 10;
const [fewestPrompts, brandsEach, promptsEach] = [8, 12, 20];
const random = seeded(41);

const file = join(resolve(process.env.CORPUS_DIR ?? "corpus"), "recorded-answers.jsonl");
const answers = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);
const worlds = [...Map.groupBy(answers, ({ category }) => category).values()].flatMap(worldsOf);
console.log(`${worlds.length} brands, up to ${promptsEach} prompts × 2 engines, ${runs} runs each`);

/** The rates of a category's most named brands, by prompt and engine: one more answer counts as half a naming. */
function worldsOf(category: readonly Recorded[]): number[][][] {
  const prompts = [...Map.groupBy(category, ({ prompt }) => prompt).values()].slice(0, promptsEach);
  if (prompts.length < fewestPrompts) return [];
  const namedIn = ({ products }: Recorded) => new Set(products.map(({ brand }) => brand));
  const counts = new Map<string, number>();
  for (const answer of category)
    for (const brand of namedIn(answer)) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  const brands = [...counts].sort((a, b) => b[1] - a[1]).slice(0, brandsEach);
  return brands.map(([brand]) =>
    prompts.map((answers) =>
      [...Map.groupBy(answers, ({ provider }) => provider).values()].map(
        (cell) => (cell.filter((answer) => namedIn(answer).has(brand)).length + 0.5) / (cell.length + 1),
      ),
    ),
  );
}

interface Ended {
  samples: number;
  width: number;
  holds: boolean;
}

/** One run: `stop` ends it where the rule says so; otherwise it goes on to the most samples, each a look. */
function looksOf(rates: readonly (readonly number[])[], random: Random): Ended[] {
  const cells = rates.map((engines) => engines.map((rate) => ({ rate, named: 0 })));
  const all = rates.flat();
  const truth = all.reduce((sum, rate) => sum + rate, 0) / all.length;
  return Array.from({ length: mostSamples }, (_, index) => {
    for (const cell of cells.flat()) if (random() < cell.rate) cell.named += 1;
    const { interval, samePrompts } = measured(cells, index + 1);
    const [low, high] = samePrompts ?? interval ?? [0, 1];
    return { samples: index + 1, width: high - low, holds: low <= truth && truth <= high };
  });
}

function measured(cells: readonly (readonly { named: number }[])[], samples: number) {
  const denominator = ratioCount.denominator(cells.length);
  const named = ratioCount.over(denominator);
  for (const [at, engines] of cells.entries())
    for (const cell of engines) {
      for (let sample = 0; sample < samples; sample += 1) {
        denominator.add(1);
        if (sample < cell.named) named.add(1, 1);
      }
      named.endCell(at, 1);
      denominator.endCell(at, 1);
    }
  return estimate(named.sums, "rate", [0, 1]);
}

const percent = (share: number) => (100 * share).toFixed(1);
const row = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell) => String(cell).padStart(15)).join(""));
row(["width, points", "narrow enough", "samples", "fixed", "saved, %", "truth held, %", ""]);
let missed = false;
for (const width of [10, 15, 20]) {
  const looks = worlds.flatMap((world) => Array.from({ length: runs }, () => looksOf(world, random)));
  const stopsAt = (ended: Ended): boolean =>
    ended.samples >= firstWave &&
    reasonToStop(
      { width },
      { samePrompts: [0, ended.width], likeThese: null, change: null, looks: mostSamples },
    ) !== null;
  const ended = looks.map((run) => run.find(stopsAt) ?? run.at(-1)!);
  const narrow = ended.filter(stopsAt).length / ended.length;
  const samples = ended.reduce((sum, run) => sum + run.samples, 0) / ended.length;
  // As many samples for everybody as make as many runs narrow enough.
  const fixed =
    Array.from({ length: mostSamples }, (_, index) => index + 1).find(
      (count) =>
        looks.filter((run) => run[count - 1]!.width <= width / 100 + 1e-9).length / looks.length >= narrow,
    ) ?? mostSamples;
  const saved = 1 - samples / fixed;
  const held = ended.filter(({ holds }) => holds).length / ended.length;
  const misses = (narrow >= 0.9 && saved < 0.25) || held < 0.93;
  missed ||= misses;
  row([
    width,
    `${percent(narrow)} %`,
    samples.toFixed(2),
    fixed,
    percent(saved),
    percent(held),
    misses ? "missed" : "",
  ]);
}
process.exitCode = missed ? 1 : 0;
