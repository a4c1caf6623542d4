import type { Selectable } from "kysely";
import { type Db, rfc3339 } from "../../db/db.ts";
import { type NewestFirst, newestFirst } from "../../db/newest-first.ts";
import type { Schema } from "../../db/schema.ts";
import { storableText } from "../../db/storable.ts";
import type { BucketFault } from "../../outbound/buckets/bucket.ts";

/** What came of one export; times in RFC 3339. */
export interface BucketExport {
  id: string;
  organizationId: string;
  /** When it began. */
  createdAt: string;
  durationMs: number;
  reports: number;
  files: number;
  rows: number;
  bytes: number;
  /** Name of its manifest; null if it failed. */
  manifest: string | null;
  fault: BucketFault | null;
  status: number | null;
  response: string | null;
}

const keptMs = 30 * 86_400_000;

/** Adds to the log, which goes back 30 days. */
export async function insertBucketExport(
  db: Db,
  { id, organizationId, createdAt, ...one }: Omit<BucketExport, "createdAt"> & { createdAt: Date },
): Promise<void> {
  await db
    .insertInto("bucket_exports")
    .values({
      ...{ organization_id: organizationId, id, created_at: createdAt, duration_ms: one.durationMs },
      ...{ reports: one.reports, files: one.files, rows: one.rows, bytes: one.bytes, manifest: one.manifest },
      ...{ fault: one.fault, status: one.status, response: one.response && storableText(one.response) },
    })
    .execute();
  await db
    .deleteFrom("bucket_exports")
    .where("organization_id", "=", organizationId)
    .where("created_at", "<", new Date(createdAt.getTime() - keptMs))
    .execute();
}

/** The log, newest first. */
export async function listBucketExports(
  db: Db,
  organizationId: string,
  page: NewestFirst,
): Promise<BucketExport[]> {
  const query = db.selectFrom("bucket_exports").selectAll().where("organization_id", "=", organizationId);
  return (await newestFirst(query, page).execute()).map(exportOf);
}

const exportOf = (row: Selectable<Schema["bucket_exports"]>): BucketExport => ({
  ...{ id: row.id, organizationId: row.organization_id, createdAt: rfc3339(row.created_at) },
  ...{ durationMs: row.duration_ms, reports: row.reports, files: row.files, rows: row.rows },
  ...{ bytes: Number(row.bytes), manifest: row.manifest },
  ...{ fault: row.fault, status: row.status, response: row.response },
});
