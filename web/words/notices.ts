import { whateverFailed } from "../../src/figures/verdict.ts";
import type { Metrics } from "../api/questions.ts";
import { capital, listed, quantity } from "../figures/number.ts";
import { intervalOf } from "../figures/rate.ts";
import { spoken } from "../words.ts";

/** What makes the figures be about less than they seem to. */
export const notices = {
  partial: (done: number, total: number): string =>
    `${done} of the ${quantity(total, "call")} of this run were answered.`,
  /** Of a rate with its range, where failed calls could have moved it further. */
  failed: ({ appearance_rate_ci: ends, appearance_rate_bounds, answers_failed: answersFailed }: Metrics) => {
    const bounds = intervalOf(appearance_rate_bounds);
    const whatever = whateverFailed(intervalOf(ends), { answersFailed, appearanceRateBounds: bounds });
    return whatever && ` ${whatever}`;
  },
  stopped: (done: number): string => `Somebody stopped this run after ${quantity(done, "answer")}.`,
  assistantFailed: (names: readonly string[], answering: readonly string[]): string =>
    `${capital(listed(names.map(spoken)))} did not answer. The figures are about ${listed(answering.map(spoken))} alone.`,
  onlyBranded:
    "Every prompt names a tracked brand: the figures are over these, and do not show who comes up unasked.",
  sandbox:
    "These answers are made up by a built-in sandbox. They show what the page looks like and say nothing about the brands.",
};
