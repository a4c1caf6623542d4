import { providerName } from "../../reader/provider.ts";
import { count, inAnswers, movement, oneDecimal, points } from "../figures-in-words.ts";
import { isolateDirection } from "../isolate-direction.ts";
import { joinWithAnd } from "../join-with-and.ts";
import type { Lead } from "../metrics/lead.ts";
import type { Metrics } from "../metrics/metric-table.ts";
import { type CompetitorMetrics, isOnlyBranded, type ScoredReport } from "../report.ts";
import { fewestMentions, type Threat, type ThreatLevel, threatOf, threatRange } from "../threat.ts";
import { isEqual } from "../uncertainty/interval.ts";
import type { BriefFacts } from "./facts.ts";

/** Says so if the sandbox made up some or all of the answers; otherwise null. */
export function madeUpSentence({ sandbox, scored }: Pick<BriefFacts, "sandbox" | "scored">): string | null {
  if (!sandbox) return null;
  return scored.surfaces.every((surface) => surface === "sandbox")
    ? "These answers were made up by the built-in sandbox; no real assistant was asked."
    : "Some of these answers were made up by the built-in sandbox.";
}

/** How often the brand is named, and whether that has changed. */
export function trendSentence({
  brand,
  scored,
  change,
  moved,
}: Pick<BriefFacts, "brand" | "scored" | "change" | "moved">): string {
  const share = inAnswers(brand, scored.metrics, isOnlyBranded(scored));
  if (scored.metrics.answers === 0) return `${share}.`;
  const all = `${share}; ${movement(change) ?? "there is no earlier report to compare it with"}.`;
  // If every assistant moved the same way, the whole says it.
  const answered = scored.providers.filter(({ answers }) => answers > 0).length;
  const together = moved.length === answered && new Set(moved.map(({ delta }) => delta > 0)).size === 1;
  return moved.length === 0 || together ? all : `${all} ${movedAlone(moved)}`;
}

const mostMoved = 3;

// "Looked at alone, Perplexity is down 44 points and Claude up 20 points, more than the noise."
function movedAlone(moved: BriefFacts["moved"]): string {
  const moves = moved
    .slice(0, mostMoved)
    .map(({ provider, delta }, at) => `${providerName(provider)}${at === 0 ? " is" : ""} ${points(delta)}`);
  return `Looked at alone, ${joinWithAnd(moves)}, more than the noise.`;
}

/** The rival that is the greatest threat. */
export interface CompetitorSignal {
  name: string;
  threat: Threat;
  /** The levels that its intervals leave open; null if that is unknown, or the two are named too seldom for a level to say anything. */
  levelRange: [ThreatLevel, ThreatLevel] | null;
  /** The two are named too seldom for the level of the threat to say anything. */
  isTooFew: boolean;
  sentence: string;
}

/** Null if no answer names a rival. */
export function competitorSignal(
  brand: string,
  { competitors, metrics }: ScoredReport,
): CompetitorSignal | null {
  let signal: { rival: CompetitorMetrics; threat: Threat } | null = null;
  // Sorted by visibility, so of two equal threats the more visible one stays.
  for (const rival of competitors) {
    const threat = rival.mentions > 0 ? threatOf(rival, metrics) : null;
    if (threat && (!signal || threat.score > signal.threat.score)) signal = { rival, threat };
  }
  if (!signal) return null;
  const { rival, threat } = signal;
  const isTooFew = rival.mentions + metrics.mentions < fewestMentions;
  const levelRange = isTooFew ? null : threatRange(threat, rival, metrics, rival.lead ?? null);
  const signalled = { name: rival.name, threat, levelRange, isTooFew };
  return { ...signalled, sentence: signalSentence(brand, rival, metrics, signalled) };
}

function signalSentence(
  brand: string,
  rival: CompetitorMetrics,
  own: Metrics,
  { threat: { basis }, levelRange, isTooFew }: Omit<CompetitorSignal, "sentence">,
): string {
  const fact = `${isolateDirection(rival.name)} is named in ${rival.mentions} of ${count(rival.answers, "answer")} and ${isolateDirection(brand)} in ${own.mentions}`;
  const caveat = rival.mentions === 1 ? "seen once, " : "";
  const threat = isTooFew
    ? `${caveat}too few mentions to say how great a threat it is`
    : threatInWords(levelRange);
  return `${fact}: ${threat}. ${gapSentence(rival.name, brand, basis.visibilityGap, rival.lead ?? null)}`;
}

/** The level as far as it is known: "a high threat", "a low or medium threat". */
function threatInWords(range: CompetitorSignal["levelRange"]): string {
  const [from, to] = range ?? ["low", "high"];
  if (from === to) return `a ${from} threat`;
  return from === "low" && to === "high"
    ? "how great a threat it is cannot be told"
    : `a ${from} or ${to} threat`;
}

/** Who is more visible, and whether these answers settle it. */
function gapSentence(name: string, brand: string, gap: number, difference: Lead | null): string {
  if (isEqual(gap, 0)) return "Both are equally visible in these answers.";
  const size = Math.abs(gap) < 0.05 ? "less than 0.1" : oneDecimal(Math.abs(gap));
  const [ahead, behind] =
    gap > 0
      ? [isolateDirection(name), isolateDirection(brand)]
      : [isolateDirection(brand), isolateDirection(name)];
  const lead = `${ahead} is ${size} points of visibility ahead of ${behind}`;
  return `${lead}, ${certainty(difference, gap > 0)}.`;
}

/** Judged prompt by prompt: the difference can be settled even if the two intervals overlap. */
function certainty(difference: Lead | null, rivalAhead: boolean): string {
  if (!difference) return "with no interval to tell that from noise";
  const [low, high] = difference.visibilityScoreCi;
  const ends = rivalAhead ? ([low, high] as const) : ([-high, -low] as const);
  // An interval that leaves out 0 shows none.
  const least = ends[0] > 0 && ends[0] < 0.05 ? "under 0.1" : oneDecimal(ends[0]);
  const interval = `95% interval over prompts like these ${least} to ${oneDecimal(ends[1])}`;
  if (difference.visibilityScoreBeyondNoise) return `more than the noise (${interval})`;
  // All competitors are judged together, and this interval is of one alone.
  return ends[0] > 0
    ? `which may be noise among so many comparisons (by itself, ${interval})`
    : `which may be noise (${interval})`;
}
