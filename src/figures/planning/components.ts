import type { Cell } from "../uncertainty/cell.ts";

/**
 * Estimated shares of the variance of one answer, which chance can put below 0; null if the answers cannot tell one from
 * another.
 */
export interface Components {
  /** The variance that they are shares of: rate·(1 − rate). */
  whole: number;
  shares: Record<"prompt" | "engine" | "prompt_by_engine" | "run", number | null>;
}

/** A cell with the number of its engine, so that engines are compared as numbers however often cells are taken. */
export interface EngineCell extends Pick<Cell, "promptKey" | "named" | "answers"> {
  engine: number;
}

export function withEngines(cells: readonly Cell[]): EngineCell[] {
  const engines = [...new Set(cells.map(engineOf))];
  const numberOf = new Map(engines.map((engine, number) => [engine, number]));
  return cells.map((cell) => {
    const { promptKey, named: mentions, answers } = cell;
    return { promptKey, named: mentions, answers, engine: numberOf.get(engineOf(cell))! };
  });
}

/**
 * Unbiased where each engine answered each prompt, so that they add up to about 1. Engines are those asked, not a sample of
 * others. With one engine, what differs between prompts and what the engine makes of them is one. Null if no answer differs
 * from another.
 */
export function componentsOf(cells: readonly EngineCell[]): Components | null {
  const byEngine = Map.groupBy(cells, ({ engine }) => engine);
  const engines = [...byEngine.values()];
  const rate = mean(engines.map((own) => mean(own.map(shareOf))));
  const whole = rate * (1 - rate);
  if (whole < 1e-9) return null;
  const run = withinCells(cells);
  // Of what cells differ by, so much is asking again.
  const again = run === null ? null : run * mean(cells.map(({ answers }) => 1 / answers));
  const apart = mean(engines.map((own) => variance(own.map(shareOf))));
  const agreed = engines.length > 1 ? agreement(cells, [...byEngine.keys()]) : null;
  const shareOfVariance = (each: number | null) => (each === null ? null : each / whole);
  return {
    whole,
    shares: {
      prompt: shareOfVariance(agreed ? agreed.prompt : again === null ? null : apart - again),
      engine: shareOfVariance(agreed ? agreed.engine : null),
      prompt_by_engine: shareOfVariance(agreed && again !== null ? apart - agreed.prompt - again : null),
      run: shareOfVariance(run),
    },
  };
}

/** An engine as it was seen: its API and its web page are two. */
export const engineOf = ({ provider, surface }: Cell): string => `${provider} ${surface}`;

const shareOf = ({ named: mentions, answers }: EngineCell): number => mentions / answers;

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Of a sample; 0 for a single number. */
function variance(numbers: readonly number[]): number {
  if (numbers.length < 2) return 0;
  const centre = mean(numbers);
  return numbers.reduce((sum, each) => sum + (each - centre) ** 2, 0) / (numbers.length - 1);
}

/** The mean variance of the answers of one engine to one prompt; null if nothing was asked twice. */
function withinCells(cells: readonly EngineCell[]): number | null {
  const repeated = cells.filter(({ answers }) => answers > 1);
  if (repeated.length === 0) return null;
  return mean(
    repeated.map(({ named: mentions, answers }) => (mentions * (1 - mentions / answers)) / (answers - 1)),
  );
}

/**
 * What all engines agree on, prompt by prompt, is the prompt's: the mean covariance of two engines. What their means differ
 * by beyond chance is the engines'.
 */
function agreement(cells: readonly EngineCell[], engines: readonly number[]) {
  const complete = [...Map.groupBy(cells, ({ promptKey }) => promptKey).values()].filter(
    (own) => own.length === engines.length,
  );
  const prompts = complete.length;
  if (prompts < 2) return null;
  const rates = complete.map((own) =>
    engines.map((engine) => shareOf(own.find((cell) => cell.engine === engine)!)),
  );
  const means = engines.map((_, engine) => mean(rates.map((own) => own[engine]!)));
  let [products, pairs] = [0, 0];
  for (let one = 0; one < means.length; one += 1)
    for (let other = one + 1; other < means.length; other += 1) {
      products += rates.reduce(
        (sum, own) => sum + (own[one]! - means[one]!) * (own[other]! - means[other]!),
        0,
      );
      pairs += prompts - 1;
    }
  const centre = mean(means);
  const centres = rates.map(mean);
  const chance = mean(
    means.map((_, engine) => variance(rates.map((own, at) => own[engine]! - centres[at]!)) / prompts),
  );
  return { prompt: products / pairs, engine: mean(means.map((each) => (each - centre) ** 2)) - chance };
}
