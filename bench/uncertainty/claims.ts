/**
 * How often what is said of the brand's place is false, and how often a lead that is there is said: brands that hardly differ, and
 * one that is 25 points ahead. Brands differ by what is drawn here, so that their true order is known; answers name them in any
 * order. Seeded; the argument is how many reports a cell has. Beside it the place by the scores alone. Ends with 1 where a goal
 * is missed.
 */
import type { TrackedBrands } from "../../src/domain/project/brand.ts";
import { standingOf } from "../../src/domain/report/metrics/standing.ts";
import { scoreReport } from "../../src/domain/report/report.ts";
import { answersTo } from "../../test/fixtures/answers.ts";
import { logistic, normal, seeded } from "../noise/random.ts";

const draws = Number(process.argv[2] ?? 200);
const random = seeded(20261126);
const answersEach = 6;
/** In logits: how much prompts differ for a brand. */
const promptSpread = 0.7;

const logitOf = (rate: number): number => Math.log(rate / (1 - rate));

/** A report of brands with these levels, the first of them the own one. */
function reportOf(levels: readonly number[], prompts: number) {
  const names = levels.map((_, at) => (at === 0 ? "Acme" : `Rival ${at}`));
  const brand = (name: string) => ({ name, aliases: [], domains: [], about: null });
  const tracked: TrackedBrands = { own: brand(names[0]!), rivals: names.slice(1).map(brand) };
  const texts = Array.from({ length: prompts }, () => {
    const rates = levels.map((level) => logistic(level + promptSpread * normal(random)));
    return Array.from({ length: answersEach }, () =>
      names
        .filter((_, at) => random() < rates[at]!)
        .map((name) => ({ name, order: random() }))
        .sort((a, b) => a.order - b.order)
        .map(({ name }) => name),
    );
  });
  return scoreReport(answersTo(texts), tracked);
}

const percent = (count: number): string => `${((100 * count) / draws).toFixed(1)} %`;
const row = (cells: readonly string[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(44) : cell.padStart(14))).join(""));
let missed = false;

console.log(`What is said of a place; ${draws} reports of ${answersEach} answers a prompt in each row.`);
row(["", "false", "by scores", "one place", "goal: false"]);
for (const rivals of [4, 10])
  for (const prompts of [5, 20, 50]) {
    let [wrong, wrongByScores, single] = [0, 0, 0];
    for (let draw = 0; draw < draws; draw += 1) {
      const levels = Array.from({ length: rivals + 1 }, () => logitOf(0.4) + 0.2 * normal(random));
      const { metrics, competitors } = reportOf(levels, prompts);
      const truth = 1 + levels.slice(1).filter((level) => level > levels[0]!).length;
      const said = standingOf(metrics, competitors);
      if (said && (truth < said.from || truth > said.to)) wrong += 1;
      if (said?.from === said?.to) single += 1;
      const own = metrics.visibilityScore ?? 0;
      const byScores = 1 + competitors.filter(({ visibilityScore }) => (visibilityScore ?? 0) > own).length;
      if (byScores !== truth) wrongByScores += 1;
    }
    missed ||= wrong / draws > 0.05 + 2 * Math.sqrt((0.05 * 0.95) / draws);
    row([
      `${rivals + 1} brands that hardly differ, ${prompts} prompts`,
      ...[percent(wrong), percent(wrongByScores), percent(single), "≤ 5 %"],
    ]);
  }
let first = 0;
for (let draw = 0; draw < draws; draw += 1) {
  const levels = [0.55, 0.3, 0.3, 0.3, 0.3].map(logitOf);
  const { metrics, competitors } = reportOf(levels, 20);
  if (standingOf(metrics, competitors)?.to === 1) first += 1;
}
row(["25 points ahead of 4 rivals, 20 prompts: first", percent(first), "", "", ""]);
if (missed) process.exitCode = 1;
