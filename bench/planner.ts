/**
 * Planning content: how long 200 prompts over a website of 500 pages take, index and all, with two answers to each and without,
 * beside one pass over the same text that only splits it into words. Pages are made up, each of 600 words, from a vocabulary
 * in which, as in real text, few words are frequent. How long other requests take beside it, on the thread that serves them and
 * in one of its own, there also for ten times as many pages and five times as many prompts. Then how often it is right about questions to companies' sites, with
 * answers and without: those its weights are fitted on, and those left out. Then by words alone about questions to small
 * sites: those the rules were developed on, those left out, those of another author, and those of other trades; and how the
 * wrong answers are wrong. `--wrong` lists those that rules may be set by. Ends with 1 if a bound is missed.
 */

import { planBounds } from "../src/planner/topics/bounds.ts";
import { type KnownPage, type PlannerInput, planContent } from "../src/planner/topics/planner.ts";
import { searchWords } from "../src/planner/topics/search-words.ts";
import { promptKey } from "../src/reader/prompt.ts";
import { stemmerFor } from "../src/reader/text/language/stemmer.ts";
import { createParsing } from "../src/server/threads/parsing.ts";
import { beside } from "./planner/beside.ts";
import {
  agreement,
  classes,
  isSame,
  type Judged,
  judged,
  kindOf,
  kinds,
  type Label,
  sitesOf,
} from "./planner/judged.ts";

/** What is wanted, and what must not be lost again: of each figure where left out, of all answers with another author. */
const goal = 0.9;
const floor = { leftOut: 0.7, otherAuthor: 0.6 };
/** What is wanted of a plan, and what must not be lost again of the first. */
const goalMs = 300;
const boundMs = 1_000;
const syllables = "ba ce di fo gu la me ni po ru sa te vi zo hu".split(" ");
const word = (rank: number): string =>
  [rank % 15, Math.floor(rank / 15) % 15, Math.floor(rank / 225) % 15].map((at) => syllables[at]).join("") +
  (rank % 3 ? "" : "s");

let state = 1;
function random(): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return state / 0x7fffffff;
}
/** Zipf's law, roughly: the rank of a word drawn from 3,375. */
const drawn = (): string => word(Math.floor(3375 ** random()));
const words = (count: number): string => Array.from({ length: count }, drawn).join(" ");

const pagesMade = (length: number): KnownPage[] =>
  Array.from({ length }, (_, at) => ({
    url: `https://acme.example/${at}`,
    title: words(6),
    description: null,
    headings: Array.from({ length: 8 }, () => words(5)),
    text: words(600),
    language: "en",
  }));
const promptsMade = (length: number) =>
  Array.from({ length }, () => {
    const prompt = `what is the best ${words(5)} for ${words(2)}?`;
    return { promptKey: promptKey(prompt), prompt, intent: null };
  });
const answersTo = (prompts: ReturnType<typeof promptsMade>) =>
  new Map(prompts.map(({ promptKey }) => [promptKey, [words(250), words(250)]]));
const pages = pagesMade(500);
const prompts = promptsMade(200);
const input: PlannerInput = {
  brand: "Acme",
  domains: ["acme.example"],
  language: "en",
  stem: await stemmerFor("en"),
  prompts,
  report: null,
  answers: new Map(),
  pages,
};

/** Processor time: the wall clock of a shared machine counts the work of others. */
function timed<T>(run: () => T): { ms: number; result: T } {
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  return { ms: (user + system) / 1000, result };
}

const answers = answersTo(prompts);

// The first plan is the one a request waits for: nothing is compiled yet. The baseline runs after it, warm.
const first = timed(() => planContent({ ...input, answers }, 20));
const median = (given: PlannerInput) =>
  Array.from({ length: 5 }, () => timed(() => planContent(given, 20)).ms).sort((a, b) => a - b)[2]!;
const again = median({ ...input, answers });
const byWords = median(input);
const splitting = Math.min(
  ...Array.from({ length: 5 }, () => timed(() => pages.map(({ text }) => searchWords(text).length)).ms),
);
const row = (cells: string[]) => console.log(cells.map((cell) => cell.padEnd(20)).join(""));
console.log(
  `500 pages of 600 words, 200 prompts, each with two answers. Processor time; bound of the first: ≤ ${boundMs}.`,
);
row(["plan", "ms", "goal", "split ms", "ratio"]);
for (const [name, ms] of [
  ["first", first.ms],
  ["median of 5", again],
  ["without answers", byWords],
] as const)
  row([name, ms.toFixed(0), `≤ ${goalMs}`, splitting.toFixed(0), (ms / splitting).toFixed(1)]);
const { topics, covered } = first.result;
console.log(`${topics.length} topics, ${covered.length} covered.`);

row(["\nOther requests", "number", "median ms", "p99 ms", "held up ms", "bound"]);
const boundP99Ms = 100;
await using parsing = createParsing();
const planned = async ({ stem: _, ...input }: PlannerInput) => parsing.plan({ input, count: 20 });
const most = promptsMade(planBounds.prompts);
const largest = { ...input, prompts: most, answers: answersTo(most), pages: pagesMade(planBounds.pages) };
const resting = await beside(async () => {});
const here = await beside(async () => planContent({ ...input, answers }, 20));
const inThread = await beside(() => planned({ ...input, answers }));
const largestInThread = await beside(() => planned(largest));
for (const [name, { requests, median, p99, longest }, bound] of [
  ["beside nothing", resting, ""],
  ["a plan here", here, ""],
  ["in a thread", inThread, `≤ ${boundP99Ms}`],
  ["5,000 × 1,000 there", largestInThread, `≤ ${boundP99Ms}`],
] as const)
  row([name, `${requests}`, ...[median, p99, longest].map((ms) => ms.toFixed(1)), bound]);
const isQuickBeside = [inThread, largestInThread].every(({ p99 }) => p99 <= boundP99Ms);

const share = (rows: readonly Judged[], fits: (row: Judged) => boolean): number =>
  rows.filter(fits).length / rows.length;

/** How often a second judgement is the same; nothing if there is none. */
const agreed = (rows: readonly Judged[]): string => {
  const twice = rows.filter(({ second }) => second !== null);
  if (twice.length === 0) return "";
  return share(twice, ({ label, page, second }) => second?.label === label && second.page === page).toFixed(
    2,
  );
};
/** What must not be lost again where left out, with answers: of all, and of those it is sure of. */
const floorByAnswers = { right: 0.55, sure: 0.85 };
row(["\nCompanies' sites", "questions", "right", "right page", "sure", "right if sure", "two agree"]);
const others = ["company-sites.txt", "company-sites-2.txt", "sites.txt", "other-trades.txt"].flatMap(sitesOf);
const fitted = [...(await judged("company-sites.txt")), ...(await judged("company-sites-2.txt"))];
const companies = await judged("company-sites-left-out.txt");
const moreCompanies = await judged("company-sites-left-out-2.txt");
const newCompanies = [
  ...(await judged("company-sites-left-out-3.txt")),
  ...(await judged("company-sites-left-out-4.txt")),
];
const developedNew = [...(await judged("company-sites-3.txt")), ...(await judged("company-sites-4.txt"))];
const sureOf = (rows: readonly Judged[]) => rows.filter(({ confidence }) => confidence === "high");
for (const [name, rows] of [
  ["fitted on", fitted],
  ["fitted, words alone", await judged("company-sites.txt", { answers: false })],
  ["left out", companies],
  ["more left out", moreCompanies],
  ["new left out", newCompanies],
  ["new, not fitted on", developedNew],
  ["left out, 170 pages", await judged("company-sites-left-out.txt", { others })],
  ["left out, by words", await judged("company-sites-left-out.txt", { answers: false })],
] as const) {
  const named = rows.filter(({ page, plannedPage }) => page !== null && plannedPage !== null);
  const sure = sureOf(rows);
  row([
    ...[name, `${rows.length}`, share(rows, isSame).toFixed(2)],
    share(named, ({ page, plannedPage }) => page === plannedPage).toFixed(2),
    ...[`${sure.length}`, sure.length === 0 ? "" : share(sure, isSame).toFixed(2)],
    agreed(rows),
  ]);
}
const unseen = [...companies, ...moreCompanies, ...newCompanies];
const holdsByAnswers =
  share(unseen, isSame) >= floorByAnswers.right && share(sureOf(unseen), isSame) >= floorByAnswers.sure;
row(["\nWhere left out", "high", "right", "medium", "right", "low", "right"]);
row([
  `${unseen.length} questions`,
  ...(["high", "medium", "low"] as const).flatMap((level) => {
    const rows = unseen.filter(({ confidence }) => confidence === level);
    return [`${rows.length}`, share(rows, isSame).toFixed(2)];
  }),
]);

const developed = await judged("sites.txt");
const leftOut = await judged("left-out.txt");
const otherAuthor = await judged("left-out-2.txt");
const otherTrades = await judged("other-trades.txt");
const otherTradesLeftOut = await judged("other-trades-left-out.txt");
console.log(
  `\nPages and actions right, precision and recall. Goal: ≥ ${goal} each; bound: ≥ ${floor.leftOut} where left out.`,
);
row(["questions", ...Object.values(classes).flatMap((name) => [name, ""])]);
const figures = (name: string, rows: readonly Judged[]): number[] => {
  const all = (Object.keys(classes) as Label[]).flatMap((label) => Object.values(agreement(rows, label)));
  row([`${rows.length} ${name}`, ...all.map((figure) => figure.toFixed(2))]);
  return all;
};
figures("companies, fitted", fitted);
figures("companies, left out", companies);
figures("more, left out", moreCompanies);
figures("new, left out", newCompanies);
console.log("By words alone:");
figures("companies, left out", await judged("company-sites-left-out.txt", { answers: false }));
figures("developed on", developed);
const isRight = figures("left out", leftOut).every((figure) => figure >= floor.leftOut);
for (const [site, rows] of Map.groupBy(leftOut, ({ site }) => site)) figures(site, rows);
figures("other author", otherAuthor);
for (const [site, rows] of Map.groupBy(otherAuthor, ({ site }) => site)) figures(site, rows);
figures("other trades", otherTrades);
figures("trades, left out", otherTradesLeftOut);

console.log(
  `\nHow they are wrong. The goal is missed because words are compared and not meanings; bound: ≥ ${floor.otherAuthor} right by another author.`,
);
row(["questions", "right", ...Object.values(kinds)]);
for (const [name, rows] of [
  ["companies, fitted", fitted],
  ["companies, left out", companies],
  ["developed on", developed],
  ["left out", leftOut],
  ["other author", otherAuthor],
  ["other trades", otherTrades],
  ["trades, left out", otherTradesLeftOut],
] as const) {
  const shares = Object.keys(kinds).map((kind) => share(rows, (row) => kindOf(row) === kind));
  row([`${rows.length} ${name}`, ...[share(rows, isSame), ...shares].map((part) => part.toFixed(2))]);
}
const holds = share(otherAuthor, isSame) >= floor.otherAuthor;
if (process.argv.includes("--wrong"))
  for (const row of [...fitted, ...developed, ...otherTrades]) {
    const { site, question, label, page, planned, plannedPage, reason } = row;
    if (!isSame(row))
      console.log(
        `${site}: ${question}\n  is ${classes[label]} ${page}, planned ${classes[planned]} ${plannedPage}: ${reason}`,
      );
  }
process.exitCode = first.ms <= boundMs && isQuickBeside && isRight && holds && holdsByAnswers ? 0 : 1;
