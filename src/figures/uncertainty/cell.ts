import type { Provider, Surface } from "../../reader/provider.ts";

/** The own brand's counts over one engine's answers to one prompt: the unit by which reports are compared. */
export interface Cell {
  promptKey: string;
  provider: Provider;
  surface: Surface;
  /** The question asked, if other prompts ask the same in other words; otherwise the prompt itself. */
  topic?: string;
  /** Answers obtained, at least one. */
  answers: number;
  /** Answers that name the brand. */
  named: number;
  /** Sum of the visibility of its answers. */
  visibility: number;
  /** Sum of its squares; unknown in readings by an older method. */
  visibilitySquares?: number;
  /** Answers that name each rival, in the tracked order; unknown in readings by an older method. */
  rivalsNamed?: number[];
  /** Models that answered, sorted, as far as they were stated. */
  models: string[];
}

export type Pair = [before: Cell, after: Cell];

export const cellKey = ({ promptKey, provider, surface }: Cell): string =>
  `${promptKey} ${provider} ${surface}`;

/** Wordings of one question move together, so they count as one. */
export const topicOf = ({ promptKey, topic }: Pick<Cell, "promptKey" | "topic">): string =>
  topic ?? promptKey;

/** Cells with the same prompt, assistant and surface in both reports. */
export function pairsOf(earlier: readonly Cell[], later: readonly Cell[]): Pair[] {
  const earlierCells = new Map(earlier.map((cell) => [cellKey(cell), cell]));
  return later.flatMap((cell): Pair[] => {
    const before = earlierCells.get(cellKey(cell));
    return before ? [[before, cell]] : [];
  });
}

/** The same without those whose model changed. */
export const comparedPairs = (earlier: readonly Cell[], later: readonly Cell[]): Pair[] =>
  pairsOf(earlier, later).filter(([before, after]) => !modelChanged(before, after));

/** Only a known difference counts as a change: a side that states no model says nothing. */
export const modelChanged = (before: Cell, after: Cell): boolean =>
  before.models.length > 0 &&
  after.models.length > 0 &&
  (before.models.length !== after.models.length ||
    before.models.some((model, at) => model !== after.models[at]));

/** How much a pair counts in a difference between reports: n₁n₂/(n₁ + n₂). */
export const pairWeight = ([before, after]: Pair): number =>
  (before.answers * after.answers) / (before.answers + after.answers);

/** A figure's sum and sum of squares over a cell's answers. */
export interface CellSums {
  sum: number;
  squares: number;
}

export interface Measure {
  /** Null if unknown. */
  of(cell: Cell): CellSums | null;
  /** The most that one answer can add. */
  most: number;
}

export const mentionMeasure: Measure = {
  of: ({ named: mentions }) => ({ sum: mentions, squares: mentions }),
  most: 1,
};

export const visibility: Measure = {
  of: ({ visibility, visibilitySquares }) =>
    visibilitySquares === undefined ? null : { sum: visibility, squares: visibilitySquares },
  most: 100,
};
