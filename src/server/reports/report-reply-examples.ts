import { brand, competitors, cursor, projectId, questions } from "../api/examples/northwind.ts";
import { reportExamples } from "./report-examples.ts";

/** Fields that say which view of a report is wanted. */
export const viewTerms = {
  ...{ view: "summary", answer_detail: "summary", part: "prompts", promptKey: "p_3f9a1c07d2e84b56a0f1" },
  ...{ reading: 1, limit: 50, cursor },
} as const;

/** Two prompts that no project has saved. */
export const adHoc = { projectId, brand, prompts: questions.slice(0, 2), competitors };

/** A report that is done, as its summary. */
export const summaryAnswer = () => ({
  SummaryReport: { summary: "The summary", data: reportExamples().summary },
});

/** A report that is done, in each of its views. */
export const viewAnswers = () => ({
  ...summaryAnswer(),
  RawReport: { summary: "Rows: the first of 2", data: reportExamples().raw, more: true },
  FullReport: { summary: "The full view of one answer", data: reportExamples().full },
});

/** A report that still runs. */
export const runningAnswer = () => ({
  ProcessingReport: { summary: "Still running", data: reportExamples().processing },
});

/** What a run answers: the report if it is done in time, and otherwise a 202. */
export const runAnswers = () => ({
  ...summaryAnswer(),
  ProcessingReport: { ...runningAnswer().ProcessingReport, status: 202 },
});

/** The first fields of an exported row: enough to show its form. */
export function exportedRow() {
  const { prompt, provider, sample, brand_mentioned } = reportExamples().raw.rows[0]!;
  return { prompt, provider, sample, brand_mentioned };
}

/** An answer that was asked for elsewhere, as it is imported. */
export function importedRow() {
  const { answer_text: answer, citations, answered_at: answeredAt } = reportExamples().answer;
  return {
    ...{ prompt: questions[0], provider: "chatgpt", model: "gpt-5.2", answer },
    ...{ citations: citations.map(({ url }) => ({ url })), answeredAt: answeredAt! },
  };
}
