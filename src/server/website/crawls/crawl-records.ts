import { type Selectable, sql } from "kysely";
import type { SiteProfile } from "../../../site/crawl/crawl.ts";
import type { Reach } from "../../api/access/reach.ts";
import { type Db, json, rfc3339, rfc3339OrNull } from "../../db/db.ts";
import { inReach } from "../../db/reach.ts";
import type { ReportStatus, Schema } from "../../db/schema.ts";
import { storableJson } from "../../db/storable.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { countPages } from "./crawl-pages.ts";

/** What a crawl of a website found. */
export interface CrawlRecord {
  id: string;
  organizationId: string;
  projectId: string | null;
  url: string;
  status: ReportStatus;
  profile: SiteProfile | null;
  /** Pages kept and addresses found so far. */
  pages: number;
  urlCount: number;
  failure: CrawlFailure | null;
  createdAt: string;
  completedAt: string | null;
}

export interface CrawlFailure {
  code: string;
  message: string;
  retryable: boolean;
}

export interface NewCrawl {
  id: string;
  organizationId: string;
  projectId: string | null;
  url: string;
  now: Date;
}

/** Stores a crawl that is yet to begin, in the transaction that queues its job. */
export async function insertCrawl(
  db: Db,
  { id, organizationId, projectId, url, now }: NewCrawl,
): Promise<CrawlRecord> {
  const row = await db
    .insertInto("crawl_records")
    .values({
      id,
      user_id: organizationId,
      project_id: projectId,
      url,
      status: "processing",
      created_at: now,
      touched_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return recordOf(row);
}

/** The caller's crawl record, or undefined if it is missing or someone else's. */
export async function findCrawlRecord(db: Db, reach: Reach, id: string): Promise<CrawlRecord | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const [owner, projectId] = [sql.ref("crawl_records.user_id"), sql.ref("crawl_records.project_id")];
  // One without a project is in no workspace.
  const ofProject = inReach(reach, { owner, projectId });
  const row = await db
    .selectFrom("crawl_records")
    .where("id", "=", uuid)
    .where("user_id", "=", reach.organizationId)
    .where(reach.workspaceIds === null ? sql<boolean>`(project_id is null or ${ofProject})` : ofProject)
    .selectAll()
    .executeTakeFirst();
  return row && recordOf(row);
}

/** The organization's running crawls, oldest first. */
export async function runningCrawls(db: Db, organizationId: string): Promise<CrawlRecord[]> {
  const rows = await db
    .selectFrom("crawl_records")
    .where("user_id", "=", organizationId)
    .where("status", "=", "processing")
    .orderBy("created_at")
    .selectAll()
    .execute();
  return rows.map(recordOf);
}

/** Begins or restarts a crawl; undefined if it has ended or is gone. `attempts` includes this one. */
export async function beginCrawl(
  db: Db,
  id: string,
  now: Date,
): Promise<(CrawlRecord & { attempts: number }) | undefined> {
  const row = await db
    .updateTable("crawl_records")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), touched_at: now }))
    .where("id", "=", id)
    .where("status", "=", "processing")
    .returningAll()
    .executeTakeFirst();
  return row && { ...recordOf(row), attempts: row.attempts };
}

/** The newest ended crawl of the same address by the same organization, whose pages need not be fetched again if unchanged. */
export async function previousCrawl(
  db: Db,
  { id, organizationId, url }: CrawlRecord,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("crawl_records")
    .where("user_id", "=", organizationId)
    .where("url", "=", url)
    .where("id", "!=", id)
    .where("status", "in", ["completed", "partial"])
    .orderBy("created_at", "desc")
    .select("id")
    .executeTakeFirst();
  return row?.id;
}

export type CrawlEnd =
  | {
      status: "completed" | "partial";
      profile: SiteProfile;
      /** Ordinals of stored pages that are not kept: copies of others. */
      leftOut?: readonly number[];
    }
  | { status: "failed"; failure: CrawlFailure };

/**
 * Ends a crawl in the given transaction; a failed one keeps no pages, any other becomes its project's newest. False if
 * it had already ended, or is gone.
 */
export async function endCrawl(
  db: Db,
  { id, projectId }: CrawlRecord,
  end: CrawlEnd,
  now: Date,
): Promise<boolean> {
  // Locks the project first, as its deletion does.
  if (projectId)
    await db.selectFrom("projects").select("id").where("id", "=", projectId).forKeyShare().execute();
  const row = await db
    .updateTable("crawl_records")
    .set({
      status: end.status,
      completed_at: now,
      touched_at: now,
      ...(end.status === "failed"
        ? { failure: json(end.failure), pages: 0, found: 0 }
        : { record: storableJson(end.profile) }),
    })
    .where("id", "=", id)
    .where("status", "=", "processing")
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  if (end.status === "failed") await db.deleteFrom("crawl_pages").where("crawl_record_id", "=", id).execute();
  else if (end.leftOut?.length) await leaveOut(db, id, end.leftOut);
  if (end.status !== "failed" && projectId)
    await db
      .updateTable("projects")
      .set({ latest_crawl_record_id: id })
      .where("id", "=", projectId)
      .execute();
  return true;
}

/** Deletes these pages of a crawl, and counts those that it keeps. */
async function leaveOut(db: Db, id: string, ordinals: readonly number[]): Promise<void> {
  await db
    .deleteFrom("crawl_pages")
    .where("crawl_record_id", "=", id)
    .where("ordinal", "in", ordinals)
    .execute();
  await countPages(db, id).execute();
}

/** Running crawls without progress since `before`: their job should exist, or they are dead. */
export async function stalledCrawls(db: Db, before: Date, limit: number): Promise<CrawlRecord[]> {
  const rows = await db
    .selectFrom("crawl_records")
    .where("status", "=", "processing")
    .where("touched_at", "<", before)
    .selectAll()
    .limit(limit)
    .execute();
  return rows.map(recordOf);
}

/** A crawl that is running, with a mark that another step of it changes. */
export interface RunningCrawl {
  record: CrawlRecord;
  mark: string;
  touchedAt: Date;
}

/** Running crawls, those without progress for longest first. */
export async function crawlsUnderWay(db: Db, limit: number): Promise<RunningCrawl[]> {
  const rows = await db
    .selectFrom("crawl_records")
    .where("status", "=", "processing")
    .selectAll()
    .select(sql<string>`concat_ws(' ', extract(epoch from touched_at), pages, found)`.as("mark"))
    .orderBy("touched_at")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    record: recordOf(row),
    mark: row.mark,
    touchedAt: row.touched_at ?? row.created_at,
  }));
}

const recordOf = (row: Selectable<Schema["crawl_records"]>): CrawlRecord => ({
  id: row.id,
  organizationId: row.user_id,
  projectId: row.project_id,
  url: row.url,
  status: row.status,
  profile: row.record,
  pages: row.pages,
  urlCount: row.found,
  failure: row.failure,
  createdAt: rfc3339(row.created_at),
  completedAt: rfc3339OrNull(row.completed_at),
});
