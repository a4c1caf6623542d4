import { type Pair, pairWeight } from "../uncertainty/cell.ts";

/** By how much the log-odds of being named moved in all of a group's cells alike. */
export interface CommonOdds {
  shift: number;
  variance: number;
}

/**
 * The common odds ratio after Mantel and Haenszel (1959), which holds for many cells of few answers, with the variance of
 * Robins, Breslow and Greenland (1986); as if one more cell had been named once in two answers on each side.
 */
export function commonOdds(pairs: readonly Pair[]): CommonOdds {
  let [rose, fell] = [0.125, 0.125];
  let [ofRose, ofBoth, ofFell] = [0.0625, 0.125, 0.0625];
  for (const [before, after] of pairs) {
    const answers = before.answers + after.answers;
    const up = (after.named * (before.answers - before.named)) / answers;
    const down = (before.named * (after.answers - after.named)) / answers;
    const along = (after.named + before.answers - before.named) / answers;
    rose += up;
    fell += down;
    ofRose += along * up;
    ofBoth += along * down + (1 - along) * up;
    ofFell += (1 - along) * down;
  }
  return {
    shift: Math.log(rose / fell),
    variance: ofRose / (2 * rose ** 2) + ofBoth / (2 * rose * fell) + ofFell / (2 * fell ** 2),
  };
}

/** By how much the rate of these cells would have moved if only their log-odds had moved so far. */
export function riseBy(pairs: readonly Pair[], shift: number): number {
  const usual =
    pairs.reduce((sum, [before, after]) => sum + before.named + after.named, 1) /
    pairs.reduce((sum, [before, after]) => sum + before.answers + after.answers, 2);
  const ratio = Math.exp(shift);
  let [moved, weights] = [0, 0];
  for (const pair of pairs) {
    const [before, after] = pair;
    const answers = before.answers + after.answers;
    const rate = (before.named + after.named + priorAnswers * usual) / (answers + priorAnswers);
    const later = after.answers / answers;
    // Where it started, so that both sides together have that rate: a quadratic equation, solved without cancellation.
    const linear = 1 - later + later * ratio - rate * (ratio - 1);
    const start = (2 * rate) / (linear + Math.sqrt(linear ** 2 + 4 * (1 - later) * (ratio - 1) * rate));
    const weight = pairWeight(pair);
    moved += weight * ((ratio * start) / (1 + (ratio - 1) * start) - start);
    weights += weight;
  }
  return moved / weights;
}

/** For how many answers the rate over all cells counts within each. */
const priorAnswers = 2;
