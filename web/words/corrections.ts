import { isolateDirection } from "../../src/figures/isolate-direction.ts";
import { capital, inWords, quantity } from "../figures/number.ts";
import { percent } from "../figures/rate.ts";

/** What is said of names in answers: this is us, this is not us, this is another name of ours. */
export const corrections = {
  /** What is said of an occurrence; `own`: it looks like the reader's own brand. */
  say: {
    not_us: (brand: string, own: boolean): string =>
      own ? "This is not us" : `This is not ${isolateDirection(brand)}`,
    us: (brand: string, own: boolean): string => (own ? "This is us" : `This is ${isolateDirection(brand)}`),
  },
  /** The same for those who hear the buttons apart from their places. */
  sayOf: (say: string, text: string, number: number): string => `${say}: ${text}, place ${number}`,
  alias: "Add another name",
  aliasTitle: "Add another name?",
  aliasSays: "Wherever it stands in an answer, it counts like the name itself.",
  aliasLabel: "Name",
  aliasOf: "Of",
  looking: "Looking at what it would change …",
  look: "See what it would change",
  changes: (gained: number, lost: number, changed: number): string => {
    if (gained + lost === 0) return "Nothing else in the stored answers changes.";
    const parts = [
      gained > 0 && `${quantity(gained, "mention")} more`,
      lost > 0 && `${quantity(lost, "mention")} fewer`,
    ].filter(Boolean);
    return `${capital(parts.join(" and "))}, in ${quantity(changed, "answer")}.`;
  },
  looked: (answers: number, reports: number, complete: boolean): string =>
    complete
      ? `All ${quantity(answers, "stored answer")} of ${quantity(reports, "report")} were looked at.`
      : `${quantity(answers, "answer")} of the newest ${quantity(reports, "report")} were looked at. More may change.`,
  newest: "In the newest report",
  same: "The figures of the newest report stay as they are.",
  figures: {
    appearance_rate: "Named in",
    share_of_voice: "Share of voice",
  },
  move: (before: number | null, after: number | null): string =>
    before === after
      ? (percent(after) ?? "not known")
      : `${percent(before) ?? "not known"} → ${percent(after) ?? "not known"}`,
  examples: "For example",
  becomes: (counts: boolean, brand: string): string =>
    counts
      ? `would be counted for ${isolateDirection(brand)}`
      : `would not be counted for ${isolateDirection(brand)}`,
  note: "Why",
  noteHint: "May be left empty. Others in your organization see it.",
  save: "Save",
  reading: "Stored answers are being read again. The figures follow in a moment.",
  title: "What was said of names",
  says: "It also counts as evidence for what is alike in this project’s other answers.",
  none: "No name has been corrected so far. Open an answer to say that a name in it is you, or is not.",
  kinds: {
    us: (brand: string, text: string): string => `“${text}” here is ${isolateDirection(brand)}`,
    not_us: (brand: string, text: string): string => `“${text}” here is not ${isolateDirection(brand)}`,
    alias: (brand: string, text: string): string => `“${text}” is another name of ${isolateDirection(brand)}`,
  },
  by: (email: string | null, day: string): string => (email ? `${email}, ${day}` : day),
  answer: "The answer",
  undo: "Undo",
  undoOf: (correction: string): string => `Undo: ${correction}`,
  undoTitle: "Undo this?",
  undoSays: "All stored answers are read again without it, and the figures follow.",
  resting: (occurrences: number, answers: number): string =>
    `${capital(inWords(occurrences))} ${occurrences === 1 ? "occurrence" : "occurrences"} in ${quantity(answers, "answer")} of this report ${occurrences === 1 ? "is" : "are"} counted, or not, because of what was said below.`,
};
