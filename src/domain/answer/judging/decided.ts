import type { Match } from "../matching/match.ts";
import type { Pattern } from "../names/name-pattern.ts";
import type { Judgement } from "./homonym/judgement.ts";
import type { Occurrence } from "./homonym/occurrence.ts";

/** All that can tell two occurrences of one name in one answer apart. */
export interface Situation {
  before: string;
  surface: string;
  after: string;
  /** Everything else, in one word. */
  claims: string;
}

/** What was decided in one answer, so that a name on every line is judged once. */
export interface Decided {
  names: Map<Pattern, DecidedName>;
  /** Decisions that the answer may still cost. */
  left: number;
}

interface DecidedName {
  bySituation: Map<string, Judgement>;
  last: { situation: Situation; judgement: Judgement } | null;
}

// Prose, and every list that a person would read, stays far below; what is above is one word again and again.
const charactersPerDecision = 40;
const alwaysDecided = 1000;

/** Nothing decided yet in an answer of so many characters. */
export function noneDecided(length: number): Decided {
  return { names: new Map(), left: Math.max(alwaysDecided, length / charactersPerDecision) };
}

/** The decision on a match in its situation, from memory where there was the same before. */
export function decideOnce(
  decided: Decided,
  { pattern }: Match,
  situation: Situation,
  decide: () => Judgement,
): Judgement {
  let name = decided.names.get(pattern);
  if (!name) {
    name = { bySituation: new Map(), last: null };
    decided.names.set(pattern, name);
  }
  if (name.last && isSame(name.last.situation, situation)) return name.last.judgement;
  const key = keyOf(situation);
  let judgement = name.bySituation.get(key);
  if (!judgement) {
    if (decided.left < 1) return { counts: false, rule: "crowded", confidence: 0.5 };
    decided.left--;
    judgement = decide();
    name.bySituation.set(key, judgement);
  }
  name.last = { situation, judgement };
  return judgement;
}

/** The situation of an occurrence. */
export function situationOf(
  occurrence: Occurrence,
  { boundary }: Match,
  isHost: boolean,
  cues: number,
): Situation {
  const {
    context,
    surface,
    display,
    emphasis,
    topic,
    fit,
    language,
    trade,
    besideRival,
    listedWithRival,
    headsWithRival,
    columnHead,
    makerBefore,
  } = occurrence;
  const claims = [
    display,
    emphasis.opens,
    emphasis.closes,
    emphasis.link,
    besideRival,
    listedWithRival,
    headsWithRival,
    columnHead,
    makerBefore,
    isHost,
    boundary.kind === "inflected",
  ];
  let bits = 0;
  for (const claim of claims) bits = bits * 2 + Number(claim);
  return {
    ...context,
    surface,
    claims: `${bits}/${cues}/${topic}/${fit.sold}/${fit.sense}/${language}/${trade}`,
  };
}

// Comparing is far cheaper than hashing, and "On On On" is the same each time.
function isSame(one: Situation, other: Situation): boolean {
  return (
    one.claims === other.claims &&
    one.surface === other.surface &&
    one.before === other.before &&
    one.after === other.after
  );
}

function keyOf({ before, surface, after, claims }: Situation): string {
  return `${claims}/${surface.length}/${before.length}/${before}${surface}${after}`;
}
