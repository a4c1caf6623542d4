import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import { quantity } from "../figures/number.ts";

/** The figures over time. */
export const trends = {
  title: "Trends",
  frame: "Timeframe",
  frames: { "90d": "90 days", "12m": "12 months" },
  note: "A change is judged over the prompts and assistants that both reports have.",
  reports: "Reports",
  day: "Day",
  status: "State",
  kind: "Kind",
  kinds: {
    run: "run",
    import: "imported",
    custom: "one-off prompts",
    sandbox: "made up",
  },
  answered: "Calls answered",
  answersOfPart: "Answers of this part",
  acts: "What can be done with it",
  added: (at: string, nth: number): string => `no. ${nth}, added ${at}`,
};

/** Deleting a report. */
export const deletion = {
  open: "Delete",
  label: (name: string): string => `Delete the report of ${isolateDirection(name)}`,
  title: (name: string): string => `Delete the report of ${isolateDirection(name)}?`,
  says: (answers: number): string =>
    `Its figures, ${answers === 1 ? "its answer" : `its ${quantity(answers, "answer")}`} and its shared pages are deleted, and trends go on without it. This cannot be undone.`,
  act: "Delete the report",
};

/** Two reports side by side, on the page of trends. */
export const compare = {
  title: "Compare two reports",
  says: "What moved between two reports by more than chance, over the prompts and assistants that both have.",
  report: "Report",
  earlier: "Earlier report",
  none: "Two finished reports are needed.",
  noneAlike:
    "No earlier report is of the same kind: answers of these assistants from the same place, to about as many prompts. Choose one to compare what both have.",
  choose: "Choose a report",
};
