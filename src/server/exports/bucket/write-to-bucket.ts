import type { Db } from "../../db/db.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import type { BucketAccess, BucketOutcome, Buckets } from "../../outbound/buckets/bucket.ts";
import type { Contents, ExportedReport, ExportTable } from "../contents.ts";
import { exportTables } from "../contents.ts";
import { type ClaimedBucket, renewBucketClaim } from "./claim-buckets.ts";
import { type CompressedPart, compressedParts, emptyPart } from "./compressed-parts.ts";
import {
  type ExportedFiles,
  findExported,
  noteExported,
  reportsToExport,
  reportsToTakeOut,
} from "./exported-reports.ts";

export interface ExportParts {
  db: Db;
  buckets: Buckets;
  contents: Contents;
  stop: AbortSignal;
  now(): Date;
}

/** How long a turn of a bucket may take. */
export interface TurnTerms {
  /** One file; null: as long as a request may. */
  fileMs: number | null;
  /** Then no other report is begun. */
  turnMs: number;
}

/** Reports in one manifest; the rest is in the next, which follows at once. */
const reportsAtOnce = 100;

/** A file as the manifest names it. */
interface ManifestFile {
  table: ExportTable;
  key: string;
  project_id: string;
  report_id: string;
  reading: number | null;
  rows: number;
  bytes: number;
}

/** What an export wrote. */
export interface Written {
  id: string;
  manifest: string;
  files: ManifestFile[];
  reports: { id: string; reading: number; parts: number }[];
  takenOut: string[];
  /** There is more to write. */
  more: boolean;
}

/** A file that the bucket did not take. */
export class NotTaken extends Error {
  override name = "NotTaken";
  readonly outcome: BucketOutcome;

  constructor(outcome: BucketOutcome) {
    super(outcome.fault ?? "taken");
    this.outcome = outcome;
  }
}

/** A file took longer than this turn has time for. */
export class TooSlow extends Error {
  override name = "TooSlow";
}

/** The claim is somebody else's, or the process is to end: nothing is recorded. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

/**
 * Writes everything that has ended, been read again or been deleted since, and then the manifest. Throws NotTaken for the first file
 * that is not taken, TooSlow and Interrupted.
 */
export async function exportToBucket(
  parts: ExportParts,
  bucket: ClaimedBucket,
  access: BucketAccess,
  { fileMs, turnMs }: TurnTerms,
): Promise<Written> {
  const { db, contents, now } = parts;
  const began = performance.now();
  const { organizationId } = bucket;
  const files: ManifestFile[] = [];
  const reports: Written["reports"] = [];
  const putFile = async (key: string, body: Uint8Array, mediaType: string) => {
    const goOn = async () => {
      // What another process has written meanwhile is newer.
      if (parts.stop.aborted || !(await renewBucketClaim(db, bucket))) throw new Interrupted();
      return true;
    };
    await goOn();
    const late = fileMs === null ? null : AbortSignal.timeout(fileMs);
    const signal = late ? AbortSignal.any([parts.stop, late]) : parts.stop;
    const outcome = await parts.buckets.putFile(access, { key, body, mediaType }, { signal, goOn });
    if (outcome.fault === null) return;
    if (parts.stop.aborted) throw new Interrupted();
    throw late?.aborted ? new TooSlow() : new NotTaken(outcome);
  };
  const putPart = async (place: Place, { body, rows }: CompressedPart, reading: number | null) => {
    const key = keyOf(bucket, place);
    await putFile(key, body, "application/gzip");
    const { table, projectId: project_id, reportId: report_id } = place;
    files.push({ table, key, project_id, report_id, reading, rows, bytes: body.length });
  };

  const ids = await reportsToExport(db, organizationId, reportsAtOnce);
  let isOver = false;
  for (const id of ids) {
    isOver = performance.now() - began > turnMs;
    if (isOver) break;
    const report = await contents.report(organizationId, id, bucket.format);
    if (!report) continue;
    try {
      const partCount = await writeReport(
        { db, organizationId, putPart },
        report,
        contents.head("rows", bucket.format),
      );
      reports.push({ id, reading: report.reading, parts: partCount });
    } catch (error) {
      // Deleted meanwhile: what is there of it is taken out below.
      if (!(error instanceof Problem && error.code === "REPORT_NOT_FOUND")) throw error;
    }
  }

  const gone = await reportsToTakeOut(db, organizationId, reportsAtOnce);
  for (const { reportId, projectId, date, parts } of gone) {
    const place = { projectId, reportId, date };
    for (let part = 1; part <= parts; part++)
      await putPart(
        { ...place, table: "rows", part },
        await emptyPart(contents.head("rows", bucket.format)),
        null,
      );
    const head = contents.head("figures", bucket.format);
    await putPart({ ...place, table: "figures", part: 1 }, await emptyPart(head), null);
  }

  const id = newId();
  const at = now().toISOString();
  const takenOut = gone.map(({ reportId }) => reportId);
  const manifest = {
    ...{ schema: contents.schema, export_id: id, exported_at: at, organization_id: organizationId },
    ...{ format: bucket.format, compression: "gzip", tables: contents.columns },
    ...{ files, removed_reports: takenOut },
  };
  const text = Buffer.from(JSON.stringify(manifest, null, 2));
  const key = `${rootOf(bucket)}manifests/${at.slice(0, 19).replaceAll(":", "-")}Z-${id}.json`;
  await putFile(key, text, "application/json");
  await putFile(`${rootOf(bucket)}manifest.json`, text, "application/json");
  return {
    ...{ id, manifest: key, files, reports, takenOut },
    more: isOver || ids.length === reportsAtOnce || gone.length === reportsAtOnce,
  };
}

interface Place extends Omit<ExportedFiles, "parts"> {
  table: ExportTable;
  /** From 1. */
  part: number;
}

interface Writing {
  db: Db;
  organizationId: string;
  putPart(place: Place, part: CompressedPart, reading: number | null): Promise<void>;
}

/** Writes the files of a report in place of those of an earlier reading; returns how many have its rows. */
async function writeReport(
  { db, organizationId, putPart }: Writing,
  report: ExportedReport,
  head: string,
): Promise<number> {
  const { id: reportId, projectId, reading } = report;
  const before = await findExported(db, organizationId, reportId);
  // The day stays that of the first time, so that there is never a second file.
  const place = { reportId, projectId, date: before?.date ?? report.date };
  let rowParts = 0;
  for (const table of exportTables) {
    let part = 0;
    for await (const compressed of compressedParts(report.tables[table])) {
      part += 1;
      if (table === "rows") rowParts = part;
      await noteExported(db, organizationId, { ...place, parts: rowParts });
      await putPart({ ...place, table, part }, compressed, reading);
    }
  }
  for (let part = rowParts + 1; part <= (before?.parts ?? 0); part++)
    await putPart({ ...place, table: "rows", part }, await emptyPart(head), reading);
  return rowParts;
}

/** Everything of this form, so that another one can stand beside it. */
export const rootOf = ({ prefix }: { prefix: string }): string => `${prefix === "" ? "" : `${prefix}/`}v1/`;

function keyOf(
  bucket: { prefix: string; format: string },
  { table, projectId, date, reportId, part }: Place,
): string {
  const name = table === "rows" ? `${reportId}-${String(part).padStart(3, "0")}` : reportId;
  return `${rootOf(bucket)}${table}/project=${projectId}/date=${date}/${name}.${bucket.format}.gz`;
}
