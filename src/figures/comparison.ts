import { type Provider, providers } from "../reader/provider.ts";
import type { ReadingDifference } from "../reader/reading-difference.ts";
import { byText } from "../reader/text/order.ts";
import type { SourceDomain } from "./metrics/cited-domain.ts";
import { mostDomains } from "./metrics/sources.ts";
import { type UntrackedMove, untrackedMoves } from "./metrics/untracked-moves.ts";
import type { ScoredReport } from "./report.ts";
import { isTooFewToJudge } from "./too-few-to-judge.ts";
import { type Cell, comparedPairs, mentionMeasure, pairsOf } from "./uncertainty/cell.ts";
import {
  type CallsOfBoth,
  type Change,
  changeBetween,
  changeOfStopped,
  type SeriesChange,
} from "./uncertainty/change.ts";
import { type ChangeParts, changeParts } from "./uncertainty/change-parts.ts";
import { borneOut, noReach } from "./uncertainty/failures.ts";
import { type Interval, isMore, moreFirst } from "./uncertainty/interval.ts";
import { studentTails } from "./uncertainty/student.ts";
import { falseDiscoveryControl, familywiseControl } from "./uncertainty/told-apart.ts";
import { reachBetween } from "./uncertainty/two-reports.ts";

/** How many answers to one prompt name the brand, before and after, over what can be compared. */
export interface PromptMove {
  promptKey: string;
  prompt: string;
  answersBefore: number;
  mentionsBefore: number;
  answers: number;
  mentions: number;
  /**
   * Whether it moved by more than noise, judging all prompts together; null with under ten answers on a side, and where its own
   * failed calls may have moved it.
   */
  beyondNoise: boolean | null;
}

export interface ProviderMove {
  provider: Provider;
  /** Which of the two reports it answered in. */
  where: "both" | "gained" | "lost";
  rateBefore: number | null;
  rate: number | null;
  /** Over its own answers, judging all assistants together; null unless it answered in both. */
  change: Change | null;
}

export interface RivalMove {
  name: string;
  where: "both" | "gained" | "lost";
  rateBefore: number | null;
  rate: number | null;
  /** Over what both reports have; null if nothing is, or it is not known. */
  delta: number | null;
  rateBeforeCi: Interval | null;
  rateCi: Interval | null;
  scoreBefore: number | null;
  score: number | null;
  /** Whether its rate moved by more than noise, over what both reports have, judging all rivals together; null if that cannot be judged. */
  beyondNoise: boolean | null;
}

export interface SourceMove {
  domain: string;
  citationsBefore: number;
  citations: number;
  /** Shares of all citations of its report. */
  shareBefore: number;
  share: number;
}

/** The verdict of each assistant's own series on the later of two reports; none of one means by the two alone. */
type SeriesByAssistant = ReadonlyMap<Provider, SeriesChange>;

/** Two reports of one brand side by side. Lists are complete, the largest move first; views shorten them. */
export interface Comparison {
  change: Change;
  /** All reports up to the later one, or the two alone. */
  judgedBy: "series" | "pair";
  /** What the change is made of; null unless it is up or down. */
  parts: ChangeParts | null;
  /** Prompts in both, by how much more or less they name the brand; empty if the reports cannot be compared. */
  risen: PromptMove[];
  fallen: PromptMove[];
  promptsCompared: number;
  /** Those of them of which nobody can tell whether they moved. */
  promptsUnjudged: number;
  promptsGained: { promptKey: string; prompt: string }[];
  promptsLost: { promptKey: string; prompt: string }[];
  providers: ProviderMove[];
  rivals: RivalMove[];
  /** Empty, like the untracked names, unless the reports have most of their answers in common. */
  sourcesGained: SourceMove[];
  sourcesLost: SourceMove[];
  /** Domains that both reports cite. */
  sourcesMoved: SourceMove[];
  untracked: UntrackedMove[];
}

/**
 * Compares two reports of the same brand cell by cell, as `changeBetween` judges them: by the series of which they are the last two
 * (`series`), or by themselves, and assistants by their own (`byAssistant`). The parts are of what lies between the two. Source:
 * docs/measuring.md, "Change".
 */
export function comparison(
  before: ScoredReport,
  after: ScoredReport,
  readingsDiffer: readonly ReadingDifference[],
  series: SeriesChange | null = null,
  byAssistant: SeriesByAssistant = new Map(),
): Comparison {
  const isComparable = readingsDiffer.every((difference) => difference === "rivals");
  const moves = isComparable ? promptMoves(before, after) : [];
  const change = changeBetween(before.cells, after.cells, readingsDiffer, series, callsOf(before, after));
  const shared = providersInBoth(before, after);
  const sharedPart = partInBoth(before, after, shared);
  const isWhole = sharedPart >= mostlyShared && partInBoth(before, after) >= mostlyShared;
  const isMoved = change.direction === "up" || change.direction === "down";
  return {
    change,
    judgedBy: series && change.appearanceRateDelta !== null ? "series" : "pair",
    parts: isMoved
      ? partsOf(
          change.appearanceRateDelta!,
          changeParts(comparedPairs(before.cells, after.cells), callsOf(before, after)).parts,
        )
      : null,
    risen: moves
      .filter((move) => isMore(rise(move), 0))
      .sort((a, b) => moreFirst(rise(a), rise(b)) || byKey(a, b)),
    fallen: moves
      .filter((move) => isMore(0, rise(move)))
      .sort((a, b) => moreFirst(rise(b), rise(a)) || byKey(a, b)),
    promptsCompared: moves.length,
    promptsUnjudged: moves.filter(({ beyondNoise }) => beyondNoise === null).length,
    promptsGained: promptsBeside(after, before),
    promptsLost: promptsBeside(before, after),
    providers: providerMoves(before, after, readingsDiffer, byAssistant),
    rivals: rivalMoves(before, after, isComparable),
    ...(sharedPart >= mostlyShared
      ? sourceMoves(before.sources.domains, after.sources.domains, shared)
      : noSources),
    // Shares are of all citations of a report.
    ...(isWhole ? {} : { sourcesMoved: [] }),
    untracked: isWhole ? untrackedMoves(before, after) : [],
  };
}

/** What the parts leave of a change: of one over several reports also what lies between those and the two. */
const partsOf = (delta: number, parts: ChangeParts["parts"]): ChangeParts => ({
  parts,
  unexplained: parts.reduce((rest, part) => rest - part.delta, delta),
});

const callsOf = (before: ScoredReport, after: ScoredReport): CallsOfBoth => ({
  before: before.providers,
  after: after.providers,
});

/** The same where this report's run was stopped by a person: what it has is shown, and nothing is judged. */
export const comparisonOfStopped = (original: Comparison): Comparison => ({
  ...original,
  change: changeOfStopped(original.change),
  parts: null,
  promptsUnjudged: original.promptsCompared,
  risen: original.risen.map(withoutVerdict),
  fallen: original.fallen.map(withoutVerdict),
  providers: original.providers.map((move) => ({
    ...move,
    change: move.change && changeOfStopped(move.change),
  })),
  rivals: original.rivals.map(withoutVerdict),
});

const withoutVerdict = <Move extends { beyondNoise: boolean | null }>(move: Move): Move => ({
  ...move,
  beyondNoise: null,
});

/** Sources and untracked names are counted over whole reports, so they are compared only if these have so much of their answers in common. */
const mostlyShared = 0.8;

const providersInBoth = (before: ScoredReport, after: ScoredReport): Provider[] => {
  const pairs = pairsOf(before.cells, after.cells);
  return providers.filter((provider) => pairs.some(([cell]) => cell.provider === provider));
};

/** The part of the answers of either report, the smaller one, to prompts that both put to an assistant; of these assistants, or of all. */
function partInBoth(before: ScoredReport, after: ScoredReport, of: readonly Provider[] = providers): number {
  const [earlier, later] = [before, after].map(({ cells }) =>
    cells.filter(({ provider }) => of.includes(provider)),
  ) as [Cell[], Cell[]];
  const pairs = pairsOf(earlier, later);
  const answersOf = (cells: readonly Cell[]) => cells.reduce((sum, { answers }) => sum + answers, 0);
  const part = (side: 0 | 1, cells: readonly Cell[]) =>
    answersOf(pairs.map((pair) => pair[side])) / answersOf(cells);
  return pairs.length === 0 ? 0 : Math.min(part(0, earlier), part(1, later));
}

/**
 * Assistants that moved by more than noise between two reports, of several that answered in both: the largest move first. Those that two
 * reports do not judge (`judgedOtherwise`) are left out, and count among the others as if they had not moved.
 */
export function assistantsMoved(
  before: ScoredReport,
  after: ScoredReport,
  readingsDiffer: readonly ReadingDifference[],
  judgedOtherwise: readonly Provider[] = [],
): AssistantMove[] {
  const moves = providerMoves(before, after, readingsDiffer, new Map(), judgedOtherwise);
  if (moves.filter(({ where }) => where === "both").length < 2) return [];
  return moves
    .flatMap(({ provider, change }) =>
      change &&
      (change.direction === "up" || change.direction === "down") &&
      change.appearanceRateDelta !== null
        ? { provider, delta: change.appearanceRateDelta }
        : [],
    )
    .sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta));
}

/** How far the appearance rate in one assistant's answers moved, a fraction of 1. */
export interface AssistantMove {
  provider: Provider;
  delta: number;
}

const rise = ({ answers, mentions, answersBefore, mentionsBefore }: PromptMove): number =>
  mentions / answers - mentionsBefore / answersBefore;

const byKey = (a: { promptKey: string }, b: { promptKey: string }): number =>
  byText(a.promptKey, b.promptKey);

/** How often chance alone would make a move by what was answered, and whatever failed calls would have said; null if it is not judged. */
interface Chances {
  chance: number | null;
  leastChance: number | null;
}

/**
 * Among many moves some exceed their noise by chance, so all of a kind are judged together (`control`). What failed calls may have made
 * is not within the noise: it cannot be told, and is null. Where those of others failed alone, it is judged beside what surely moved.
 */
function verdictsOf(
  moves: readonly Chances[],
  control: (chances: readonly number[]) => boolean[],
): (boolean | null)[] {
  const standing = (chances: readonly (number | null)[]): (boolean | null)[] => {
    const stands = control(chances.filter((chance) => chance !== null))[Symbol.iterator]();
    return chances.map((chance) => (chance === null ? null : (stands.next().value ?? null)));
  };
  const stands = standing(moves.map(({ chance }) => chance));
  const surely = standing(moves.map(({ leastChance }) => leastChance));
  return moves.map(({ chance, leastChance }, at) =>
    stands[at] && !surely[at] && leastChance !== chance ? null : surely[at]!,
  );
}

function promptMoves(before: ScoredReport, after: ScoredReport): PromptMove[] {
  const textOf = new Map(after.prompts.map(({ promptKey, prompt }) => [promptKey, prompt]));
  const pairs = Map.groupBy(comparedPairs(before.cells, after.cells), ([{ promptKey }]) => promptKey);
  const moves = [...pairs].map(([promptKey, cells]) => {
    const sum = (side: 0 | 1, of: "answers" | "named") =>
      cells.reduce((total, pair) => total + pair[side][of], 0);
    const counts = {
      answersBefore: sum(0, "answers"),
      mentionsBefore: sum(0, "named"),
      answers: sum(1, "answers"),
      mentions: sum(1, "named"),
    };
    const { reach } = reachBetween(cells, mentionMeasure, before.providers, after.providers);
    const move = { promptKey, prompt: textOf.get(promptKey) ?? "", ...counts };
    return { move, chance: chanceOf(counts), leastChance: chanceOf(counts, reach) };
  });
  const verdicts = verdictsOf(moves, falseDiscoveryControl);
  return moves.map(({ move }, at) => ({ ...move, beyondNoise: verdicts[at]! }));
}

/**
 * For two proportions with a pooled variance, one answer of either kind added; null if there are too few. `reach`: what failed calls may
 * have done to their difference, which is taken at its smallest.
 */
function chanceOf(
  counts: Pick<PromptMove, "answers" | "mentions" | "answersBefore" | "mentionsBefore">,
  reach: Readonly<Interval> = noReach,
): number | null {
  const { answers, mentions, answersBefore, mentionsBefore } = counts;
  if (isTooFewToJudge(answersBefore, answers)) return null;
  const pooled = (mentions + mentionsBefore + 1) / (answers + answersBefore + 2);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / answers + 1 / answersBefore));
  const moved = borneOut(mentions / answers - mentionsBefore / answersBefore, reach);
  return studentTails(moved / error, answers + answersBefore - 2);
}

/** Prompts of the headline figures that the other report did not measure. */
function promptsBeside(one: ScoredReport, other: ScoredReport): { promptKey: string; prompt: string }[] {
  const measured = new Set(one.cells.map(({ promptKey }) => promptKey));
  const otherKeys = new Set(other.cells.map(({ promptKey }) => promptKey));
  return one.prompts
    .filter(({ promptKey }) => measured.has(promptKey) && !otherKeys.has(promptKey))
    .map(({ promptKey, prompt }) => ({ promptKey, prompt }));
}

const placed = (before: unknown, after: unknown): "both" | "gained" | "lost" =>
  before === undefined ? "gained" : after === undefined ? "lost" : "both";

function providerMoves(
  before: ScoredReport,
  after: ScoredReport,
  readingsDiffer: readonly ReadingDifference[],
  byAssistant: SeriesByAssistant = new Map(),
  judgedOtherwise: readonly Provider[] = [],
): ProviderMove[] {
  const of = (report: ScoredReport, provider: Provider) =>
    report.providers.find((one) => one.provider === provider && one.answers > 0);
  const cellsOf = ({ cells }: ScoredReport, provider: Provider): Cell[] =>
    cells.filter((cell) => cell.provider === provider);
  const moves = providers.flatMap((provider) => {
    const [earlier, later] = [of(before, provider), of(after, provider)];
    if (!earlier && !later) return [];
    const where = placed(earlier, later);
    const cells = [cellsOf(before, provider), cellsOf(after, provider)] as const;
    const series = byAssistant.get(provider) ?? null;
    return {
      ...{
        provider,
        where,
        rateBefore: earlier?.appearanceRate ?? null,
        rate: later?.appearanceRate ?? null,
      },
      ...(where !== "both"
        ? notJudged
        : judgedOtherwise.includes(provider)
          ? unmoved
          : judgedBetween(...cells, readingsDiffer, callsOf(before, after), series)),
    };
  });
  const verdicts = verdictsOf(moves, familywiseControl);
  return moves.map(({ chance, leastChance: _, ...move }, at) => {
    if (!move.change || chance === null || verdicts[at]) return move;
    return {
      ...move,
      change: { ...move.change, direction: verdicts[at] === null ? "failures_differ" : "flat" },
    };
  });
}

interface Judged extends Chances {
  change: Change | null;
}

const notJudged: Judged = { change: null, chance: null, leastChance: null };
const unmoved: Judged = { change: null, chance: 1, leastChance: 1 };

function judgedBetween(
  before: readonly Cell[],
  after: readonly Cell[],
  readingsDiffer: readonly ReadingDifference[],
  calls: CallsOfBoth,
  series: SeriesChange | null = null,
): Judged {
  const change = changeBetween(before, after, readingsDiffer, series, calls);
  const leastChance = change.appearanceRateChance;
  const chance =
    change.answersFailed === 0 || leastChance === null
      ? leastChance
      : series
        ? series.rate.chance
        : changeBetween(before, after, readingsDiffer).appearanceRateChance;
  return { change, chance, leastChance };
}

function rivalMoves(before: ScoredReport, after: ScoredReport, isComparable: boolean): RivalMove[] {
  const earlier = new Map(before.competitors.map((rival) => [rival.name, rival]));
  const later = new Map(after.competitors.map((rival) => [rival.name, rival]));
  const moves = [...new Set([...later.keys(), ...earlier.keys()])].map((name) => {
    const [was, is] = [earlier.get(name), later.get(name)];
    const [rateBeforeCi, rateCi] = [was?.appearanceRateCi ?? null, is?.appearanceRateCi ?? null];
    return {
      name,
      where: placed(was, is),
      rateBefore: was?.appearanceRate ?? null,
      rate: is?.appearanceRate ?? null,
      rateBeforeCi,
      rateCi,
      scoreBefore: was?.visibilityScore ?? null,
      score: is?.visibilityScore ?? null,
      ...(was && is && isComparable ? rivalChange(before, after, name) : notJudged),
    };
  });
  const verdicts = verdictsOf(moves, familywiseControl);
  const size = ({ rate, rateBefore }: RivalMove) => Math.abs((rate ?? 0) - (rateBefore ?? 0));
  return moves
    .map(
      ({ change, chance: _, leastChance: _least, ...move }, at): RivalMove => ({
        ...move,
        delta: change?.appearanceRateDelta ?? null,
        beyondNoise: verdicts[at]!,
      }),
    )
    .sort((a, b) => moreFirst(size(a), size(b)) || byText(a.name, b.name));
}

/** How far a rival's rate moved over the cells of both. */
function rivalChange(before: ScoredReport, after: ScoredReport, name: string): Judged {
  const cellsOf = ({ rivals, cells }: ScoredReport): Cell[] => {
    const index = rivals.findIndex((rival) => rival.name === name);
    return cells.flatMap((cell) => {
      const mentions = cell.rivalsNamed?.[index];
      return mentions === undefined ? [] : [{ ...cell, named: mentions }];
    });
  };
  return judgedBetween(cellsOf(before), cellsOf(after), [], callsOf(before, after));
}

type Sides = Pick<Comparison, "sourcesGained" | "sourcesLost" | "sourcesMoved">;

const noSources: Sides = { sourcesGained: [], sourcesLost: [], sourcesMoved: [] };

/** Of domains that none but these assistants cites, as what others cite is in one of the reports alone. */
function sourceMoves(
  before: readonly SourceDomain[],
  after: readonly SourceDomain[],
  shared: readonly Provider[],
): Sides {
  const [earlier, later] = [before, after].map(
    (domains) => new Map(domains.map((source) => [source.domain, source])),
  ) as [Map<string, SourceDomain>, Map<string, SourceDomain>];
  const move = (domain: string): SourceMove => ({
    domain,
    citationsBefore: earlier.get(domain)?.citations ?? 0,
    citations: later.get(domain)?.citations ?? 0,
    shareBefore: earlier.get(domain)?.citationShare ?? 0,
    share: later.get(domain)?.citationShare ?? 0,
  });
  const size = ({ share, shareBefore }: SourceMove) => Math.abs(share - shareBefore);
  const isShared = (domain: string) =>
    [earlier.get(domain), later.get(domain)].every(
      (source) => source?.providers.every((provider) => shared.includes(provider)) ?? true,
    );
  const moves = (domains: Iterable<string>, belong: (domain: string) => boolean) =>
    [...domains]
      .filter((domain) => belong(domain) && isShared(domain))
      .map(move)
      .sort((a, b) => moreFirst(size(a), size(b)) || byText(a.domain, b.domain));
  // A full list does not tell what it leaves out.
  const [knowsBefore, knowsAfter] = [before.length < mostDomains, after.length < mostDomains];
  return {
    sourcesGained: moves(later.keys(), (domain) => knowsBefore && !earlier.has(domain)),
    sourcesLost: moves(earlier.keys(), (domain) => knowsAfter && !later.has(domain)),
    sourcesMoved: moves(later.keys(), (domain) => earlier.has(domain)).filter((one) => size(one) > 0),
  };
}
