import type { Judgement } from "./homonym.ts";
import type { Occurrence } from "./homonym-occurrence.ts";
import type { Match } from "./mention-match.ts";
import type { Pattern } from "./mention-pattern.ts";

/** What was decided in one answer, so that a name on every line is judged once. */
export interface Decided {
  bySituation: Map<Pattern, Map<string, Judgement>>;
  /** Decisions that the answer may still cost. */
  left: number;
}

// Prose, and every list that a person would read, stays far below; what is above is one word again and again.
const charactersPerDecision = 40;
const alwaysDecided = 1000;

/** Nothing decided yet in an answer of so many characters. */
export function noneDecided(length: number): Decided {
  return { bySituation: new Map(), left: Math.max(alwaysDecided, length / charactersPerDecision) };
}

/** The decision on a match in its situation, from memory where there was the same before. */
export function decideOnce(
  decided: Decided,
  { pattern }: Match,
  situation: string,
  decide: () => Judgement,
): Judgement {
  let known = decided.bySituation.get(pattern);
  if (!known) {
    known = new Map();
    decided.bySituation.set(pattern, known);
  }
  const before = known.get(situation);
  if (before) return before;
  if (decided.left < 1) return { counts: false, rule: "crowded", confidence: 0.5 };
  decided.left--;
  const judgement = decide();
  known.set(situation, judgement);
  return judgement;
}

/** All that can tell two occurrences of one name in one answer apart, as a key. */
export function situationOf(
  occurrence: Occurrence,
  { boundary }: Match,
  isHost: boolean,
  cues: number,
): string {
  const { context, surface, display, emphasis, onTopic, besideRival, listedWithRival } = occurrence;
  const claims = [
    display,
    emphasis.opens,
    emphasis.closes,
    emphasis.link,
    onTopic,
    besideRival,
    listedWithRival,
    isHost,
    boundary.kind === "inflected",
  ];
  let bits = 0;
  for (const claim of claims) bits = bits * 2 + Number(claim);
  return `${bits}/${cues}/${surface.length}/${context.before.length}/${context.before}${surface}${context.after}`;
}
