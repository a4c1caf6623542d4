import { promptsByTag, type TagsByPrompt } from "../tags/tag.ts";
import { type Cell, cellKey, mentionMeasure, type Pair, pairsOf } from "../uncertainty/cell.ts";
import type { CallsOfBoth } from "../uncertainty/change.ts";
import { type ChangePart, changeParts } from "../uncertainty/change-parts.ts";
import { falseDiscoveryControl } from "../uncertainty/told-apart.ts";
import { leastChanceOf, movedBetween, reachBetween } from "../uncertainty/two-reports.ts";

/** Reports on either side of a shift, and whose naming has shifted. */
export interface Sides {
  before: readonly (readonly Cell[])[];
  after: readonly (readonly Cell[])[];
  /** How the calls of these reports went; empty where one does not say. */
  calls: CallsOfBoth;
  /** Place of the competitor among the tracked ones; null: it is about the brand alone. */
  rival: number | null;
  /** The difference of the two. */
  gap: boolean;
}

export interface TagPart
  extends Pick<ChangePart, "answersBefore" | "mentionsBefore" | "answers" | "mentions"> {
  tag: string;
}

/** What a shift is made of, as far as it is more than noise by itself. */
export interface Behind {
  /** Whose namings are counted: of a gap, whichever of the two moved more. */
  of: "brand" | "competitor";
  parts: ChangePart[];
  tags: TagPart[];
}

const mostTags = 3;
const fewestAnswers = 4;

/** Which questions, assistants and tags a shift is made of: the reports since it against those before. */
export function behind({ before, after, calls, rival, gap }: Sides, tags: TagsByPrompt): Behind {
  const own = pairsOf(pooled(before, null), pooled(after, null));
  const theirs = rival === null ? own : pairsOf(pooled(before, rival), pooled(after, rival));
  const of = rival !== null && (!gap || moved(theirs) > moved(own)) ? "competitor" : "brand";
  const pairs = of === "brand" ? own : theirs;
  return {
    of,
    parts: pairs.length > 0 ? changeParts(pairs, calls).parts : [],
    tags: tagParts(pairs, tags, calls),
  };
}

const moved = (pairs: readonly Pair[]): number => Math.abs(movedBetween(pairs, mentionMeasure)?.delta ?? 0);

/** The cells of several reports as if they were one. */
function pooled(reports: readonly (readonly Cell[])[], rival: number | null): Cell[] {
  const cells = new Map<string, Cell>();
  for (const cell of reports.flat()) {
    const key = cellKey(cell);
    const mentions = rival === null ? cell.named : (cell.rivalsNamed?.[rival] ?? 0);
    const pooledCell = cells.get(key);
    cells.set(key, {
      ...cell,
      answers: (pooledCell?.answers ?? 0) + cell.answers,
      named: (pooledCell?.named ?? 0) + mentions,
    });
  }
  return [...cells.values()];
}

/** The tags whose prompts moved beyond noise and what failed calls may have done, judged together, those that moved most first. */
function tagParts(pairs: readonly Pair[], tags: TagsByPrompt, calls: CallsOfBoth): TagPart[] {
  const groups = promptsByTag(tags).flatMap(({ tag, promptKeys }) => {
    const keys = new Set(promptKeys);
    const own = pairs.filter(([, { promptKey }]) => keys.has(promptKey));
    const [answersBefore, answers] = [
      sumOf(own, ([cell]) => cell.answers),
      sumOf(own, ([, cell]) => cell.answers),
    ];
    const move = Math.min(answersBefore, answers) < fewestAnswers ? null : movedBetween(own, mentionMeasure);
    if (!move) return [];
    const mentionCounts = {
      mentionsBefore: sumOf(own, ([cell]) => cell.named),
      mentions: sumOf(own, ([, cell]) => cell.named),
    };
    const { reach } = reachBetween(own, mentionMeasure, calls.before, calls.after);
    const part = { tag, answersBefore, answers, ...mentionCounts };
    return [{ part, delta: move.delta, chance: leastChanceOf(move, reach) }];
  });
  const stands = falseDiscoveryControl(groups.map(({ chance }) => chance));
  return groups
    .filter((_, at) => stands[at])
    .sort((one, other) => Math.abs(other.delta) - Math.abs(one.delta))
    .slice(0, mostTags)
    .map(({ part }) => part);
}

const sumOf = (pairs: readonly Pair[], of: (pair: Pair) => number): number =>
  pairs.reduce((sum, pair) => sum + of(pair), 0);
