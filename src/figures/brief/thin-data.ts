import { providerName } from "../../reader/provider.ts";
import { timeframeInWords } from "../days/timeframe.ts";
import { count, percentRange } from "../figures-in-words.ts";
import { isolateDirection } from "../isolate-direction.ts";
import { isOnlyBranded } from "../report.ts";
import { fewestPrompts } from "../uncertainty/change.ts";
import { dayOf } from "./day.ts";
import type { BriefFacts } from "./facts.ts";
import { madeUpSentence } from "./sentence.ts";
import { type Step, step } from "./step.ts";

/** Steps without which the figures can hardly be relied on, the most urgent first. */
export const thinData = (facts: BriefFacts): (Step | null)[] => [
  madeUp(facts),
  failedCalls(facts),
  tooFewPrompts(facts),
  outdated(facts),
  noRivals(facts),
  noComparison(facts),
];

/** What would make the figures more certain. */
export function betterData(facts: BriefFacts): (Step | null)[] {
  const { scored, domains, project, brand } = facts;
  const { metrics, providers, stability } = scored;
  const [only, ...others] = providers.filter(({ answers }) => answers > 0);
  return [
    metrics.confidence === "directional" && metrics.appearanceRateCi
      ? morePrompts(
          facts,
          `The ${count(metrics.answers, "answer")} are worth fewer than 20 independent ones: the 95% interval over prompts like these is ${percentRange(metrics.appearanceRateCi)}.`,
        )
      : null,
    domains.length === 0
      ? step(
          "set_domain",
          `Say which domain is ${isolateDirection(brand)}'s`,
          `No domain of ${isolateDirection(brand)} is known, so no citation can be counted as its own.`,
        )
      : null,
    only && others.length === 0
      ? step(
          "connect_engine",
          "Connect a second assistant",
          `All answers are from one assistant: ${providerName(only.provider)}.`,
        )
      : null,
    stability === null && project.samples === 1
      ? step(
          "raise_samples",
          "Ask each prompt more than once",
          "Each prompt was put to each assistant once, so nothing shows how much its answers vary.",
        )
      : null,
  ];
}

/** Another measurement: a run, or an import if no prompts are saved. */
export function measureAgain({ project }: BriefFacts, rationale: string): Step {
  return project.promptCount === 0
    ? step("import_answers", "Import the next answers", rationale)
    : step("run_again", "Run the analysis again", rationale);
}

/** More prompts: saved ones, or imported answers to others if none are saved. */
export function morePrompts({ project }: BriefFacts, rationale: string): Step {
  return project.promptCount === 0
    ? step("import_answers", "Import answers to more prompts", rationale)
    : step("add_prompts", "Add prompts", rationale);
}

function madeUp(facts: BriefFacts): Step | null {
  const sentence = madeUpSentence(facts);
  return sentence === null ? null : step("connect_engine", "Connect an assistant", sentence);
}

const tooManyFailed = 0.2;

function failedCalls(facts: BriefFacts): Step | null {
  const { answers, answersFailed } = facts.scored.metrics;
  const calls = answers + answersFailed;
  if (answers === 0) {
    const which = facts.scored.branded ? " with a prompt that names no brand" : "";
    const rationale =
      answersFailed > 0
        ? `None of ${count(answersFailed, "call")}${which} was answered.`
        : "There are no answers to base the figures on.";
    return measureAgain(facts, rationale);
  }
  if (answersFailed < calls * tooManyFailed) return null;
  return measureAgain(
    facts,
    `${answersFailed} of ${count(calls, "call")} failed, so the figures are based on ${count(answers, "answer")}.`,
  );
}

function tooFewPrompts(facts: BriefFacts): Step | null {
  const { scored, project } = facts;
  const { prompts, answers } = scored.metrics;
  if (answers > 0 && isOnlyBranded(scored)) {
    const rationale = "Every prompt names a tracked brand, so the figures do not show who comes up unasked.";
    return project.promptCount === 0
      ? step("import_answers", "Import answers to prompts that name no brand", rationale)
      : step("add_prompts", "Add prompts that name no brand", rationale);
  }
  if (prompts >= fewestPrompts) return null;
  return morePrompts(
    facts,
    `The figures are based on ${count(prompts, "prompt")}; below ${fewestPrompts} two reports alone cannot be told apart.`,
  );
}

const outdated = (facts: BriefFacts): Step | null =>
  facts.outside
    ? measureAgain(
        facts,
        `The newest answers are from ${dayOf(facts)}; ${timeframeInWords(facts.timeframe)} have none.`,
      )
    : null;

const noRivals = ({ scored, brand }: BriefFacts): Step | null =>
  scored.competitors.length > 0
    ? null
    : step(
        "add_competitors",
        "Add competitors",
        `No competitors are tracked, so nothing shows whom assistants name instead of ${isolateDirection(brand)}.`,
      );

function noComparison(facts: BriefFacts): Step | null {
  const { change } = facts;
  if (!change)
    return measureAgain(facts, "There is no earlier report to compare with, and one report shows no trend.");
  if (change.stopped)
    return measureAgain(
      facts,
      "A person stopped the run, so it is not compared with the previous report; the next one can be.",
    );
  if (change.direction === "model_changed")
    return measureAgain(
      facts,
      "The models have changed since the previous report; the next report can be compared.",
    );
  if (change.direction !== "insufficient_data") return null;
  return measureAgain(
    facts,
    `${count(change.prompts, "prompt")} can be compared with the previous report; a change needs 5, and 10 answers on each side.`,
  );
}
