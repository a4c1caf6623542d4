import { standardNormal } from "./normal.ts";

/** How two brands stand beside each other in the answers to each of a project's prompts. */
export interface Leads {
  answers: Float64Array;
  /** By how much the first of them is more visible, −1 to 1: the sum over the answers, and that of its squares. */
  sums: Float64Array;
  squares: Float64Array;
}

/** How alike prompts are: as many answers as the project's other prompts count for in each. */
const likenesses = [0.5, 1, 2, 4, 8, 16, 32, 64, Number.POSITIVE_INFINITY];
/** Where prompts are too few to show it; the logarithm varies by one. That all prompts are the same is as likely as this. */
const usual = 8;

/** Two brands beside each other over a project's prompts. */
export interface Contest {
  /** How well each likeness explains the answers, as the logarithm of their probability. */
  logLikelihoods: readonly number[];
  /**
   * For a prompt, by its place, the probability that the first of two is not ahead of the second in the answers that could be given
   * to it. `evidence`: what other pairs of brands tell of how alike prompts are.
   */
  doubts(evidence?: readonly number[]): (at: number) => number;
  /** The same by the answers to that prompt alone. */
  doubtAlone(at: number): number;
}

/**
 * Each prompt's answers are seen beside those to all others of the project: where its prompts are alike, a few answers are not taken for
 * more than the luck of a draw, and where they differ, they are. Empirical Bayes with a normal distribution of leads over prompts, about
 * a lead that all share, or about none: that is as likely before anything is counted. Likenesses are averaged by how well they explain
 * the answers.
 */
export function contestOf(leads: Leads): Contest {
  const variance = varianceOfAnswer(leads);
  const models = likenesses.map((likeness) => modelOf(leads, variance, variance / likeness));
  const logLikelihoods = models.map(({ log }) => log);
  return {
    logLikelihoods,
    doubts(evidence = []) {
      const weights = weightsOf(logLikelihoods.map((log, at) => log + (evidence[at] ?? 0)));
      const likelyModels = models.flatMap((model, at) =>
        weights[at]! > negligible ? [{ model, weight: weights[at]! }] : [],
      );
      return (at) => {
        const [answers, sum, squares] = [leads.answers[at]!, leads.sums[at]!, leads.squares[at]!];
        return answers === 0
          ? 0.5
          : doubtIn({ answers, mean: sum / answers, squares }, variance, likelyModels);
      };
    },
    doubtAlone(at) {
      const [answers, sum, squares] = [leads.answers[at]!, leads.sums[at]!, leads.squares[at]!];
      if (answers === 0) return 0.5;
      const lead = { answers, mean: sum / answers, squares };
      return standardNormal(-lead.mean / Math.sqrt(errorOf(lead, variance)));
    },
  };
}

/** Of weights that add up to 1. */
const negligible = 1e-9;

/** A variance of answers to one prompt, and for how many degrees of freedom it counts. */
const prior = { variance: 0.3, degrees: 10 };

/** How much the lead varies from answer to answer of one prompt; at least what it varies by at all where nothing was asked twice. */
function varianceOfAnswer({ answers, sums, squares }: Leads): number {
  let [within, degrees, prompts, total, totalSquares] = [0, 0, 0, 0, 0];
  for (let at = 0; at < answers.length; at += 1) {
    const size = answers[at]!;
    if (size === 0) continue;
    const mean = sums[at]! / size;
    within += Math.max(0, squares[at]! - size * mean * mean);
    degrees += size - 1;
    prompts += 1;
    total += mean;
    totalSquares += mean * mean;
  }
  if (degrees > 0) return (within + prior.degrees * prior.variance) / (degrees + prior.degrees);
  const apart = prompts > 1 ? (totalSquares - (total * total) / prompts) / (prompts - 1) : 1;
  return Math.max(prior.variance, apart);
}

/** What one likeness says of the answers. */
interface Model {
  /** The variance of leads between prompts. */
  apart: number;
  /** Precision of the lead that all prompts share, and the sum of leads that it rests on. */
  precision: number;
  weighed: number;
  /** The probability that there is none. */
  level: number;
  log: number;
}

function modelOf({ answers, sums }: Leads, variance: number, apart: number): Model {
  // Before anything is counted, brands are taken to be even: as if one answer had said so.
  let [precision, weighed, log] = [1 / variance, 0, 0];
  // Most prompts have as many answers as the one before.
  let [last, own, logOwn] = [0, 0, 0];
  for (let at = 0; at < answers.length; at += 1) {
    const size = answers[at]!;
    if (size === 0) continue;
    if (size !== last) {
      last = size;
      own = 1 / (apart + variance / size);
      logOwn = Math.log(own);
    }
    const mean = sums[at]! / size;
    precision += own;
    weighed += own * mean;
    log += (logOwn - own * mean * mean) / 2;
  }
  const gained = (weighed ** 2 / precision - Math.log(precision * variance)) / 2;
  const level = 1 / (1 + Math.exp(gained));
  return {
    apart,
    precision,
    weighed,
    level,
    log: log + (gained > 0 ? gained - Math.log1p(-level) : -Math.log(level)),
  };
}

interface PromptLead {
  answers: number;
  mean: number;
  squares: number;
}

/** The variance of a prompt's mean lead. */
function errorOf({ answers, mean, squares }: PromptLead, variance: number): number {
  // Its own answers may vary more than usual. With one that says nothing, they vary even where all agree.
  const own = Math.max(0, squares - (answers * answers * mean * mean) / (answers + 1)) / answers;
  return (Math.max(variance, own) * (1 + 1 / answers)) / answers;
}

function doubtIn(
  { answers, mean, squares }: PromptLead,
  variance: number,
  likelyModels: readonly { model: Model; weight: number }[],
): number {
  const error = errorOf({ answers, mean, squares }, variance);
  let doubt = 0;
  for (const { model, weight } of likelyModels) {
    const { apart, precision, weighed, level } = model;
    // A prompt says nothing about itself twice.
    const ownPrecision = 1 / (apart + variance / answers);
    const rest = precision - ownPrecision;
    doubt +=
      weight * (1 - level) * notAhead(mean, error, (weighed - ownPrecision * mean) / rest, apart + 1 / rest);
    doubt += weight * level * notAhead(mean, error, 0, apart);
  }
  return doubt;
}

/** The probability that a lead is not above 0: found as `mean` with the variance `error`, expected as `prior` with the variance `apart`. */
const notAhead = (mean: number, error: number, prior: number, apart: number): number =>
  apart === 0
    ? 0.5
    : standardNormal(-(prior * error + mean * apart) / Math.sqrt(apart * error * (apart + error)));

function weightsOf(explained: readonly number[]): number[] {
  const logs = likenesses.map((likeness, at) =>
    Number.isFinite(likeness) ? explained[at]! - Math.log(likeness / usual) ** 2 / 2 : explained[at]!,
  );
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
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

/**
 * Which of many comparisons stand when none of them should be chance in 19 of 20 reports, however many brands are alike. If every one is beyond
 * chance by itself, all stand. Source: Hochberg (1988).
 */
export function familywiseControl(chances: readonly number[]): boolean[] {
  const sorted = [...chances].sort((a, b) => a - b);
  const last = sorted.findLastIndex((chance, at) => chance <= mostChance / (sorted.length - at));
  return chances.map((chance) => last >= 0 && chance <= sorted[last]!);
}
