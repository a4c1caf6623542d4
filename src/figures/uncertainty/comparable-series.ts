import { type Cell, cellKey, modelChanged, type Pair } from "./cell.ts";

/** At most this many earlier reports count, so that all are from about the same time. */
export const mostEarlier = 12;

/** Fewer earlier reports do not show how much reports vary from day to day. */
const fewestEarlier = 4;

/** Earlier reports that lack more than this part of what the last two share are about other prompts. */
const mostMissing = 0.2;

/** Reports of one project over the same cells, oldest first. */
export interface Series {
  earlier: Cell[][];
  newest: Cell[];
}

/** The newest earlier reports that have nearly everything compared, over what all of them share; null if too few. */
export function comparableSeries(
  before: readonly (readonly Cell[])[],
  pairs: readonly Pair[],
): Series | null {
  const newest = new Map(pairs.map(([, cell]) => [cellKey(cell), cell]));
  const fewest = newest.size * (1 - mostMissing);
  const earlier = [new Map(pairs.map(([cell]) => [cellKey(cell), cell]))];
  let shared = [...newest.keys()];
  for (const cells of before.toReversed()) {
    if (earlier.length === mostEarlier) break;
    const cellByKey = new Map(cells.map((cell) => [cellKey(cell), cell]));
    const commonKeys = shared.filter(
      (key) => cellByKey.has(key) && !modelChanged(cellByKey.get(key)!, newest.get(key)!),
    );
    if (commonKeys.length < fewest) break;
    shared = commonKeys;
    earlier.unshift(cellByKey);
  }
  if (earlier.length < fewestEarlier) return null;
  const over = (cells: ReadonlyMap<string, Cell>) => shared.map((key) => cells.get(key)!);
  return { earlier: earlier.map(over), newest: over(newest) };
}
