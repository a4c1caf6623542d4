import { type Static, Type } from "typebox";
import { byPrompt, measuredAnswer, withPoint } from "../../../figures/imported-answer.ts";
import { promptKey } from "../../../reader/prompt.ts";
import { action } from "../../api/action.ts";
import type { Warning } from "../../api/context.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { eachRowOnce } from "../../api/schema/each-row-once.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { correctedBrands } from "../../corrections/corrections.ts";
import { answerBytesMax } from "../../engines/engine.ts";
import { newId } from "../../kernel/id.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import { summaryReply } from "../../reports/report-reply.ts";
import { importedRow, summaryAnswer } from "../../reports/report-reply-examples.ts";
import { SummaryView } from "../../reports/report-view.ts";
import { idOfLatestReport } from "../../reports/reports.ts";
import { judgeWatches } from "../../reports/watched-changes.ts";
import { importDigest } from "./import-digest.ts";
import { addTagsOf, excessTags, tagIssues, tagsWith } from "./import-tags.ts";
import { ImportRows, importBytesMax, importCitationsMax } from "./import-terms.ts";
import { inTurn } from "./import-turns.ts";
import { importWarnings } from "./import-warnings.ts";
import { endingImport, importedBefore, insertImport, stageImport } from "./imports.ts";
import { endIfTold, type NumberedRow, readRows } from "./read-rows.ts";
import { dropStaged } from "./staging.ts";

export const importAnswers = action({
  name: "import_answers",
  http: "POST /v1/projects/{projectId}/imports",
  summary: "Add a report from answers you have: 1 to 2,000 rows, all or none. Costs no quota.",
  description:
    "For answers collected elsewhere, such as in a vendor's web interface. They are read and scored like any other run.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "import",
  tool: true,
  on: "project",
  status: 201,
  body: { field: "rows", maxBytes: importBytesMax },
  input: Type.Object({ projectId: ProjectId, rows: ImportRows }),
  output: SummaryView,
  example: () => ({
    fields: { projectId },
    bodies: { usual: { summary: "One answer", value: [importedRow()] } },
    // Except for its `surfaces`, a report of imported answers is like any other.
    answers: { SummaryReport: { ...summaryAnswer().SummaryReport, status: 201 } },
  }),
}).run(async (context, { rows }) => {
  const { db, caller, project, parsing, now, write, signal, warn } = context;
  const brands = await correctedBrands(db, project);
  const at = now();
  for (const warning of importWarnings(rows)) warn(warning);
  // Outside the transaction, which would make everybody else wait.
  const numberedRows = numbered(rows, at);
  const inputHash = await importDigest(numberedRows);
  const { answers, figures } = await inTurn(project.organizationId, signal, async () => {
    const read = await readRows(parsing.answers(brands), numberedRows, { at, signal });
    const answers = byPrompt(read);
    const scored = await parsing.score({ answers: answers.map(measuredAnswer), brands });
    return { answers, figures: withPoint(scored) };
  });
  const unseen = answers.filter(({ measured }) => measured.unseen).length;
  if (unseen > 0) warn(nothingShownIn(unseen, answers.length));
  const importInput = { id: newId(), project, brands, answers, inputHash, figures, now: at };
  try {
    await stageImport(db, importInput, () => endIfTold(signal));
    const tags = await tagsWith(db, rows, project.id);
    const watches = await judgeWatches({ ...context, tags }, endingImport(importInput));
    const answer = await write(async (db) => {
      const before = await importedBefore(db, project.id, inputHash);
      if (before) warn(sameAnswers(before));
      await addTagsOf(db, rows, { caller, projectId: project.id });
      const report = await insertImport(db, { ...importInput, watches });
      const latest = await idOfLatestReport(db, project.id);
      if (latest !== null && latest !== report.id) warn(newerAnswers(latest));
      const { data } = await summaryReply({ ...context, db }, report);
      return reply(data, { location: `/v1/reports/${report.id}` });
    });
    context.queue.wake();
    context.figuresAhead.soon({ organizationId: project.organizationId, projectId: project.id });
    return answer;
  } catch (error) {
    // If even that fails, the sweep finds it.
    await dropStaged(db, { projectId: project.id, id: importInput.id }).catch(() => undefined);
    throw error;
  }
});

const nothingShownIn = (some: number, all: number): Warning => ({
  code: "ANSWERS_NOT_SHOWN",
  path: null,
  message: `${some} of ${all} rows ${some === 1 ? "has" : "have"} a model's thoughts or calls of tools and no answer. ${some === 1 ? "It is" : "They are"} kept, and left out of every figure.`,
});

/** Usually somebody repeats an import by mistake, and trends then show the same answers twice. */
const sameAnswers = (reportId: string): Warning => ({
  code: "ANSWERS_ALREADY_IMPORTED",
  path: null,
  message: `Report ${reportId} was made of the same answers. If you did not mean to import them again, delete one of the two reports.`,
});

/** Otherwise a late import looks as if it had changed nothing. */
const newerAnswers = (reportId: string): Warning => ({
  code: "NEWER_REPORT_EXISTS",
  path: null,
  message: `Report ${reportId} has newer answers, so it stays the newest: the latest report, the brief and the content plan go by it.`,
});

type Row = Static<typeof ImportRows>[number];

/** ChatGPT was the first of the assistants that people could ask. */
const firstAnswers = Date.UTC(2022, 10, 30);
/** Clocks and time zones differ; a day does not happen by accident. */
const aheadMs = 24 * 3_600_000;

/**
 * Rows with their samples; missing ones are numbered in row order. Throws a 400 for repeated samples, too long answers, dates on
 * which no assistant can have answered, too many citations, and tags that cannot be stored.
 */
function numbered(rows: readonly Row[], now: Date): NumberedRow[] {
  const issues: Issue[] = [];
  const refuse = (index: number, field: string, code: string, message: string) =>
    issues.push({ in: "body", path: `/${index}/${field}`, row: index + 1, code, message });
  const rowOfCell = new Map<string, number>();
  const cell = (row: Row, sample: number) => `${promptKey(row.prompt)}\0${row.provider}\0${sample}`;

  let citations = 0;
  for (const [index, row] of rows.entries()) {
    const before = citations;
    citations += row.citations?.length ?? 0;
    if (before <= importCitationsMax && citations > importCitationsMax)
      refuse(
        index,
        "citations",
        "too_many",
        `An import has at most ${importCitationsMax.toLocaleString("en")} citations, and the rows up to row ${index + 1} have ${citations.toLocaleString("en")}. Divide it into several.`,
      );
    const answered = row.answeredAt === undefined ? null : Date.parse(row.answeredAt);
    if (answered !== null && answered > now.getTime() + aheadMs)
      refuse(
        index,
        "answeredAt",
        "too_late",
        "This is in the future. Give the time at which the assistant answered.",
      );
    if (answered !== null && answered < firstAnswers)
      refuse(
        index,
        "answeredAt",
        "too_early",
        "No assistant answered before 30 November 2022. Give the time at which it answered.",
      );
    issues.push(...tagIssues(row, index));
    if (Buffer.byteLength(row.answer) > answerBytesMax)
      refuse(index, "answer", "too_long", "An answer has at most 256 KiB.");
    if (row.sample === undefined) continue;
    const earlier = rowOfCell.get(cell(row, row.sample));
    if (earlier !== undefined) {
      refuse(
        index,
        "sample",
        "repeated",
        `Rows ${earlier + 1} and ${index + 1} are the same sample of the same prompt and provider.`,
      );
    }
    rowOfCell.set(cell(row, row.sample), index);
  }
  if (issues.length === 0) issues.push(...excessTags(rows));
  if (issues.length > 0) throw invalid(eachRowOnce(issues, (path) => path.split("/")[1]));

  const next = new Map<string, number>();
  return rows.map((row, index) => {
    if (row.sample !== undefined) return { ...row, sample: row.sample };
    const of = cell(row, 0);
    let sample = next.get(of) ?? 1;
    while (rowOfCell.has(cell(row, sample))) sample += 1;
    rowOfCell.set(cell(row, sample), index);
    next.set(of, sample + 1);
    return { ...row, sample };
  });
}
