import type { Cell } from "../../src/figures/uncertainty/cell.ts";
import { binomial, logistic, normal, type Random } from "./random.ts";

/** Reports of one project, one after another. */
export interface Series {
  prompts: number;
  engines: number;
  runs: number;
  /** Prompts to a topic: wordings of one question, which move together. */
  wordings: number;
  /** Mean log-odds, and how much topics differ in them. */
  odds: number;
  promptSpread: number;
  /** What a day moves all answers by, at most (uniform), and what it moves each topic by (normal). */
  dayShift: number;
  topicShift: number;
}

/** A project's prompts and engines: the log-odds of each cell. */
export function projectOf(series: Series, random: Random): number[][] {
  const topics = Array.from({ length: Math.ceil(series.prompts / series.wordings) }, () => normal(random));
  return Array.from({ length: series.prompts }, (_, prompt) => {
    const own = topics[Math.floor(prompt / series.wordings)]!;
    return Array.from(
      { length: series.engines },
      (_, engine) =>
        series.odds +
        series.promptSpread * own +
        (engine % 2 ? -0.4 : 0.4) +
        0.3 * series.promptSpread * normal(random),
    );
  });
}

const provider = ["chatgpt", "claude", "gemini", "perplexity"] as const;

/** One report of it; `shift` is what has happened to a prompt since, in log-odds. */
export function reportOf(
  project: readonly (readonly number[])[],
  series: Series,
  random: Random,
  shift: (prompt: number) => number = () => 0,
): Cell[] {
  const day = (2 * random() - 1) * series.dayShift;
  const topics = Array.from({ length: project.length }, () => series.topicShift * normal(random));
  return project.flatMap((engines, prompt) =>
    engines.map((odds, engine): Cell => {
      const topic = Math.floor(prompt / series.wordings);
      const rate = logistic(odds + day + topics[topic]! + shift(prompt));
      const named = binomial(random, series.runs, rate);
      return {
        promptKey: `p${prompt}`,
        topic: `t${topic}`,
        provider: provider[engine]!,
        surface: "api",
        answers: series.runs,
        named,
        visibility: 100 * named,
        visibilitySquares: 10_000 * named,
        models: ["model"],
      };
    }),
  );
}

/** By how much all log-odds have to move for the mean rate to move by so much. */
export function shiftFor(project: readonly (readonly number[])[], points: number): number {
  const rate = (shift: number) => {
    const all = project.flat();
    return all.reduce((sum, odds) => sum + logistic(odds + shift), 0) / all.length;
  };
  const goal = rate(0) + points;
  let [low, high] = [-10, 10];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (rate(middle) < goal) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
