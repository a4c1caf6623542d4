/**
 * Effect: how often something that did nothing is said to have moved its prompts by somebody who looks after each of eight
 * reports, also where the prompts were chosen for being weak, days move all answers, prompts drift and all rates move
 * meanwhile; what the effect is said to be beside what it was; and how often a planted effect is found, beside what is said of
 * its own power. Answers are drawn here, seeded; the argument is how many draws a setting has.
 * Goals: at most 5 % false calls and 1 point of bias in each setting where what moves all moves their log-odds; halves that
 * chance drew show 15 points in 70 %; power within 5 points of what is told. Ends with 1 where one is missed.
 */
import { type Effect, effectOf } from "../../src/figures/effect/effect.ts";
import type { Cell } from "../../src/figures/uncertainty/cell.ts";
import type { Calls } from "../../src/figures/uncertainty/failures.ts";
import { binomial, logistic, normal, seeded } from "../noise/random.ts";

const draws = Number(process.argv[2] ?? 300);
const random = seeded(31);
const providers = ["chatgpt", "claude"] as const;
const runs = 3;
const looks = 8;

/** What moves every prompt of the project after the intervention, in a scale of its own. */
type Common = (rate: number) => number;

const odds = (rate: number) => Math.log(rate / (1 - rate));
const within = (rate: number) => Math.min(0.995, Math.max(0.005, rate));
const still: Common = (rate) => rate;
const byOdds =
  (shift: number): Common =>
  (rate) =>
    logistic(odds(rate) + shift);
const byPoints =
  (points: number): Common =>
  (rate) =>
    within(rate + points / 100);
const byPart =
  (part: number): Common =>
  (rate) =>
    within(rate * (1 + part));

interface Setting {
  name: string;
  /** By the newest report before it, by all of them, by chance, or half of the weakest by chance. */
  chosen: "weakest" | "weakest of all reports" | "by chance" | "half by chance";
  /** Prompts chosen (or halved) of how many. */
  of: [chosen: number, prompts: number];
  before: number;
  common?: Common;
  /** Of days, uniform, and of prompts, normal, in log-odds. */
  restless?: boolean;
  /** Mean log-odds of prompts. */
  level?: number;
  /** Points of effect planted, where there is room. */
  planted?: number;
  /** The share of the first assistant's calls that fail since, mostly those that would have missed the brand. */
  lost?: number;
  /** Told, and no goal. */
  beyond?: true;
}

const settings: Setting[] = [
  { name: "chosen by chance", chosen: "by chance", of: [5, 20], before: 5 },
  { name: "chosen by chance, restless", chosen: "by chance", of: [5, 20], before: 5, restless: true },
  { name: "one prompt by chance", chosen: "by chance", of: [1, 20], before: 5 },
  { name: "weakest 5 of 20", chosen: "weakest", of: [5, 20], before: 4 },
  { name: "weakest 5 of 20, two reports", chosen: "weakest", of: [5, 20], before: 2 },
  { name: "weakest 5 of 20, restless", chosen: "weakest", of: [5, 20], before: 4, restless: true },
  { name: "weakest 3 of 10", chosen: "weakest", of: [3, 10], before: 4 },
  { name: "weakest 5, all + 1 logit", chosen: "weakest", of: [5, 20], before: 4, common: byOdds(1) },
  { name: "weakest 5, all - 1 logit", chosen: "weakest", of: [5, 20], before: 4, common: byOdds(-1) },
  { name: "weakest 5 of 50, + 1 logit", chosen: "weakest", of: [5, 50], before: 4, common: byOdds(1) },
  {
    name: "weakest 5, rare, + 1 logit",
    chosen: "weakest",
    of: [5, 20],
    before: 4,
    level: -2.5,
    common: byOdds(1),
  },
  {
    name: "weakest 5, all + 10 points",
    chosen: "weakest",
    of: [5, 20],
    before: 4,
    common: byPoints(10),
    beyond: true,
  },
  {
    name: "weakest 5, all + half",
    chosen: "weakest",
    of: [5, 20],
    before: 4,
    common: byPart(0.5),
    beyond: true,
  },
  { name: "weakest of four reports", chosen: "weakest of all reports", of: [5, 20], before: 4, beyond: true },
  {
    name: "half of 10, + 1 logit",
    chosen: "half by chance",
    of: [10, 20],
    before: 4,
    common: byOdds(1),
    restless: true,
  },
  { name: "half of 20, + 1 logit", chosen: "half by chance", of: [20, 20], before: 4, common: byOdds(1) },
  { name: "chosen by chance, 15 points", chosen: "by chance", of: [5, 20], before: 5, planted: 15 },
  { name: "weakest 5 of 20, 15 points", chosen: "weakest", of: [5, 20], before: 5, planted: 15 },
  { name: "weakest 5, 8 reports, 15 points", chosen: "weakest", of: [5, 20], before: 9, planted: 15 },
  { name: "half of 20, 15 points", chosen: "half by chance", of: [20, 20], before: 4, planted: 15 },
  {
    name: "half of 10, 15 points",
    chosen: "half by chance",
    of: [10, 20],
    before: 8,
    planted: 15,
    beyond: true,
  },
];

const losing = (name: string, of: Setting["chosen"], lost: number): Setting => ({
  ...{ name, chosen: of, of: of === "half by chance" ? [20, 20] : [5, 20], before: 4, lost },
});
settings.push(
  losing("chosen by chance, 25 % lost", "by chance", 0.25),
  losing("weakest 5 of 20, 25 % lost", "weakest", 0.25),
  losing("half of 20, 25 % lost", "half by chance", 0.25),
  losing("half of 20, 60 % lost", "half by chance", 0.6),
);

/** How much likelier an answer without the brand is to be lost. */
const lossOdds = 9;

/** A report some of whose answers are lost, and how the calls of its assistants went. */
function losingSome(cells: readonly Cell[], lost: number): { cells: Cell[]; calls: Calls[] } {
  const own = cells.filter(({ provider }) => provider === providers[0]);
  const [answers, named] = [own.length * runs, own.reduce((sum, cell) => sum + cell.named, 0)];
  const rate = named / answers;
  const scale = lost / (rate + (1 - rate) * lossOdds);
  const left = cells.map((cell): Cell => {
    if (cell.provider !== providers[0]) return cell;
    const kept = cell.named - binomial(random, cell.named, Math.min(1, scale));
    const others = cell.answers - cell.named;
    return {
      ...cell,
      named: kept,
      answers: kept + others - binomial(random, others, Math.min(1, scale * lossOdds)),
    };
  });
  const callsOf = (provider: string): Calls => {
    const answered = left
      .filter((cell) => cell.provider === provider)
      .reduce((sum, cell) => sum + cell.answers, 0);
    return { provider, answers: answered, answersFailed: answers - answered };
  };
  return { cells: left.filter(({ answers }) => answers > 0), calls: providers.map(callsOf) };
}

type World = readonly (readonly number[])[];

const worldOf = ({ of: [, prompts], level = -0.4 }: Setting): World =>
  Array.from({ length: prompts }, () => {
    const own = level + 2 * normal(random);
    return providers.map((_, engine) => logistic(own + (engine ? -0.4 : 0.4) + 0.6 * normal(random)));
  });

function reportOf(world: World, restless: boolean): Cell[] {
  const day = restless ? 0.25 * (2 * random() - 1) : 0;
  return world.flatMap((engines, prompt) => {
    const drift = day + (restless ? 0.3 * normal(random) : 0);
    return engines.map((rate, engine): Cell => {
      const named = binomial(random, runs, logistic(odds(within(rate)) + drift));
      return {
        ...{ promptKey: `p${prompt}`, provider: providers[engine]!, surface: "api", answers: runs, named },
        ...{ visibility: 0, models: ["model"] },
      };
    });
  });
}

function chosenOf({ chosen, of: [count, prompts] }: Setting, before: readonly Cell[][]) {
  const all = Array.from({ length: prompts }, (_, prompt) => ({ key: `p${prompt}`, at: random() })).sort(
    (a, b) => a.at - b.at,
  );
  const looked = chosen === "weakest of all reports" ? before.flat() : before.at(-1)!;
  const named = Object.groupBy(looked, ({ promptKey }) => promptKey);
  const namedOf = (key: string) => named[key]!.reduce((sum, { named }) => sum + named, 0);
  const order = chosen === "by chance" ? all : all.toSorted((a, b) => namedOf(a.key) - namedOf(b.key));
  const keys = order
    .slice(0, count)
    .toSorted((a, b) => a.at - b.at)
    .map(({ key }) => key);
  if (chosen !== "half by chance") return { promptKeys: keys, controlKeys: null };
  return { promptKeys: keys.slice(0, count / 2), controlKeys: keys.slice(count / 2) };
}

interface Outcome {
  called: boolean;
  last: Effect;
  truth: number;
}

function drawn(setting: Setting): Outcome {
  const world = worldOf(setting);
  const restless = setting.restless ?? false;
  const before = Array.from({ length: setting.before }, () => reportOf(world, restless));
  const callsBefore = losingSome(before.flat(), 0).calls;
  const { promptKeys, controlKeys } = chosenOf(setting, before);
  const acted = new Set(promptKeys);
  const common = setting.common ?? still;
  const moved = world.map((engines) => engines.map(common));
  const [rates, sum] = [
    moved.filter((_, at) => acted.has(`p${at}`)).flat(),
    (of: number[]) => of.reduce((a, b) => a + b, 0),
  ];
  // A shift of log-odds that moves the mean rate of the chosen by so many points, as far as there is room.
  const goal = Math.min(0.97, sum(rates) / rates.length + (setting.planted ?? 0) / 100);
  let [low, high] = [0, 12];
  for (let halving = 0; halving < 40; halving += 1) {
    const middle = (low + high) / 2;
    if (sum(rates.map(byOdds(middle))) / rates.length < goal) low = middle;
    else high = middle;
  }
  const since = moved.map((engines, at) =>
    setting.planted && acted.has(`p${at}`) ? engines.map(byOdds(low)) : engines,
  );
  const reports = (count: number, rates: World, lost = 0) =>
    Array.from({ length: count }, () => losingSome(reportOf(rates, restless), lost));
  const after = reports(looks, since, setting.lost);
  // As the program does: what the prompts were chosen on is left out, unless chance drew the controls.
  const counted = controlKeys ? before : before.slice(0, -1);
  const terms = { promptKeys, controlKeys, smallestWorth: (setting.planted ?? 15) / 100 };
  const each = after.map((_, look) => {
    const seen = after.slice(0, look + 1);
    const calls = { before: callsBefore, after: seen.flatMap(({ calls }) => calls) };
    return effectOf({ before: counted, after: seen.map(({ cells }) => cells), calls }, terms);
  });
  return {
    called: each.some(({ verdict }) => verdict === "up" || verdict === "down"),
    last: each.at(-1)!,
    truth: setting.planted ? goal - sum(rates) / rates.length : 0,
  };
}

const percent = (share: number) => (100 * share).toFixed(1);
const row = (cells: readonly (string | number)[]) =>
  console.log(
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(34) : String(cell).padStart(11))).join(""),
  );

row(["setting", "false calls", "found", "power told", "bias", "withheld", ""]);
const missed: string[] = [];
for (const setting of settings.filter(({ name }) => new RegExp(process.argv[3] ?? "").test(name))) {
  const outcomes = Array.from({ length: draws }, () => drawn(setting));
  const judged = outcomes.filter(({ last }) => last.delta !== null);
  const share = (of: (outcome: Outcome) => boolean) => outcomes.filter(of).length / draws;
  const mean = (of: (outcome: Outcome) => number) =>
    judged.reduce((total, outcome) => total + of(outcome), 0) / Math.max(1, judged.length);
  const found = share(({ last, truth }) => last.verdict === "up" && truth > 0);
  const told = mean(({ last }) => last.power!);
  const bias = mean(({ last, truth }) => last.delta! - truth);
  const called = share(({ called }) => called);
  const isNull = !setting.planted;
  // Three standard errors of the mean, as these are draws.
  const sure =
    3 * Math.sqrt(mean(({ last, truth }) => (last.delta! - truth - bias) ** 2) / Math.max(1, judged.length));
  const misses = [
    isNull && called > 0.05 + 3 * Math.sqrt(0.05 / draws / 1.05) ? "false calls" : "",
    Math.abs(bias) > 0.01 + sure ? "bias" : "",
    setting.chosen === "half by chance" && setting.planted && found < 0.7 - 2 * Math.sqrt(0.21 / draws)
      ? "found"
      : "",
    setting.planted && Math.abs(found - told) > 0.08 ? "power" : "",
  ].filter((miss) => miss !== "" && !setting.beyond);
  missed.push(...misses);
  row([
    setting.name,
    isNull ? percent(called) : "",
    isNull ? "" : percent(found),
    isNull ? "" : percent(told),
    (100 * bias).toFixed(1),
    percent(share(({ last }) => last.verdict === "no_comparable_controls")),
    misses.join(", "),
  ]);
}
console.log(missed.length === 0 ? "every goal is met" : `missed: ${missed.length}`);
process.exitCode = missed.length === 0 ? 0 : 1;
