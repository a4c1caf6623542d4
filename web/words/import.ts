import { limits } from "../api/limits.ts";
import { inDigits, listed, quantity } from "../figures/number.ts";
import { importBytesMax, importCitationsMax, type Wrong } from "../pages/import/answers.ts";
import type { Field } from "../pages/import/columns.ts";
import { columnsMost } from "../pages/import/table.ts";

/** A report from answers in a file. */
export const importing = {
  viewer: "An editor can import answers.",
  title: "Import answers",
  says: "Answers that you already have become a report, with the same figures as a run. This costs nothing.",
  period:
    "Put the answers of one day or one period in one file. Each import makes a report, and reports of different days can be compared.",
  file: "File (CSV, JSON or JSON Lines)",
  fileHow: `At most ${inDigits(limits.ImportAnswersRequest.max)} answers and ${importBytesMax / 1024 / 1024} MB, in UTF-8. The first line of a CSV file has the headings.`,
  template: "Download a CSV template",
  noList: "This file has no list of answers.",
  noRows: "This file has no rows.",
  columns: "What the columns are",
  columnsSay: "Columns were recognized by their headings. Change what does not fit.",
  cut: `This file has more than ${columnsMost} columns. The first ${columnsMost} can be chosen.`,
  fields: {
    prompt: "Prompt",
    provider: "Assistant",
    answer: "Answer",
    answeredAt: "Date",
    citations: "Sources",
    model: "Model",
    tags: "Tags",
  } satisfies Record<Field, string>,
  choose: "Choose a column",
  notThere: "Not in the file",
  columnNo: (at: number): string => `Column ${at + 1}`,
  sameForAll: "The same for all rows",
  day: "Day of the answers",
  dayHow: "For rows without a date. Without a day they count as answered now.",
  whichDay: (dateText: string): string => `Which day is ${dateText}?`,
  whichDaySays: "The dates of this file can be read in two ways. The others are read like this one.",
  unused: (names: readonly string[]): string => `Not imported: ${listed(names)}.`,
  missing: (fields: readonly Field[]): string =>
    `Choose the column of ${listed(fields.map((field) => `“${importing.fields[field]}”`))}.`,
  place: { line: (at: number): string => `Line ${at}`, entry: (at: number): string => `Entry ${at}` },
  wrong: {
    open: "has a quotation mark that is not closed",
    wide: "has more cells than there are headings: put text with commas in quotation marks",
    json: "is no JSON object",
    noPrompt: "has no prompt",
    long: `has a prompt longer than ${limits.PromptInput.prompt.max} characters`,
    noAssistant: "does not say which assistant answered",
    assistant: "names an assistant that is not known",
    noAnswer: "has no answer",
    large: "has an answer larger than 256 KB",
    tags: `has more than ${limits.ImportedAnswer.tags.max} tags, one longer than ${limits.ImportedAnswer.tags.each.max} characters, or one with a character that is not shown`,
    sources: `has more than ${limits.ImportedAnswer.citations.max} sources`,
    unstorable: "has characters that cannot be stored, such as NUL",
    date: "has a date that cannot be read: write it as 2026-11-02",
    order: "has a date that can be two days: choose above which is meant",
    future: "has a date in the future",
    early: "has a date before 30 November 2022, when no assistant was to be asked",
  } satisfies Record<Wrong, string>,
  preview: "What will be imported",
  first: (count: number, all: number): string =>
    count < all ? `The first ${count} of ${quantity(all, "answer")}` : quantity(all, "answer"),
  count: (good: number, wrong: number): string =>
    [`${quantity(good, "answer")} to import`, wrong > 0 && `${quantity(wrong, "row")} left out`]
      .filter(Boolean)
      .join(", "),
  contents: (prompts: number, assistants: readonly string[]): string =>
    `${quantity(prompts, "prompt")}; ${assistants.join(", ")}.`,
  days: (first: string, last: string): string =>
    first === last ? `Answered on ${first}.` : `Answered from ${first} to ${last}.`,
  undated: (count: number): string => `${quantity(count, "answer")} without a date.`,
  noAddress: (count: number): string =>
    count === 1
      ? "One source is no web address and is left out."
      : `${inDigits(count)} sources are no web addresses and are left out.`,
  shortened: (count: number): string =>
    count === 1
      ? "One model’s name or source’s title is too long; its beginning is kept."
      : `${inDigits(count)} models’ names or sources’ titles are too long; their beginnings are kept.`,
  many: (count: number): string =>
    `An import takes ${inDigits(limits.ImportAnswersRequest.max)} answers, and these are ${inDigits(count)}. Split the file, best by day or period.`,
  cited: (count: number): string =>
    `An import takes ${inDigits(importCitationsMax)} sources, and these rows have ${inDigits(count)}. Split the file, best by day or period.`,
  large: `An import takes ${importBytesMax / 1024 / 1024} MB. Split the file, best by day or period.`,
  act: (count: number): string => (count === 0 ? "Import" : `Import ${quantity(count, "answer")}`),
  busy: "Importing …",
  imported: "The answers were imported",
  see: "See the report",
  warnings: {
    ANSWERS_ALREADY_IMPORTED:
      "An earlier report has the same answers, and trends show both. If you did not mean to import them again, delete the new report.",
    NEWER_REPORT_EXISTS:
      "Another report has newer answers: the overview, the brief and the content plan go by that one.",
    ROWS_REPEATED: "Some rows repeat another word for word. Each counts as one more answer.",
  } as Readonly<Record<string, string>>,
  refused: (place: string, message: string): string => `${place}: ${message}`,
};
