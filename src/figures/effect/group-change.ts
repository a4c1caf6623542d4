import { type Cell, type Pair, pairWeight, topicOf } from "../uncertainty/cell.ts";

/** For how many answers the variance over all cells counts within each. */
const priorAnswers = 2;

/** How the rates of a group of prompts moved from before to after, on average over its answers. */
export interface GroupChange {
  topics: number;
  /** Fraction of 1. */
  mean: number;
  /** Of that, by independent answers. */
  variance: number;
  /** How far prompts lie from their group, in variances of independent answers. */
  excess: number;
}

/** `usual` is the variance of one answer within its cell, over all cells. */
export function movedBy(pairs: readonly Pair[], usual: number): GroupChange {
  const topics = topicsOf(pairs, usual);
  const sum = (of: (topic: Topic) => number) => topics.reduce((total, topic) => total + of(topic), 0);
  const weight = sum((topic) => topic.weight);
  const mean = sum(({ moved }) => moved) / weight;
  return {
    topics: topics.length,
    mean,
    variance: sum(({ variance }) => variance) / weight ** 2,
    excess: sum(({ weight, moved, variance }) => (moved - weight * mean) ** 2 / variance),
  };
}

interface Topic {
  /** Sum of weights, of weighted differences, and the variance of that by independent answers. */
  weight: number;
  moved: number;
  variance: number;
}

function topicsOf(pairs: readonly Pair[], usual: number): Topic[] {
  return [...Map.groupBy(pairs, ([, cell]) => topicOf(cell)).values()].map((pairs) => {
    const topic: Topic = { weight: 0, moved: 0, variance: 0 };
    for (const [before, after] of pairs) {
      const answers = before.answers + after.answers;
      const weight = pairWeight([before, after]);
      topic.weight += weight;
      topic.moved += weight * (after.named / after.answers - before.named / before.answers);
      const squares = squaresOf(before) + squaresOf(after);
      topic.variance +=
        (weight * (squares + priorAnswers * usual)) / (Math.max(0, answers - 2) + priorAnswers);
    }
    return topic;
  });
}

/** Sum of squares of a cell's answers about its rate. */
const squaresOf = ({ answers, named: mentions }: Cell): number => mentions * (1 - mentions / answers);

/** Variance of one answer within its cell, over all cells, as if one more answer had been half a naming. */
export function usualVariance(pairs: readonly Pair[]): number {
  const cells = pairs.flat();
  const squares = cells.reduce((sum, cell) => sum + squaresOf(cell), 0.25);
  const freedom = cells.reduce((sum, { answers }) => sum + answers - 1, 1);
  return squares / freedom;
}
