import type { Db } from "../kernel/db.ts";
import { Problem } from "../kernel/problem.ts";
import { tagsOf } from "../projects/prompts/prompt-tags.ts";
import type { Report } from "../reports/reports.ts";
import { answerBatches, extentOf } from "../reports/rows/answer-batches.ts";
import type { AnswerFilter } from "../reports/rows/answers.ts";
import { type RawRow, rawRow } from "../reports/rows/raw-view.ts";

/** Every row says which reading it is from: several are easily mixed up in one sheet. */
export interface ExportedRow extends RawRow {
  reading: number | null;
  /** Verbatim. */
  answer_text: string | null;
  answer_text_removed: boolean;
}

/**
 * All rows in batches, from the first to the last of one reading. Fails, which cuts the file off, where they have been deleted
 * meanwhile: the rest would be missing without a word.
 */
export async function* exportedRows(
  db: Db,
  report: Report,
  filter: AnswerFilter,
  isThere: () => Promise<boolean>,
): AsyncGenerator<ExportedRow[]> {
  // Failed calls have no reading that says it, and the next reading may be made before they are reached.
  const { branded, rows: all } = await extentOf(db, report, filter);
  const tags = await tagsOf(db, report.projectId);
  let rows = 0;
  for await (const batch of answerBatches(db, report, { ...filter, texts: "whole" })) {
    rows += batch.length;
    yield batch.map((answer) => ({
      ...rawRow({ ...answer, branded: branded.has(answer.promptKey) }, tags.get(answer.promptKey)),
      reading: report.reading || null,
      answer_text: answer.text,
      answer_text_removed: answer.textRemoved,
    }));
  }
  if (rows < all || !(await isThere())) throw new Problem("REPORT_NOT_FOUND");
}
