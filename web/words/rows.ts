import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import type { ReportListing } from "../api/questions.ts";
import { inDigits, listed, place, quantity } from "../figures/number.ts";

/** The table of a report's answers. */
export const rows = {
  title: "Every answer",
  label: "Answers of this report",
  all: "All answers in a table",
  back: "To the report",
  toTable: "To the table",
  says: "One row for each answer, in the order in which they were asked. Open one to read it word for word.",
  coming: (count: number, all: number): string => `${inDigits(count)} of ${quantity(all, "answer")} so far`,
  cut: (count: number): string =>
    `These are the first ${quantity(count, "answer")}. The API gives all of them.`,
  onlyTagged: (tag: string): string => `Only answers to prompts tagged ${isolateDirection(tag)}.`,
  none: "No answers are kept of this report.",
  noneSo: "No answers match these filters.",
  heads: {
    prompt: "Prompt",
    assistant: "Assistant",
    sample: "No.",
    mention: "Names the brand",
    others: "Names also",
    sources: "Sources",
    model: "Model",
    day: "Answered",
  },
  mention: (rank: number | null): string => (rank === null ? "yes" : `yes, ${place(rank)}`),
  noMention: "no",
  failed: "failed",
  filters: {
    assistant: "Assistant",
    brand: "Brand",
    named: "Named or not",
    cited: "Sources",
    intent: "Intent",
  },
  any: {
    assistant: "All assistants",
    named: "Named or not",
    cited: "With or without sources",
    intent: "All intents",
  },
  options: {
    named: { yes: "Named", no: "Not named", failed: "Failed" },
    cited: { yes: "With sources", no: "Without sources" },
  },
};

/** A report's own page. */
export const report = {
  title: "Report",
  statuses: {
    processing: "Under way",
    completed: "Finished",
    partial: "Finished in part",
    failed: "Failed",
  } satisfies Record<ReportListing["status"], string>,
  ofProject: "To the project’s overview",
  soFar: "So far",
  calls: (done: number, total: number): string => `${done} of ${quantity(total, "call")}`,
  namedIn: (brand: string): [string, string] => [
    `${isolateDirection(brand)} is named in `,
    " of the answers so far.",
  ],
  unknown: (brand: string): string => `Nothing is known about ${isolateDirection(brand)} yet.`,
  coming: "The first answers are on their way.",
  apart: (brand: string): string => `${isolateDirection(brand)}: no figure over all assistants yet.`,
  awaited: (assistants: readonly string[]): string =>
    `${listed(assistants)} ${assistants.length === 1 ? "has" : "have"} not answered yet.`,
  untilEnd: "Places, changes and what to do are judged once, when the run has ended.",
  byAssistant: "By assistant",
  assistant: "Assistant",
  answers: "Answers",
  waiting: (assistant: string, reason: "calls_per_minute" | "vendor_asked", time: string): string =>
    reason === "vendor_asked"
      ? `${assistant} asked for a pause. It is asked again at ${time}.`
      : `${assistant} takes no more questions this minute. The next goes out at ${time}.`,
  failedCalls: (count: number): string => `${quantity(count, "question")} failed`,
  noFigures: "This report has no figures.",
  csv: "Figures and ranges as CSV",
};
