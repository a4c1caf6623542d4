import table from "./confidence.json" with { type: "json" };
import type { Judgement } from "./homonym/judgement.ts";

/** Decisions that are about equally well founded where they are equally sure: what they say, in which language, and by what. */
export function kindOfDecision({ counts, rule, model, language }: Judgement): string | null {
  if (settled.has(rule)) return null;
  const by = model ? "model" : nameRules.has(rule) ? "name" : "rule";
  return `${counts ? "counts" : "does not count"}, ${wordsAround(language)}, by ${by}`;
}

function wordsAround(language: Judgement["language"]): string {
  if (language === undefined) return "words not looked at";
  if (language === null) return "language unclear";
  return language === "en" ? "English" : "other languages";
}

/** Rules about the place of a match, which does not depend on what its words mean. */
const settled = new Set(
  "url link_target code image citation_marker derivative other_domain crowded shared_name longer_name".split(
    " ",
  ),
);

const nameRules = new Set(["name", "alias", "domain", "inflected"]);

/** A line through log-odds: how often decisions of a kind were right where they said how sure they are. */
export type Line = readonly [shift: number, slope: number];

const lines: Readonly<Record<string, readonly number[] | undefined>> = table.lines;

/** How often decisions like this one were right, 0.5-0.99. `bench/fit-confidence.ts` fits `confidence.json`. */
export function earnedConfidence(judgement: Judgement): number {
  const kind = kindOfDecision(judgement);
  const line = kind === null ? undefined : lines[kind];
  return line === undefined ? judgement.confidence : onLine(judgement.confidence, line as Line);
}

export function onLine(confidence: number, [shift, slope]: Line): number {
  const earned = 1 / (1 + Math.exp(-(shift + slope * logOdds(confidence))));
  return Math.round(Math.min(0.99, Math.max(0.5, earned)) * 1000) / 1000;
}

export function logOdds(confidence: number): number {
  const share = Math.min(0.995, Math.max(0.5, confidence));
  return Math.log(share / (1 - share));
}
