import { count, percent } from "../figures-in-words.ts";
import type { Gap } from "../gaps.ts";
import { isolateDirection } from "../isolate-direction.ts";
import type { BriefFacts } from "./facts.ts";
import type { CompetitorSignal } from "./sentence.ts";
import { quote, type Step, step } from "./step.ts";

/** Steps that the answers call for. */
export const findings = (facts: BriefFacts, signal: CompetitorSignal | null): (Step | null)[] => [
  gapToClose(facts),
  neverCited(facts),
  rivalAhead(signal, facts),
];

/** The most severe prompt on which a rival is ahead by more than chance, or else the most severe one, which may be chance. */
function gapToClose({ scored }: BriefFacts): Step | null {
  const gaps = scored.gaps.filter(({ gapType }) => gapType !== "not_cited");
  const clearGap = gaps.find((gap) => isTold(gap, scored));
  const gap = clearGap ?? gaps[0];
  if (!gap) return null;
  const rationale = clearGap
    ? gap.suggestion
    : `${gap.suggestion} That a competitor is ahead there may be chance.`;
  return step("close_gap", `Close the gap on ${quote(gap)}`, rationale, [gap.promptKey]);
}

/** That a rival is ahead on the prompt is more than chance, as the lists of prompts lost and won judge it. */
const isTold = (
  { promptKey, competitors }: Gap,
  { losingPrompts, rivals = [] }: BriefFacts["scored"],
): boolean =>
  // One that no answer names is listed as lost in any case.
  losingPrompts.some((lost) => lost.promptKey === promptKey && lost.mentions > 0) ||
  rivals.some(
    ({ name, promptsWon }) =>
      competitors.includes(name) && promptsWon.some((won) => won.promptKey === promptKey),
  );

/** A brand whose pages are cited in no more than this share of the searched answers is hardly a source. */
const hardlyCited = 0.2;
const mostKeys = 5;

function neverCited({ scored, brand, domains: [domain] }: BriefFacts): Step | null {
  const { citationRate, answersSearched } = scored.metrics;
  if (citationRate === null || citationRate > hardlyCited || !domain) return null;
  const searched = `${count(answersSearched, "answer")} that searched the web`;
  const keys = scored.gaps.filter(({ gapType }) => gapType === "not_cited").map(({ promptKey }) => promptKey);
  return step(
    "become_citable",
    `Make ${domain} a source that assistants cite`,
    // Assistants weigh by their calls, so the rate is not a count of answers.
    citationRate === 0
      ? `None of ${searched} cites a page of ${isolateDirection(brand)}'s own.`
      : `The citation rate of ${isolateDirection(brand)}'s own pages is ${percent(citationRate)} over ${searched}.`,
    keys.slice(0, mostKeys),
  );
}

function rivalAhead(signal: CompetitorSignal | null, { scored }: BriefFacts): Step | null {
  if (!signal || signal.levelRange?.[1] === "low" || signal.isTooFew) return null;
  const detail = scored.rivals?.find(({ name }) => name === signal.name);
  const keys = detail?.promptsWon.map(({ promptKey }) => promptKey) ?? [];
  if (keys.length === 0) return null;
  return step("study_competitor", `See where ${isolateDirection(signal.name)} wins`, signal.sentence, keys);
}
