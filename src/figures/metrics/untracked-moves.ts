import { byText } from "../../reader/text/order.ts";
import { moreFirst } from "../uncertainty/interval.ts";
import { makerIn } from "./maker.ts";
import { mostUntracked, type Untracked } from "./untracked.ts";

/** An untracked name and in how many answers it heads items; null where its report's list was full without it. */
export interface UntrackedMove {
  name: string;
  answersBefore: number | null;
  answers: number | null;
}

/** What one report says of untracked names; `untracked` is absent in readings of older methods. */
interface Side {
  untracked?: readonly Untracked[];
  metrics: { answers: number };
}

/** Untracked names whose share of answers differs between two reports, the largest difference first. */
export function untrackedMoves(before: Side, after: Side): UntrackedMove[] {
  if (!before.untracked || !after.untracked) return [];
  const [earlier, later] = [namesIn(before.untracked), namesIn(after.untracked)];
  const countIn = (side: Map<string, Untracked>, maker: string) =>
    side.get(maker)?.answers ?? (side.size < mostUntracked ? 0 : null);
  const shareOf = (answers: number | null, side: Side) =>
    side.metrics.answers === 0 ? 0 : (answers ?? 0) / side.metrics.answers;
  return [...new Set([...later.keys(), ...earlier.keys()])]
    .map((maker) => ({
      name: (later.get(maker) ?? earlier.get(maker))!.name,
      answersBefore: countIn(earlier, maker),
      answers: countIn(later, maker),
    }))
    .map((move) => ({
      move,
      size: Math.abs(shareOf(move.answers, after) - shareOf(move.answersBefore, before)),
    }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => moreFirst(a.size, b.size) || byText(a.move.name, b.move.name))
    .map(({ move }) => move);
}

const namesIn = (list: readonly Untracked[]): Map<string, Untracked> =>
  new Map(list.map((one) => [makerIn(one.name), one]));
