import { sql } from "kysely";
import { methodVersion } from "../../domain/answer/read.ts";
import type { GivenCitation, Reading } from "../../domain/answer/reading.ts";
import type { TrackedBrands } from "../../domain/project/brand.ts";
import type { Project } from "../../domain/project/project.ts";
import type { ImportedAnswer } from "../../domain/report/imported-answer.ts";
import type { ScoredReport, TrendPoint } from "../../domain/report/report.ts";
import { type Db, json } from "../db/db.ts";
import { storableJson } from "../db/storable.ts";
import { type Report, reportOf } from "./reports.ts";
import { putTrendPoint } from "./trends.ts";

/** An answer waiting to be stored: its reading, serialised, takes a third of the memory. */
export interface KeptAnswer extends ImportedAnswer {
  /** The whole reading as JSON. */
  reading: Buffer;
}

export const readingBytes = (reading: Reading): Buffer => Buffer.from(storableJson(reading));

export interface Import {
  id: string;
  project: Project;
  tracked: TrackedBrands;
  /** Grouped by prompt. */
  answers: readonly KeptAnswer[];
  /** The same for imports of the same answers. */
  inputHash: string;
  figures: { scored: ScoredReport; point: TrendPoint };
  now: Date;
}

const rowsPerInsert = 100;
const charactersPerInsert = 100_000;

/**
 * Stores imported answers as a completed report with its figures, in the given transaction: all or nothing. A few at a
 * time, so that others get the thread in between.
 */
export async function insertImport(
  db: Db,
  { id, project, tracked, answers: ordered, inputHash, figures: { scored, point }, now }: Import,
): Promise<Report> {
  const measuredAt = ordered
    .map(({ answeredAt }) => answeredAt)
    .sort()
    .at(-1)!;
  const row = await db
    .insertInto("reports")
    .values({
      project_id: project.id,
      id,
      user_id: project.organizationId,
      type: "visibility_analysis",
      source: "main",
      status: "completed",
      brands: json(tracked),
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
  let stored = 0;
  const page = { bytes: Buffer.allocUnsafeSlow(2 * charactersPerInsert) };
  for (const batch of batches(ordered)) {
    await storeBatch(db, row, batch, stored, page);
    stored += batch.length;
    // The embedded store answers before any timer or socket gets a turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await db
    .insertInto("report_readings")
    .values({
      project_id: project.id,
      report_id: id,
      reading: 1,
      method_version: methodVersion,
      read_at: now,
      brands: json(tracked),
      scored: storableJson(scored),
    })
    .execute();
  const report = reportOf({ ...row, method_version: methodVersion, read_at: now }, scored);
  await putTrendPoint(db, report, 1, point);
  return report;
}

async function storeBatch(
  db: Db,
  report: StoredReport,
  batch: readonly KeptAnswer[],
  firstOrdinal: number,
  page: Page,
): Promise<void> {
  const rows = batch.map((answer, index) => ({ ...answer, ordinal: firstOrdinal + index }));
  await insertAnswers(db, report, rows, page);
  for (const { reading } of rows) giveBack(reading);
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

type StoredReport = { project_id: string; id: string; created_at: Date };

type ReadAnswer = KeptAnswer & { ordinal: number };

/**
 * One parameter for all rows, as bytes written into the same buffer for every batch: given strings, the driver's buffer
 * grows anew with each, and what that leaves behind is larger than the import.
 */
async function insertAnswers(
  db: Db,
  report: StoredReport,
  rows: readonly ReadAnswer[],
  page: Page,
): Promise<void> {
  await sql`
    with given as materialized (
      select * from json_to_recordset(${bytesOf(rows, page)}::json) as g(ordinal int, id uuid, "promptKey" text,
        prompt text, branded boolean, provider text, sample int, model text, citations jsonb, searched boolean,
        "answeredAt" timestamptz, text text, reading json)),
    read as (
      insert into answer_readings (project_id, report_id, reading, ordinal, created_at, branded, data)
      select ${report.project_id}, ${report.id}, 1, ordinal, ${report.created_at}::timestamptz, branded, reading
      from given)
    insert into asks (project_id, report_id, created_at, ordinal, id, prompt_key, prompt, branded, provider, sample,
      surface, status, answer, citations, model, searched, answered_at)
    select ${report.project_id}, ${report.id}, ${report.created_at}::timestamptz, ordinal, id, "promptKey", prompt,
      branded, provider, sample, 'import', 'ok', text, citations, model, searched, "answeredAt"
    from given`.execute(db);
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
