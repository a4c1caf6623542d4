import { betaDistribution } from "./beta.ts";

/** Answers to one prompt in which the first of two is ahead, in which neither is, and in which the second is. */
export type Sides = readonly [first: number, level: number, second: number];

/** How alike prompts are: as many answers as the project's other prompts count for in each. */
const prior = 4;
/** Where prompts are too few to show it; the logarithm varies by one. */
const usual = 8;
const likenesses = [0.5, 1, 2, 4, 8, 16, 32, 64, 256];

/** The counts of two brands over a project's prompts. */
interface Counted {
  total: number[];
  /** Answers to a prompt on average. */
  each: number;
  groups: Map<number, { sides: Sides; prompts: number }>;
}

function countSides(sides: readonly Sides[]): Counted {
  const total = [0, 0, 0];
  const groups: Counted["groups"] = new Map();
  for (const each of sides) {
    for (let at = 0; at < 3; at += 1) total[at]! += each[at]!;
    const group = groups.get(keyOf(each));
    if (group) group.prompts += 1;
    else groups.set(keyOf(each), { sides: each, prompts: 1 });
  }
  const each = total.reduce((sum, count) => sum + count, 0) / Math.max(1, sides.length);
  return { total, each, groups };
}

/** How well each likeness explains the counts of two brands, as the logarithm of their probability. */
export function logLikelihoods(sides: readonly Sides[]): number[] {
  const { total, each, groups } = countSides(sides);
  return likenesses.map((likeness) => {
    const { mean } = meanOf(total, likeness, each);
    let log = 0;
    for (const { sides, prompts } of groups.values()) log += prompts * logChance(sides, mean, likeness);
    return log;
  });
}

/**
 * For each prompt the probability that the first of two is not ahead of the second in the answers that could be given to it.
 * Each prompt's answers are seen beside those to all others of the project: where its prompts are alike, a few answers are not
 * taken for more than the luck of a draw, and where they differ, they are. Empirical Bayes with a Dirichlet distribution over
 * prompts; its likeness is averaged by how well it explains the counts, and by what other pairs of brands tell of it (`evidence`).
 */
export function doubts(sides: readonly Sides[], evidence: readonly number[] = []): number[] {
  const { total, each, groups } = countSides(sides);
  const own = logLikelihoods(sides);
  const weights = weightsOf(own.map((log, at) => log + (evidence[at] ?? 0)));
  const doubtByKey = new Map<number, number>();
  for (const [key, { sides }] of groups) {
    // A prompt says nothing about itself twice.
    const others = total.map((count, at) => count - sides[at]!);
    let doubt = 0;
    for (const [at, likeness] of likenesses.entries()) {
      const { mean, known: meanWeight } = meanOf(others, likeness, each);
      const [first = 0, , second = 0] = mean;
      // The mean is not known better than its answers tell, however alike prompts are.
      const worth = (likeness * meanWeight) / (likeness + meanWeight);
      doubt += weights[at]! * betaDistribution(worth * first + sides[0], worth * second + sides[2])(0.5);
    }
    doubtByKey.set(key, doubt);
  }
  return sides.map((each) => doubtByKey.get(keyOf(each))!);
}

/** Prompts with the same counts are judged alike; nobody asks one prompt a hundred thousand times. */
const keyOf = ([first, level, second]: Sides): number => (first * 1e5 + level) * 1e5 + second;

/**
 * What prompts are like on average, and how many answers know it. Answers to one prompt are like each other, so each counts for less than
 * one; at first, sides are even.
 */
function meanOf(
  counts: readonly number[],
  likeness: number,
  each: number,
): { mean: number[]; known: number } {
  const worth = (likeness + 1) / (likeness + Math.max(1, each));
  const weighed = counts.map((count) => count * worth + prior);
  const total = weighed.reduce((sum, count) => sum + count, 0);
  return { mean: weighed.map((count) => count / total), known: total };
}

function weightsOf(explained: readonly number[]): number[] {
  const logs = likenesses.map((likeness, at) => explained[at]! - Math.log(likeness / usual) ** 2 / 2);
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}

/** The logarithm of a Dirichlet-multinomial probability, without what is the same for every likeness. */
function logChance(sides: Sides, mean: readonly number[], likeness: number): number {
  let log = 0;
  for (const at of [0, 1, 2]) log += logRising(likeness * mean[at]!, sides[at]!);
  return log - logRising(likeness, sides[0] + sides[1] + sides[2]);
}

function logRising(from: number, steps: number): number {
  let log = 0;
  for (let step = 0; step < steps; step += 1) log += Math.log(from + step);
  return log;
}

/**
 * Which of many statements stand when judged together, given the doubt of each: as many as keep the mean doubt below `share`,
 * and none with more than twice that.
 */
export function selectByMeanDoubt(all: readonly number[], share: number): boolean[] {
  const order = all.map((_, at) => at).sort((a, b) => all[a]! - all[b]!);
  const stands = all.map(() => false);
  let sum = 0;
  for (const [count, at] of order.entries()) {
    sum += all[at]!;
    if (all[at]! > 2 * share || sum > share * (count + 1)) break;
    stands[at] = true;
  }
  return stands;
}

/** In the long run, at most this share of the differences called among many comparisons is chance. */
const falseShare = 0.1;

/** Beyond this the difference's 95% interval contains 0, and it is not called however many others stand. */
const mostChance = 0.05;

/**
 * Which of many comparisons stand when judged together, given how often chance would produce each. Source: Benjamini &
 * Hochberg (1995).
 */
export function falseDiscoveryControl(chances: readonly number[]): boolean[] {
  const sorted = [...chances].sort((a, b) => a - b);
  const last = sorted.findLastIndex((chance, at) => chance <= (falseShare * (at + 1)) / sorted.length);
  return chances.map((chance) => last >= 0 && chance <= Math.min(mostChance, sorted[last]!));
}
