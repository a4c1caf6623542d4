import { capital, listed, quantity } from "../figures/number.ts";
import { spoken } from "../words.ts";

/** What makes the figures be about less than they seem to. */
export const notices = {
  partial: (done: number, total: number): string =>
    `${done} of the ${quantity(total, "call")} of this run were answered. The figures are about these.`,
  stopped: (done: number): string => `Somebody stopped this run after ${quantity(done, "answer")}.`,
  assistantFailed: (names: readonly string[], answering: readonly string[]): string =>
    `${capital(listed(names.map(spoken)))} did not answer. The figures are about ${listed(answering.map(spoken))} alone.`,
  onlyBranded:
    "Every prompt names a tracked brand: the figures are over these, and do not show who comes up unasked.",
  sandbox:
    "These answers are made up by a built-in sandbox. They show what the page looks like and say nothing about the brands.",
};
