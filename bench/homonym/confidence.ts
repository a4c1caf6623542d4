import type { TrackedBrands } from "../../src/reader/brand.ts";
import { kindOfDecision, type Line, logOdds } from "../../src/reader/judgement/confidence.ts";
import { judge } from "../../src/reader/judgement/judge.ts";
import { inOneSense } from "../../src/reader/judgement/one-sense.ts";
import type { Segment } from "../../src/reader/markdown/answer-text.ts";
import { parseAnswer } from "../../src/reader/markdown/markdown.ts";
import { walk } from "../../src/reader/matching/match.ts";
import { compileMentionReader } from "../../src/reader/matching/matcher.ts";
import { factsOf, longestOf } from "../../src/reader/mention.ts";

/** One decision of the reader, how sure it says it is, and whether it is right. */
export interface Decided {
  kind: string;
  said: number;
  right: boolean;
  weight: number;
}

/** The decisions on the own brand in a text, before they are given the confidence that they have earned. */
export function decisionsIn(tracked: TrackedBrands, text: string, prompt: string | null) {
  const answer = parseAnswer(text);
  const walked = walk(compileMentionReader(tracked), answer);
  const { longest } = longestOf(walked.matches, text);
  const facts = factsOf(answer, longest, prompt, walked);
  const judgements = longest.map(({ pattern, segment }, at) => {
    const { block } = answer.segments[segment] as Segment;
    return { brand: pattern.brand, block, judgement: judge(answer, longest, at, facts) };
  });
  return inOneSense(judgements).flatMap((judgement, at) => {
    const match = longest[at];
    const kind = kindOfDecision(judgement);
    if (match?.pattern.brand !== 0 || kind === null) return [];
    return [
      { start: match.start, end: match.end, kind, said: judgement.confidence, counts: judgement.counts },
    ];
  });
}

/** How strongly a line stays where what is said is what is earned, in rows. */
const penalty = 4;

/** The line of each kind, by logistic regression with a penalty on what differs from "said is earned". */
export function linesOf(rows: readonly Decided[]): Record<string, Line> {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort();
  return Object.fromEntries(kinds.map((kind) => [kind, lineOf(rows.filter((row) => row.kind === kind))]));
}

function lineOf(rows: readonly Decided[]): Line {
  let [shift, slope] = [0, 1];
  for (let round = 0; round < 200; round++) {
    let [gradientShift, gradientSlope] = [-penalty * shift, -penalty * (slope - 1)];
    let [a, b, c] = [penalty, 0, penalty];
    for (const { said, right, weight } of rows) {
      const x = logOdds(said);
      const probability = 1 / (1 + Math.exp(-(shift + slope * x)));
      const error = weight * (Number(right) - probability);
      const curvature = weight * Math.max(1e-6, probability * (1 - probability));
      gradientShift += error;
      gradientSlope += error * x;
      a += curvature;
      b += curvature * x;
      c += curvature * x * x;
    }
    const determinant = a * c - b * b;
    const [stepShift, stepSlope] = [
      (c * gradientShift - b * gradientSlope) / determinant,
      (a * gradientSlope - b * gradientShift) / determinant,
    ];
    shift += bounded(stepShift);
    slope += bounded(stepSlope);
    if (Math.abs(stepShift) + Math.abs(stepSlope) < 1e-6) break;
  }
  return [rounded(shift), rounded(slope)];
}

/** Newton's method overshoots where nearly all decisions are as sure as each other. */
const bounded = (step: number): number => Math.min(0.5, Math.max(-0.5, step));

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
