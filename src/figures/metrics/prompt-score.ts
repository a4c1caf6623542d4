import type { MeasuredAnswer } from "../../reader/answer.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import { byText } from "../../reader/text/order.ts";
import { isMore, moreFirst } from "../uncertainty/interval.ts";
import { entryOf } from "../uncertainty/mixture.ts";
import { type Contest, contestOf, type Leads, selectByMeanDoubt } from "../uncertainty/told-apart.ts";
import type { Metrics } from "./metric-table.ts";
import { promptMetrics } from "./score.ts";
import { type Tally, visibilityAt } from "./tally.ts";

/** How one prompt went for the brand and its rivals. */
export interface PromptScore {
  promptKey: string;
  prompt: string;
  intent: string | null;
  branded: boolean;
  metrics: Metrics;
  /** The most visible rival on this prompt; null if none is named, or it cannot be told apart from the next. */
  bestCompetitor: string | null;
  /** The highest visibility score of a rival, told apart or not; 0 if none is named. */
  bestCompetitorVisibility: number;
}

/** A prompt in a list of those won or lost. */
export interface PromptRef {
  promptKey: string;
  prompt: string;
  appearanceRate: number;
  /** Answers to it, and how many of them name the brand. */
  answers: number;
  mentions: number;
  bestCompetitor: string | null;
}

/** Who is ahead of whom on which prompt, as far as the answers tell; brands by their place in the tally. */
export interface Contests {
  /** By prompt: the brand is more visible than every rival; a rival is more visible than it. */
  won: boolean[];
  lost: boolean[];
  /** By prompt the most visible rival, where it is told apart from all others; 0: none. */
  best: number[];
  /** By rival, from 1 on, and prompt: 1 where it is ahead of the brand, -1 where the brand is, 0 where that is not told. */
  beside: number[][];
}

/**
 * Judges every prompt at once, in three families: the brand against all rivals, the best rival against the others, and the
 * brand against each rival. In the long run at most a tenth of what each of them says is wrong, and each prompt's own answers bear it
 * out. What one of them says holds in the others: a prompt is lost where a rival is ahead, and then so is the best one.
 */
export function contestsOf(
  ordered: readonly MeasuredAnswer[],
  brands: TrackedBrands,
  tally: Tally,
): Contests {
  const leadsOf = leadsIn(ordered, brands, tally);
  const rivals = brands.rivals.map((_, at) => at + 1);
  const ownContests = rivals.map((rival) => contestOf(leadsOf(0, rival)));
  const evidence = likenessTold(ownContests);
  const doubtsByPair = new Map<number, (at: number) => number>();
  const contests = new Map<number, Contest>();
  const pairOf = (low: number, high: number) => low * tally.brands.length + high;
  const between = (low: number, high: number): Contest =>
    low === 0
      ? ownContests[high - 1]!
      : entryOf(contests, pairOf(low, high), () => contestOf(leadsOf(low, high)));
  /** Of the brand beside a rival, each prompt is asked for several times. */
  const ownDoubts = (rival: number) => {
    const doubt = ownContests[rival - 1]!.doubts(evidence.beside(rival));
    const all = Float64Array.from(tally.promptKeys, (_, at) => doubt(at));
    return (at: number) => all[at]!;
  };
  /** The probability that one brand is not ahead of another on a prompt. */
  const doubt = (one: number, other: number, at: number): number => {
    const [low, high] = one < other ? [one, other] : [other, one];
    const doubtAt = entryOf(doubtsByPair, pairOf(low, high), () =>
      low === 0 ? ownDoubts(high) : between(low, high).doubts(evidence.all),
    );
    return one < other ? doubtAt(at) : 1 - doubtAt(at);
  };
  const isBorneOut = (one: number, other: number, at: number): boolean => {
    const alone = between(Math.min(one, other), Math.max(one, other)).doubtAlone(at);
    return (one < other ? alone : 1 - alone) <= falseShare;
  };
  const prompts = tally.promptKeys.map((_, at) => at);
  const winning = prompts.map((at) =>
    rivals.length === 0 ? 1 : together(rivals.map((rival) => doubt(0, rival, at))),
  );
  const nearest = prompts.map((at) =>
    rivals.reduce((least, rival) => (doubt(rival, 0, at) < doubt(least, 0, at) ? rival : least), 1),
  );
  const losing = prompts.map((at) => (rivals.length === 0 ? 1 : doubt(nearest[at]!, 0, at)));
  const stands = selectByMeanDoubt([...winning, ...losing], falseShare);
  const ahead = prompts.map((at) => mostVisible(tally, at));
  const leading = prompts.map((at) => {
    const best = ahead[at]!;
    if (best === 0) return 1;
    return together(rivals.filter((rival) => rival !== best).map((rival) => doubt(best, rival, at)));
  });
  const leads = selectByMeanDoubt(leading, falseShare);
  const each = rivals.map((rival) => prompts.map((at) => doubt(rival, 0, at)));
  // Brands that are alike on all prompts would otherwise fill the lists of many rivals with chance.
  const sides = selectByMeanDoubt([...each.flat(), ...each.flat().map((doubt) => 1 - doubt)], falseShare / 2);
  const half = sides.length / 2;
  const won = prompts.map((at) => stands[at]! && rivals.every((rival) => isBorneOut(0, rival, at)));
  const best = prompts.map((at) => (leads[at] ? ahead[at]! : 0));
  const beside = rivals.map((rival, index) =>
    prompts.map((at) => {
      const place = index * prompts.length + at;
      if (won[at] || (sides[half + place] && isBorneOut(0, rival, at))) return -1;
      const isSurest = stands[prompts.length + at]! && nearest[at] === rival;
      return (sides[place] || isSurest) && isBorneOut(rival, 0, at) ? 1 : 0;
    }),
  );
  const lost = prompts.map((at) => beside.some((verdicts) => verdicts[at] === 1));
  for (const [at, rival] of best.entries())
    if (rival > 0 && (lost[at] || tally.brands[0]!.mentions[at] === 0) && isBorneOut(rival, 0, at))
      beside[rival - 1]![at] = 1;
  return { won, lost, best, beside: [[], ...beside] };
}

/** In the long run, at most this share of what is told apart is wrong. */
const falseShare = 0.1;

/** Pairs of brands share the brand's answers, so what they tell of how alike prompts are counts for a part of what it would apart. */
const shared = 0.5;

/** What the pairs of the brand with its rivals tell of how alike prompts are: all of them, and all but that with one rival. */
function likenessTold(contests: readonly Contest[]) {
  const sums = (contests[0]?.logLikelihoods ?? []).map((_, at) =>
    contests.reduce((sum, { logLikelihoods }) => sum + logLikelihoods[at]!, 0),
  );
  const all = sums.map((sum) => shared * sum);
  return {
    all,
    beside: (rival: number) =>
      sums.map((sum, at) => shared * (sum - contests[rival - 1]!.logLikelihoods[at]!)),
  };
}

/**
 * The doubt that one is ahead of all of several. They are doubts about the same answers, so it lies between the greatest of
 * them and their sum; in simulations nearer to that.
 */
function together(doubts: readonly number[]): number {
  const sum = Math.min(
    1,
    doubts.reduce((sum, doubt) => sum + doubt, 0),
  );
  return (Math.max(0, ...doubts) + 3 * sum) / 4;
}

/** The rival with the highest visibility score on a prompt; 0: none is named. */
function mostVisible({ brands }: Tally, at: number): number {
  const visible = (brand: number) => (brand === 0 ? 0 : brands[brand]!.ratios.visibility.y[at]!);
  let best = 0;
  for (let rival = 1; rival < brands.length; rival += 1)
    if (isMore(visible(rival), visible(best))) best = rival;
  return best;
}

/** By prompt, how much more visible one brand is than another in its answers. */
function leadsIn(ordered: readonly MeasuredAnswer[], { rivals }: TrackedBrands, { promptKeys }: Tally) {
  const brands = rivals.length + 1;
  const indexOf = new Map(rivals.map(({ name }, at) => [name, at + 1]));
  const obtained = ordered.filter(({ reading }) => reading !== null);
  // A row for each answer, in the order of the prompts; 0: not named.
  const visible = new Float64Array(obtained.length * brands);
  const answers = new Float64Array(promptKeys.length);
  let prompt = 0;
  for (const [row, { promptKey, reading }] of obtained.entries()) {
    while (promptKeys[prompt] !== promptKey) prompt += 1;
    answers[prompt]! += 1;
    for (const { isOwnBrand, name, position } of reading!.mentions) {
      const brand = isOwnBrand ? 0 : indexOf.get(name);
      if (brand !== undefined) visible[row * brands + brand] = visibilityAt(position) / 100;
    }
  }
  return (one: number, other: number): Leads => {
    const [sums, squares] = [new Float64Array(promptKeys.length), new Float64Array(promptKeys.length)];
    let row = 0;
    for (let at = 0; at < promptKeys.length; at += 1)
      for (const end = row + answers[at]!; row < end; row += 1) {
        const lead = visible[row * brands + one]! - visible[row * brands + other]!;
        sums[at]! += lead;
        squares[at]! += lead * lead;
      }
    return { answers, sums, squares };
  };
}

/** One score per prompt of the tally, in its order; the answers are those tallied. */
export function promptScores(
  ordered: readonly MeasuredAnswer[],
  brands: TrackedBrands,
  tally: Tally,
  { best }: Pick<Contests, "best">,
): PromptScore[] {
  const firstOf = new Map<string, MeasuredAnswer>();
  for (const answer of ordered) if (!firstOf.has(answer.promptKey)) firstOf.set(answer.promptKey, answer);
  const metricsAt = promptMetrics(tally);
  return tally.promptKeys.map((promptKey, at) => {
    const { prompt, intent, branded } = firstOf.get(promptKey)!;
    const [bestRival, most] = [best[at]!, mostVisible(tally, at)];
    return {
      promptKey,
      prompt,
      intent,
      branded,
      metrics: metricsAt(at),
      bestCompetitor: bestRival === 0 ? null : brands.rivals[bestRival - 1]!.name,
      bestCompetitorVisibility:
        most === 0 ? 0 : tally.brands[most]!.ratios.visibility.y[at]! / tally.answers[at]!,
    };
  });
}

/** The most prompts that a list of those won or lost has. */
export const mostListed = 5;

/** Up to five prompts on which the brand is more visible than every rival, told apart from chance, by its lead. */
export function winningPrompts(scores: readonly PromptScore[], { won }: Contests): PromptRef[] {
  return listed(
    scores.filter((score, at) => won[at] && isMore(lead(score), 0)),
    (a, b) => moreFirst(lead(a), lead(b)),
  );
}

/**
 * Up to five prompts on which a rival is more visible, told apart from chance, or no answer names the brand, by how far it is
 * behind.
 */
export function losingPrompts(scores: readonly PromptScore[], { lost, best, beside }: Contests): PromptRef[] {
  return listed(
    scores.flatMap((score, at) => {
      const { metrics, bestCompetitor } = score;
      const isLost = (lost[at] && isMore(0, lead(score))) || (metrics.answers > 0 && metrics.mentions === 0);
      // It is lost to nobody who is not told apart from the brand.
      return isLost
        ? [{ ...score, bestCompetitor: beside[best[at]!]?.[at] === 1 ? bestCompetitor : null }]
        : [];
    }),
    (a, b) => moreFirst(lead(b), lead(a)),
  );
}

const lead = ({ metrics, bestCompetitorVisibility }: PromptScore): number =>
  (metrics.visibilityScore ?? 0) - bestCompetitorVisibility;

const listed = (scores: PromptScore[], order: (a: PromptScore, b: PromptScore) => number): PromptRef[] =>
  scores
    .sort((a, b) => order(a, b) || b.metrics.answers - a.metrics.answers || byText(a.promptKey, b.promptKey))
    .slice(0, mostListed)
    .map(promptRef);

export const promptRef = ({ promptKey, prompt, metrics, bestCompetitor }: PromptScore): PromptRef => ({
  promptKey,
  prompt,
  appearanceRate: metrics.appearanceRate ?? 0,
  answers: metrics.answers,
  mentions: metrics.mentions,
  bestCompetitor,
});
