import type { Cues } from "../absence/cues.ts";
import type { Pattern } from "../brand-names/name-pattern.ts";
import type { Match } from "../matching/match.ts";
import type { Judgement } from "./homonym/judgement.ts";
import type { Occurrence } from "./homonym/occurrence.ts";

/** Everything that can distinguish two occurrences of one name in one answer. */
export interface Situation {
  before: string;
  surface: string;
  after: string;
  /** Everything else, as one key. */
  claims: string;
}

/** The decisions made in one answer, so that a name on every line is judged once. */
export interface JudgementCache {
  names: Map<Pattern, DecidedName>;
  /** How many more decisions the answer may cost. */
  remaining: number;
}

interface DecidedName {
  bySituation: Map<string, Judgement>;
  last: { situation: Situation; judgement: Judgement } | null;
}

// Prose, and any list a person would read, stays far below this; above it are only repeated words.
const charactersPerDecision = 40;
const alwaysDecided = 1000;

/** No decisions yet, for an answer of this many characters. */
export function emptyJudgementCache(length: number): JudgementCache {
  return { names: new Map(), remaining: Math.max(alwaysDecided, length / charactersPerDecision) };
}

/** The decision on a match in its situation, remembered from the same situation before. */
export function decideOnce(
  decided: JudgementCache,
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
    if (decided.remaining < 1) return { counts: false, rule: "crowded", confidence: 0.5 };
    decided.remaining--;
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
  { key }: Cues,
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
    headsAmongNames,
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
    headsAmongNames,
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
    claims: `${bits}/${key}/${topic}/${fit.sold}/${fit.sense}/${fit.sentence.sold}/${fit.sentence.sense}/${fit.sentence.wordShare}/${language}/${trade}`,
  };
}

// Comparing is much cheaper than hashing, and in "On On On" each situation equals the last.
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
