import type { Provider, Surface } from "../../project/provider.ts";

/** The own brand's count over the answers of one engine to one prompt: what reports are compared by. */
export interface Cell {
  promptKey: string;
  provider: Provider;
  surface: Surface;
  /** What the prompt asks, where others ask the same in other words; else the prompt itself. */
  topic?: string;
  /** Answers obtained, at least one. */
  answers: number;
  /** Answers that name the brand. */
  named: number;
  /** Sum of the visibility of its answers. */
  visibility: number;
  /** Sum of its squares; unknown in readings of an older method. */
  visibilitySquares?: number;
  /** Answers that name each rival, in the order in which they are tracked; unknown in readings of an older method. */
  rivalsNamed?: number[];
  /** Models that answered, sorted; those that said no name are left out. */
  models: string[];
}

export type Pair = [before: Cell, after: Cell];

export const cellKey = ({ promptKey, provider, surface }: Cell): string =>
  `${promptKey} ${provider} ${surface}`;

/** Wordings of one question move together, so they count as one. */
export const topicOf = ({ promptKey, topic }: Cell): string => topic ?? promptKey;

/** The cells of the same prompt, assistant and surface in both reports. */
export function pairsOf(earlier: readonly Cell[], later: readonly Cell[]): Pair[] {
  const known = new Map(earlier.map((cell) => [cellKey(cell), cell]));
  return later.flatMap((cell): Pair[] => {
    const before = known.get(cellKey(cell));
    return before ? [[before, cell]] : [];
  });
}

/** The same less those whose model changed. */
export const comparedPairs = (earlier: readonly Cell[], later: readonly Cell[]): Pair[] =>
  pairsOf(earlier, later).filter(([before, after]) => !modelChanged(before, after));

/** Only what is known to differ has changed: a side that names no model says nothing. */
export const modelChanged = (before: Cell, after: Cell): boolean =>
  before.models.length > 0 &&
  after.models.length > 0 &&
  (before.models.length !== after.models.length ||
    before.models.some((model, at) => model !== after.models[at]));

/** A figure of a cell: its sum over the answers, and the sum of squares. */
export interface CellSums {
  sum: number;
  squares: number;
}

export interface Measure {
  /** Null where it is not known. */
  of(cell: Cell): CellSums | null;
  /** The most that one answer can add. */
  most: number;
}

export const naming: Measure = { of: ({ named }) => ({ sum: named, squares: named }), most: 1 };

export const visibility: Measure = {
  of: ({ visibility, visibilitySquares }) =>
    visibilitySquares === undefined ? null : { sum: visibility, squares: visibilitySquares },
  most: 100,
};
