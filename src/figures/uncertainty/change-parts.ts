import type { Provider } from "../../reader/provider.ts";
import { mentionMeasure, type Pair, pairWeight, topicOf } from "./cell.ts";
import type { CallsOfBoth } from "./change.ts";
import type { Interval } from "./interval.ts";
import { falseDiscoveryControl } from "./told-apart.ts";
import { leastChanceOf, movedApart, movedBetween, reachBetween } from "./two-reports.ts";

/** A part of a change of the appearance rate that is more than noise by itself. */
export interface ChangePart {
  /** One question in all its wordings, or one assistant that moved otherwise than the others over all other questions. */
  of: "question" | "assistant";
  /** Its prompts; an assistant's are all that are in no other part. */
  promptKeys: string[];
  /** Null for a question that several assistants answered. */
  provider: Provider | null;
  /** Its contribution to the change: fractions of 1 that add up with `unexplained`. */
  delta: number;
  answersBefore: number;
  mentionsBefore: number;
  answers: number;
  mentions: number;
}

export interface ChangeParts {
  /** The largest first. */
  parts: ChangePart[];
  /** The rest of the change, which looks like noise, or which failed calls may have made. */
  unexplained: number;
}

const mostParts = 8;
/** With fewer answers on a side, a question says nothing by itself. */
const fewestAnswers = 4;

/**
 * Splits the difference between two reports' appearance rates, weighted as in `movedBetween`, into questions and assistants
 * that moved beyond their own noise and what failed calls (`calls`) may have done to them, an assistant also apart from the
 * others: takes out what stands and judges the rest again, all together each time.
 * Source: docs/measuring.md, "Change".
 */
export function changeParts(
  pairs: readonly Pair[],
  calls: CallsOfBoth = { before: [], after: [] },
): ChangeParts {
  const total = sumOf(pairs, pairWeight);
  const parts: ChangePart[] = [];
  let remaining = [...pairs];
  while (parts.length < mostParts) {
    const largest = largestOf(remaining, calls);
    if (largest.length === 0) break;
    const groups = largest.slice(0, mostParts - parts.length);
    parts.push(...groups.map((group) => partOf(group, total)));
    const explainedPairs = new Set(groups.flatMap(({ pairs }) => pairs));
    remaining = remaining.filter((pair) => !explainedPairs.has(pair));
  }
  return {
    parts: parts.sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta)),
    unexplained: total === 0 ? 0 : sumOf(remaining, moved) / total,
  };
}

interface Group {
  of: ChangePart["of"];
  pairs: Pair[];
}

/**
 * The largest of those that stand, alone if an assistant stands too, since they share answers; otherwise all questions that
 * stand: judged one after another, each would lose the company in which it stands. Largest first.
 */
function largestOf(pairs: readonly Pair[], calls: CallsOfBoth): Group[] {
  const candidates = groupsOf(pairs);
  const stands = falseDiscoveryControl(candidates.map((group) => chanceOf(group, pairs, calls)));
  const groups = candidates
    .filter((_, at) => stands[at])
    .sort((a, b) => Math.abs(sumOf(b.pairs, moved)) - Math.abs(sumOf(a.pairs, moved)));
  return groups.some(({ of }) => of === "assistant") ? groups.slice(0, 1) : groups;
}

/** Of the chance that a question is called wrongly, how much lies in the direction of all; the rest in the other. */
const withTheRest = 0.9;

/** How often chance alone would move it this far; for an assistant, also how often as far from where the others moved. */
function chanceOf({ of, pairs }: Group, all: readonly Pair[], { before, after }: CallsOfBoth): number {
  const reachIn = (pairs: readonly Pair[]): Interval =>
    reachBetween(pairs, mentionMeasure, before, after).reach;
  const difference = movedBetween(pairs, mentionMeasure)!;
  const { delta } = difference;
  const [down, up] = reachIn(pairs);
  const chance = leastChanceOf(difference, [down, up]);
  if (of === "question") {
    const isAlong = delta * sumOf(all, moved) > 0;
    return Math.min(1, chance / 2 / (isAlong ? withTheRest : 1 - withTheRest));
  }
  const groupPairs = new Set(pairs);
  const others = all.filter((pair) => !groupPairs.has(pair));
  const [othersDown, othersUp] = reachIn(others);
  const apart = movedApart(pairs, others, mentionMeasure)!;
  return Math.max(chance, leastChanceOf(apart, [down - othersUp, up - othersDown]));
}

function groupsOf(pairs: readonly Pair[]): Group[] {
  const by = (of: Group["of"], key: (pair: Pair) => string): Group[] =>
    [...Map.groupBy(pairs, key).values()].map((pairs) => ({ of, pairs }));
  const assistants = by("assistant", ([, cell]) => cell.provider);
  return [
    ...by("question", ([, cell]) => topicOf(cell)),
    ...(assistants.length > 1 ? assistants : []),
  ].filter(({ pairs }) => Math.min(...sides(pairs)) >= fewestAnswers);
}

const sides = (pairs: readonly Pair[]): [number, number] => [
  sumOf(pairs, ([cell]) => cell.answers),
  sumOf(pairs, ([, cell]) => cell.answers),
];

function partOf({ of, pairs }: Group, total: number): ChangePart {
  const [answersBefore, answers] = sides(pairs);
  const providers = new Set(pairs.map(([, { provider }]) => provider));
  const [provider] = providers;
  return {
    of,
    promptKeys: [...new Set(pairs.map(([, { promptKey }]) => promptKey))],
    provider: providers.size === 1 ? provider! : null,
    delta: sumOf(pairs, moved) / total,
    answersBefore,
    mentionsBefore: sumOf(pairs, ([cell]) => cell.named),
    answers,
    mentions: sumOf(pairs, ([, cell]) => cell.named),
  };
}

const moved = (pair: Pair): number => {
  const [before, after] = pair;
  return pairWeight(pair) * (after.named / after.answers - before.named / before.answers);
};

const sumOf = (pairs: readonly Pair[], of: (pair: Pair) => number): number =>
  pairs.reduce((sum, pair) => sum + of(pair), 0);
