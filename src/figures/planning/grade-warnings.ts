import { type Cell, topicOf } from "../uncertainty/cell.ts";

/** Why an interval over prompts like these can be too narrow, as far as the answers show it. */
export interface Doubts {
  /** Fewer than five prompts name the brand, or fail to. */
  sparse: boolean;
  /**
   * All namings, or all misses, would fit into fewer than five prompts: if they come from a rare kind of prompt, so few
   * prompts can have missed it altogether.
   */
  rare: boolean;
  /** More than a quarter of the prompts ask what another one asks, in other words. */
  worded: boolean;
}

const fewestOfEitherKind = 5;
const mostWorded = 0.25;

export function doubtsOf(cells: readonly Pick<Cell, "promptKey" | "topic" | "answers" | "named">[]): Doubts {
  const prompts = (which: (cell: (typeof cells)[number]) => boolean = () => true) =>
    new Set(cells.filter(which).map(({ promptKey }) => promptKey)).size;
  const answers = cells.reduce((sum, cell) => sum + cell.answers, 0);
  const mentions = cells.reduce((sum, cell) => sum + cell.named, 0);
  const all = prompts();
  return {
    sparse: fewerKind(cells) < fewestOfEitherKind,
    rare: all * (Math.min(mentions, answers - mentions) / answers) < fewestOfEitherKind,
    worded: repeatsAmong(cells) > mostWorded * all,
  };
}

/** How many prompts name the brand, or fail to, whichever are fewer. */
export function fewerKind(cells: readonly Pick<Cell, "promptKey" | "answers" | "named">[]): number {
  const prompts = (which: (cell: (typeof cells)[number]) => boolean) =>
    new Set(cells.filter(which).map(({ promptKey }) => promptKey)).size;
  return Math.min(
    prompts(({ named: mentions }) => mentions > 0),
    prompts(({ named: mentions, answers }) => mentions < answers),
  );
}

/** How many prompts it takes that so many repeats among them are no more than a quarter. */
export const promptsWithFewRepeats = (repeats: number): number => Math.ceil(repeats / mostWorded);

/** How many prompts only ask what another one asks, in other words. */
export const repeatsAmong = (cells: readonly Pick<Cell, "promptKey" | "topic">[]): number =>
  new Set(cells.map(({ promptKey }) => promptKey)).size - new Set(cells.map(topicOf)).size;
