/**
 * Coverage of the interval of a rate: how often a nominal 95 % interval holds the true rate when answers to one
 * prompt resemble each other, beside plain Wilson over the answers. Prompts have rates of their own, drawn from a beta
 * distribution whose spread is the intra-prompt correlation; the generator is seeded, so every run prints the same.
 * Ends with 1 if a cell with at least 10 prompts and a rate of 0.2 to 0.8 is below 90 %. A second table is harder
 * than the goal: answers that follow one outcome per prompt, so that prompts are nearly all or nothing.
 */
import { rateInterval, wilson } from "../src/domain/report/uncertainty/interval.ts";

const draws = Number(process.argv[2] ?? 4000);
const goal = 0.9;

type Random = () => number;

const promptCounts = [5, 10, 20, 50];
const answerCounts: { name: string; of: (random: Random) => number }[] = [
  { name: "1", of: () => 1 },
  { name: "6", of: () => 6 },
  { name: "30", of: () => 30 },
  { name: "1-30", of: (random) => 1 + Math.floor(random() * 30) },
];
const correlations = [0, 0.1, 0.3, 0.6];
const rates = [0.02, 0.05, 0.2, 0.5, 0.8];

const random = seeded(20260115);
const missed: string[] = [];
let lowest = 1;
let lowestPlain = 1;

console.log(`Coverage of nominal 95 % intervals in percent, ours / plain Wilson; ${draws} draws per cell.`);
console.log("Answers are to each prompt, corr. is the intra-prompt correlation, p the true rate.");
console.log(`\n${heading()}`);
for (const prompts of promptCounts) {
  for (const answers of answerCounts) {
    for (const correlation of correlations) {
      if (answers.name === "1" && correlation > 0) continue;
      const cells = rates.map((rate) => coverage(prompts, answers.of, rate, ownRate(rate, correlation)));
      for (const [at, cell] of cells.entries())
        judge(cell, prompts, rates[at]!, `${prompts} × ${answers.name}, ${correlation}, ${rates[at]}`);
      console.log(row([String(prompts), answers.name, String(correlation), ...cells.map(shown)]));
    }
  }
}
console.log(
  `\nLowest with at least 10 prompts and a rate of 0.2 to 0.8: ours ${percent(lowest)} %, plain Wilson ${percent(lowestPlain)} %; goal ${percent(goal)} %.`,
);
for (const cell of missed) console.log(`missed: ${cell}`);
process.exitCode = missed.length > 0 ? 1 : 0;

console.log(`\nThe same where answers follow one outcome per prompt; no goal.\n${heading()}`);
for (const prompts of [10, 20, 50]) {
  for (const answers of answerCounts.slice(1, 3)) {
    for (const correlation of [0.3, 0.6]) {
      const cells = rates.map((rate) =>
        coverage(prompts, answers.of, rate, sharedOutcome(rate, correlation)),
      );
      console.log(row([String(prompts), answers.name, String(correlation), ...cells.map(shown)]));
    }
  }
}

/** Mulberry32: 32 bits of state, the same numbers on every machine. */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Coverage {
  ours: number;
  plain: number;
}

/** `drawPrompt` starts a prompt: what it gives is asked for every answer whether it names the brand. */
function coverage(
  prompts: number,
  answersOf: (random: Random) => number,
  rate: number,
  drawPrompt: () => () => boolean,
): Coverage {
  let ours = 0;
  let plain = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const sizes = Array.from({ length: prompts }, () => answersOf(random));
    const hits = sizes.map((size) => {
      const names = drawPrompt();
      let hit = 0;
      for (let answer = 0; answer < size; answer += 1) if (names()) hit += 1;
      return hit;
    });
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const hit = hits.reduce((sum, each) => sum + each, 0);
    if (holds(rateInterval(sizes, hits)!.interval, rate)) ours += 1;
    if (holds(wilson(hit / total, total, 1.96), rate)) plain += 1;
  }
  return { ours: ours / draws, plain: plain / draws };
}

function holds([low, high]: readonly [number, number], rate: number): boolean {
  return low <= rate && rate <= high;
}

/** A prompt's own rate is Beta(a, b) with mean `rate`; the intra-class correlation is 1/(a + b + 1). */
function ownRate(rate: number, correlation: number): () => () => boolean {
  const weight = 1 / correlation - 1;
  return () => {
    let own = rate;
    if (correlation > 0) {
      const one = gamma(rate * weight);
      const other = gamma((1 - rate) * weight);
      // Both underflow to 0 only for tiny shapes, where the distribution is all at its ends.
      own = one + other === 0 ? Number(random() < rate) : one / (one + other);
    }
    return () => random() < own;
  };
}

/** Each answer takes its prompt's one outcome with the square root of the correlation as the chance, else its own. */
function sharedOutcome(rate: number, correlation: number): () => () => boolean {
  const chance = Math.sqrt(correlation);
  return () => {
    const outcome = random() < rate;
    return () => (random() < chance ? outcome : random() < rate);
  };
}

/** A gamma deviate of this shape: Marsaglia and Tsang (2000), with their boost below 1. */
function gamma(shape: number): number {
  if (shape < 1) return gamma(shape + 1) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v;
  }
}

function judge({ ours, plain }: Coverage, prompts: number, rate: number, name: string): void {
  if (prompts < 10 || rate < 0.2 || rate > 0.8) return;
  lowest = Math.min(lowest, ours);
  lowestPlain = Math.min(lowestPlain, plain);
  if (ours < goal) missed.push(`${name}: ${percent(ours)} %`);
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function shown({ ours, plain }: Coverage): string {
  return `${percent(ours)} / ${percent(plain)}`;
}

function heading(): string {
  return row(["prompts", "answers", "corr.", ...rates.map((rate) => `p ${rate}`)]);
}

function row(cells: readonly string[]): string {
  return cells.map((cell, at) => (at < 3 ? cell.padEnd(8) : cell.padStart(15))).join("");
}
