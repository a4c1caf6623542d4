/**
 * Planning content: how long 100 prompts over a website of 500 pages take, index and all, beside one pass over the
 * same text that only splits it into words. Pages are made up, each of 600 words, from a vocabulary in which, as in
 * real text, few words are frequent. Then how often it is right about questions to small sites: those it was developed on,
 * those left out, those of another author, and those of other trades, of which rules may be set by one half; and how the
 * wrong answers are wrong. `--wrong` lists those that rules may be set by. Ends with 1 if a bound is missed.
 */
import { type KnownPage, type PlannerInput, planContent } from "../src/domain/content/plan/planner.ts";
import { searchWords } from "../src/domain/content/plan/words.ts";
import { promptKey } from "../src/domain/project/prompt.ts";
import { stemmerFor } from "../src/domain/text/language/stemmer.ts";

import {
  agreement,
  classes,
  isSame,
  type Judged,
  judged,
  kindOf,
  kinds,
  type Label,
} from "./planner/judged.ts";

/** What is wanted, and what must not be lost again: of each figure where left out, of all answers with another author. */
const goal = 0.9;
const floor = { leftOut: 0.7, otherAuthor: 0.6 };
const boundMs = 300;
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

const pages: KnownPage[] = Array.from({ length: 500 }, (_, at) => ({
  url: `https://acme.example/${at}`,
  title: words(6),
  description: null,
  headings: Array.from({ length: 8 }, () => words(5)),
  text: words(600),
  language: "en",
}));
const prompts = Array.from({ length: 100 }, () => {
  const prompt = `what is the best ${words(5)} for ${words(2)}?`;
  return { promptKey: promptKey(prompt), prompt, intent: null };
});
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

// The first plan is the one a request waits for: nothing is compiled yet. The baseline runs after it, warm.
const first = timed(() => planContent(input, 20));
const again = Array.from({ length: 5 }, () => timed(() => planContent(input, 20)).ms).sort((a, b) => a - b);
const splitting = Math.min(
  ...Array.from({ length: 5 }, () => timed(() => pages.map(({ text }) => searchWords(text).length)).ms),
);
const row = (cells: string[]) => console.log(cells.map((cell) => cell.padEnd(20)).join(""));
console.log("500 pages of 600 words, 100 prompts. Processor time.");
row(["plan", "ms", "goal", "split ms", "ratio"]);
for (const [name, ms] of [
  ["first", first.ms],
  ["median of 5", again[2]!],
] as const)
  row([name, ms.toFixed(0), `≤ ${boundMs}`, splitting.toFixed(0), (ms / splitting).toFixed(1)]);
const { topics, covered } = first.result;
console.log(`${topics.length} topics, ${covered.length} covered.`);

const share = (rows: readonly Judged[], fits: (row: Judged) => boolean): number =>
  rows.filter(fits).length / rows.length;

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
  for (const row of [...developed, ...otherTrades]) {
    const { site, question, label, page, planned, plannedPage, reason } = row;
    if (!isSame(row))
      console.log(
        `${site}: ${question}\n  is ${classes[label]} ${page}, planned ${classes[planned]} ${plannedPage}: ${reason}`,
      );
  }
process.exitCode = first.ms <= boundMs && isRight && holds ? 0 : 1;
