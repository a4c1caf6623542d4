import { placeReach, type Surroundings, surroundingsReach } from "../correction.ts";
import { contextOf, type Prose, proseOf } from "../judgement/context.ts";
import type { Judgement } from "../judgement/homonym/judgement.ts";
import type { AnswerText, Span } from "../markdown/answer-text.ts";
import type { Match } from "../matching/match.ts";
import { asCorrected, type BrandCorrections, besideCorrections, placeKey } from "./corrections.ts";
import { surroundingsOf } from "./surroundings.ts";

/** Corrects the judgement on one match of an answer. */
export type Corrector = (judgement: Judgement, match: Match) => Judgement;

const unchanged: Corrector = (judgement) => judgement;

/** Rules that no correction overrides: no reader sees a name there, or it is a source. */
const beyondCorrection = new Set(["code", "image", "url", "link_target", "citation_marker"]);
/** Rules that do not depend on whom the name means, so similar occurrences tell nothing about them. */
const noQuestionOfName = new Set(["absence", "echo", "derivative", "crowded"]);

// A name occurs less often in prose; more than this is one word repeated over and over.
const charactersPerLook = 100;
const alwaysLookedAt = 200;

/** The corrector of one answer. Its work is bounded by the length of the answer, whatever the answer contains. */
export function correctorOf(
  corrections: ReadonlyMap<number, BrandCorrections> | null,
  answer: AnswerText,
  prose: () => Prose,
): Corrector {
  if (corrections === null) return unchanged;
  const { verbatim } = answer;
  let remaining = Math.max(alwaysLookedAt, verbatim.length / charactersPerLook);
  return (judgement, match) => {
    const ofBrand = corrections.get(match.pattern.brand);
    if (!ofBrand || beyondCorrection.has(judgement.rule) || remaining < 1) return judgement;
    remaining--;
    const text = verbatim.slice(match.start, match.end);
    const { place, ...context } = around(answer, prose(), match);
    const surroundings = surroundingsOf({ text, ...context });
    const corrected = asCorrected(ofBrand, placeKey(place.before, text, place.after), surroundings);
    if (corrected) return corrected;
    return noQuestionOfName.has(judgement.rule)
      ? judgement
      : besideCorrections(judgement, surroundings, ofBrand);
  };
}

/** What a correction stores of the text around a span of an answer. */
export const surroundingsIn = (answer: AnswerText, span: Span): Surroundings =>
  around(answer, proseOf(answer), span);

function around(
  answer: AnswerText,
  prose: Prose,
  span: Span,
): Surroundings & { place: NonNullable<Surroundings["place"]> } {
  const { verbatim } = answer;
  const { before, after } = contextOf(answer, prose, span, surroundingsReach);
  // Half a character, left by the cut, could not be stored.
  return {
    before: before.toWellFormed(),
    after: after.toWellFormed(),
    place: {
      before: verbatim.slice(Math.max(0, span.start - placeReach), span.start).toWellFormed(),
      after: verbatim.slice(span.end, span.end + placeReach).toWellFormed(),
    },
  };
}
