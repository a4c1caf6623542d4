import { dayOf } from "./day.ts";
import type { BriefFacts } from "./facts.ts";
import { findings } from "./finding.ts";
import type { CompetitorSignal } from "./sentence.ts";
import { quote, routes, type Step, step } from "./step.ts";
import { betterData, measureAgain, morePrompts, thinData } from "./thin-data.ts";

/** A step to take next, and the route for it. */
export interface NextAction extends Step {
  priority: 1 | 2 | 3;
  suggestedRoute: string;
}

const steps = 3;

/** Exactly three: first what improves thin data, then what the answers call for, then what is always worthwhile. */
export function nextActions(facts: BriefFacts, signal: CompetitorSignal | null): NextAction[] {
  const candidates = [
    ...thinData(facts),
    ...findings(facts, signal),
    ...betterData(facts),
    ...alwaysWorthIt(facts),
  ].filter((step) => step !== null);
  const nextSteps: Step[] = [];
  for (const step of candidates) {
    if (nextSteps.length < steps && nextSteps.every(({ action }) => action !== step.action))
      nextSteps.push(step);
  }
  return nextSteps.map((step, at) => ({
    priority: (at + 1) as NextAction["priority"],
    ...step,
    suggestedRoute: routes[step.action],
  }));
}

function alwaysWorthIt(facts: BriefFacts): (Step | null)[] {
  const { scored, project } = facts;
  const { metrics } = scored;
  const prompt = scored.losingPrompts[0] ?? scored.prompts[0];
  return [
    project.schedule === "off" && project.promptCount > 0
      ? step("schedule_runs", "Schedule the runs", "The project is measured only when somebody starts a run.")
      : null,
    prompt
      ? step(
          "read_answers",
          `Read the answers to ${quote(prompt)}`,
          "Each answer comes with what was counted in it, and why.",
          [prompt.promptKey],
        )
      : null,
    project.promptCount === 0
      ? step(
          "add_prompts",
          "Save prompts",
          "Only imported answers are measured; assistants can also be asked saved prompts on a schedule.",
        )
      : null,
    morePrompts(facts, `More prompts than ${metrics.prompts} narrow the intervals; more samples hardly do.`),
    measureAgain(facts, `The newest answers are from ${dayOf(facts)}.`),
  ];
}
