import { sql } from "kysely";
import type { ImportedAnswer } from "../../../figures/imported-answer.ts";
import type { ScoredReport, TrendPoint } from "../../../figures/report.ts";
import type { JudgedWatch } from "../../../figures/watching/telling.ts";
import type { TrackedBrands } from "../../../reader/brand.ts";
import { methodVersion } from "../../../reader/read.ts";
import type { GivenCitation, Reading } from "../../../reader/reading.ts";
import { type Db, json } from "../../db/db.ts";
import { storableJson } from "../../db/storable.ts";
import { recordEvent } from "../../events/record-event.ts";
import type { Project } from "../../projects/project.ts";
import { type EndingReport, recordTellings } from "../../projects/watches/tellings.ts";
import { type Report, reportOf } from "../../reports/reports.ts";
import { putTrendPoint } from "../../reports/trends/trends.ts";
import { beginStaging, lost, type Staged, takeStaged } from "./staging.ts";

/** An answer waiting to be stored: its reading, serialised, takes a third of the memory. */
export interface KeptAnswer extends ImportedAnswer {
  /** The whole reading as JSON. */
  reading: Buffer;
}

export const readingBytes = (reading: Reading): Buffer => Buffer.from(storableJson(reading));

export interface Import {
  id: string;
  project: Project;
  brands: TrackedBrands;
  /** Grouped by prompt. */
  answers: readonly KeptAnswer[];
  /** The same for imports of the same answers. */
  inputHash: string;
  figures: { scored: ScoredReport; point: TrendPoint };
  now: Date;
  /** The project's watches, judged by it; absent: by nobody. */
  watches?: readonly JudgedWatch[];
}

/** The import as its project's watches are judged by it. */
export const endingImport = ({
  id,
  project,
  brands,
  answers,
  figures,
  now,
}: Omit<Import, "watches">): EndingReport => ({
  ...{
    organizationId: project.organizationId,
    projectId: project.id,
    id,
    source: "main",
    sandbox: false,
    brands,
  },
  ...{ createdAt: now.toISOString(), measuredAt: measuredAtOf(answers), methodVersion, point: figures.point },
});

const measuredAtOf = (answers: readonly KeptAnswer[]): string =>
  answers
    .map(({ answeredAt }) => answeredAt)
    .sort()
    .at(-1)!;

const rowsPerInsert = 100;
/** A step of the embedded store holds up everybody else: some 10 ms. */
const charactersPerInsert = 40_000;

/**
 * Stores the answers of an import where nobody sees them, in short transactions: others' statements come in between, and this
 * process stores one batch at a time of all imports. `between` is asked before each and may throw. Throws SERVICE_UNAVAILABLE if
 * the import stood still for so long that it counts as lost.
 */
export async function stageImport(
  db: Db,
  { id, project, answers, now }: Pick<Import, "id" | "project" | "answers" | "now">,
  between: () => void | Promise<void>,
): Promise<void> {
  const staged = { projectId: project.id, id, createdAt: now };
  await beginStaging(db, staged, answers.length);
  let stored = 0;
  const page = { bytes: Buffer.allocUnsafeSlow(2 * charactersPerInsert) };
  for (const batch of batches(answers)) {
    const rows = batch.map((answer, index) => ({ ...answer, ordinal: stored + index }));
    await inLine(async () => {
      await between();
      await stageAnswers(db, staged, rows, page);
    });
    for (const { reading } of rows) giveBack(reading);
    stored += batch.length;
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Otherwise a batch of each of many imports would come before anybody else's next statement. */
function inLine(step: () => Promise<void>): Promise<void> {
  // The embedded store answers before any timer or socket gets a turn.
  const mine = last.then(() => new Promise((resolve) => setImmediate(resolve))).then(step);
  last = mine.catch(() => undefined);
  return mine;
}

/**
 * Makes what was staged a completed report with its figures, in the given transaction: from then on everybody sees it. Throws
 * SERVICE_UNAVAILABLE if the import counts as lost.
 */
export async function insertImport(db: Db, input: Import): Promise<Report> {
  const { id, project, brands, answers: ordered, inputHash, figures, now } = input;
  const { scored, point } = figures;
  await takeStaged(db, { projectId: project.id, id });
  const measuredAt = measuredAtOf(ordered);
  const row = await db
    .insertInto("reports")
    .values({
      project_id: project.id,
      id,
      user_id: project.organizationId,
      type: "visibility_analysis",
      source: "main",
      status: "completed",
      brands: json(brands),
      run: json({
        country: project.country,
        language: project.language,
        providers: [...new Set(ordered.map(({ provider }) => provider))],
        samples: Math.max(...ordered.map(({ sample }) => sample)),
        prompts: [...new Set(ordered.map(({ prompt }) => prompt))].map((prompt) => ({
          prompt,
          intent: null,
        })),
      }),
      input_hash: inputHash,
      pending: 0,
      jobs_total: ordered.length,
      jobs_done: ordered.length,
      reading: 1,
      surfaces: json(["import"]),
      created_at: now,
      settled_at: now,
      completed_at: now,
      measured_at: measuredAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto("report_readings")
    .values({
      project_id: project.id,
      report_id: id,
      reading: 1,
      method_version: methodVersion,
      read_at: now,
      brands: json(brands),
      scored: storableJson(scored),
    })
    .execute();
  const report = reportOf({ ...row, method_version: methodVersion, read_at: now }, scored);
  await putTrendPoint(db, report, 1, point);
  await recordTellings(db, endingImport(input), input.watches ?? [], now);
  const about = { organizationId: project.organizationId, projectId: project.id, objectId: id };
  await recordEvent(db, { ...about, type: "import.completed" }, now);
  return report;
}

function* batches(answers: readonly KeptAnswer[]): Generator<KeptAnswer[]> {
  let batch: KeptAnswer[] = [];
  let characters = 0;
  for (const answer of answers) {
    batch.push(answer);
    characters += answer.text.length + answer.reading.byteLength + lettersOf(answer.citations);
    if (batch.length < rowsPerInsert && characters < charactersPerInsert) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

const lettersOf = (citations: readonly GivenCitation[]): number =>
  citations.reduce((sum, { url, title }) => sum + url.length + (title?.length ?? 0), 0);

/** A project has no index of inputs, so only its newest reports are compared. */
const reportsCompared = 1000;

/** Id of the project's newest report of the same imported answers, among its newest 1,000 reports. */
export async function importedBefore(
  db: Db,
  projectId: string,
  inputHash: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, input_hash from reports where project_id = ${projectId} order by id desc limit ${reportsCompared}
    ) as newest where input_hash = ${inputHash} order by id desc limit 1`.execute(db);
  return rows[0]?.id;
}

type ReadAnswer = KeptAnswer & { ordinal: number };

/**
 * One parameter for all rows, as bytes written into the same buffer for every batch: given strings, the driver's buffer
 * grows anew with each, and what that leaves behind is larger than the import. Throws SERVICE_UNAVAILABLE if the import counts
 * as lost, and then stores nothing.
 */
async function stageAnswers(
  db: Db,
  { projectId, id }: Staged,
  rows: readonly ReadAnswer[],
  page: Page,
): Promise<void> {
  const { rows: there } = await sql`
    with staged as (
      update staged_imports set touched_at = clock_timestamp()
      where project_id = ${projectId} and report_id = ${id} returning project_id, report_id, created_at),
    given as materialized (
      select g.*, s.project_id, s.report_id, s.created_at from staged s, json_to_recordset(${bytesOf(rows, page)}::json)
        as g(ordinal int, id uuid, "promptKey" text, prompt text, branded boolean, provider text, sample int, model text,
          citations jsonb, searched boolean, "answeredAt" timestamptz, text text, reading json)),
    read as (
      insert into answer_readings (project_id, report_id, reading, ordinal, created_at, branded, data)
      select project_id, report_id, 1, ordinal, created_at, branded, reading from given),
    asked as (
      insert into asks (project_id, report_id, created_at, ordinal, id, prompt_key, prompt, branded, provider, sample,
        surface, status, answer, citations, model, searched, answered_at)
      select project_id, report_id, created_at, ordinal, id, "promptKey", prompt, branded, provider, sample, 'import', 'ok',
        text, citations, model, searched, "answeredAt" from given)
    select 1 from staged`.execute(db);
  if (there.length === 0) throw lost();
}

/** A stored reading is not looked at again; small ones share their memory with others. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** Where batches are serialised, one after the other; it grows with the largest. */
interface Page {
  bytes: Buffer;
}

/** The rows as a JSON array in UTF-8, valid until the next call. */
function bytesOf(rows: readonly ReadAnswer[], page: Page): Buffer {
  // In pieces: joined, a long text would be copied once more.
  const pieces = rows.flatMap(({ reading, measured: _, ...row }, at) => [
    at === 0 ? "[" : ",",
    storableJson(row).slice(0, -1),
    ',"reading":',
    reading,
    "}",
  ]);
  const size = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 1);
  if (page.bytes.length < size) page.bytes = Buffer.allocUnsafeSlow(size);
  let end = 0;
  for (const piece of [...pieces, "]"])
    end += typeof piece === "string" ? page.bytes.write(piece, end) : piece.copy(page.bytes, end);
  return page.bytes.subarray(0, end);
}
