/**
 * Fits the weights by which the planner compares pages with what assistants answered, on company-sites.txt and company-sites-2.txt of bench/planner, and
 * writes them into the repository; the same labels give the same weights. Prints how often it is right on each site by weights
 * fitted on the others.
 */
import { writeFileSync } from "node:fs";
import { crossed, examplesOf, weightsFrom } from "./planner/fitting.ts";
import { amongOthers, sitesOf } from "./planner/judged.ts";

const sites = ["company-sites.txt", "company-sites-2.txt"].flatMap(sitesOf);
const others = [...sites, ...sitesOf("sites.txt"), ...sitesOf("other-trades.txt")];
// What tells on a small website, such as that no page has a word, says little on a large one.
const both = [...sites, ...sites.map((site) => amongOthers(site, others))];
const examples = (await Promise.all(both.map(examplesOf))).flat();
const results = crossed(examples).map(({ example, match }) => {
  const { about, answers, isPage, at } = match;
  const planned = about < 0.5 ? "n" : answers >= 0.5 ? "c" : "o";
  const sure = planned === "n" ? 1 - about : about * isPage * (planned === "c" ? answers : 1 - answers);
  return {
    example,
    planned,
    at,
    sure,
    isRight: planned === example.label && (planned === "n" || at === example.page),
  };
});
const share = (rows: readonly { isRight: boolean }[]) =>
  (rows.filter(({ isRight }) => isRight).length / rows.length).toFixed(2);
console.log(`Each site by the others: ${results.length} questions, right ${share(results)}`);
const withPage = results.filter(({ example }) => example.page >= 0);
console.log(
  `the right page ${(withPage.filter(({ at, example }) => at === example.page).length / withPage.length).toFixed(2)}`,
);
for (const [label, name] of [
  ["n", "new"],
  ["o", "optimise"],
  ["c", "covered"],
] as const)
  console.log(
    `${name}: precision ${share(results.filter(({ planned }) => planned === label))}, recall ${share(results.filter(({ example }) => example.label === label))}`,
  );
for (const [from, to] of [
  [0, 0.4],
  [0.4, 0.5],
  [0.5, 0.6],
  [0.6, 0.75],
  [0.75, 0.9],
  [0.9, 1.01],
] as const) {
  const rows = results.filter(({ sure }) => sure >= from && sure < to);
  console.log(`said to be right with ${from}-${to.toFixed(1)}: ${rows.length}, are ${share(rows)}`);
}

const rounded = (weights: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, Math.round(1_000 * weight) / 1_000]),
  );
const { which, about, answers } = weightsFrom(examples);
const file = new URL("../src/planner/topics/answered/weights.json", import.meta.url);
const note = "Fitted by bench/train-planner.ts; do not edit.";
const content = { note, which: rounded(which), about: rounded(about), answers: rounded(answers) };
writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
console.log(file.pathname);
