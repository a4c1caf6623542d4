import type { Selectable } from "kysely";
import { type Db, json, rfc3339, rfc3339OrNull } from "../db/db.ts";
import type { RefreshResult, ReportStatus, Schema } from "../db/schema.ts";
import { newId } from "../kernel/id.ts";
import type { Project } from "../projects/project.ts";
import { derivedOfProject, projectOf } from "../projects/projects.ts";

/** A project's newest refresh: a search for threads. Times are RFC 3339 UTC. */
export interface RedditRefresh {
  id: string;
  status: ReportStatus;
  requestedAt: string;
  completedAt: string | null;
  result: RefreshResult | null;
}

/** A project's newest refresh, or undefined before the first. */
export async function findRefresh(db: Db, projectId: string): Promise<RedditRefresh | undefined> {
  const row = await db
    .selectFrom("reddit_refreshes")
    .where("project_id", "=", projectId)
    .selectAll()
    .executeTakeFirst();
  return row && refreshOf(row);
}

/**
 * Begins a refresh in the given transaction. If one is under way, returns that one, with `isNew` false. One that was
 * requested before `voidBefore` and never ended counts as gone.
 */
export async function beginRefresh(
  db: Db,
  projectId: string,
  now: Date,
  voidBefore: Date,
): Promise<{ refresh: RedditRefresh; isNew: boolean }> {
  const fresh = {
    id: newId(),
    status: "processing" as const,
    requested_at: now,
    completed_at: null,
    result: null,
  };
  const row = await db
    .insertInto("reddit_refreshes")
    .values({ project_id: projectId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column("project_id")
        .doUpdateSet(fresh)
        .where((eb) =>
          eb.or([
            eb("reddit_refreshes.status", "<>", "processing"),
            eb("reddit_refreshes.requested_at", "<", voidBefore),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst();
  if (row) return { refresh: refreshOf(row), isNew: true };
  // The conflict has waited for the other transaction, so the row is there to be read.
  const running = await findRefresh(db, projectId);
  if (!running) throw new Error("a refresh that could not begin is under way");
  return { refresh: running, isNew: false };
}

/** Begins another refresh in the given transaction, if there was one before and none is under way. */
export async function repeatRefresh(
  db: Db,
  projectId: string,
  now: Date,
): Promise<RedditRefresh | undefined> {
  const row = await db
    .updateTable("reddit_refreshes")
    .set({ id: newId(), status: "processing", requested_at: now, completed_at: null, result: null })
    .where("project_id", "=", projectId)
    .where("status", "<>", "processing")
    .returningAll()
    .executeTakeFirst();
  return row && refreshOf(row);
}

/** The project whose refresh is under way; undefined if it has ended, or is gone with its project. */
export async function projectToRefresh(
  db: Db,
  { projectId, refreshId }: { projectId: string; refreshId: string },
): Promise<Project | undefined> {
  const row = await db
    .selectFrom("projects")
    .innerJoin("reddit_refreshes", "reddit_refreshes.project_id", "projects.id")
    .where("projects.id", "=", projectId)
    .where("projects.deleted_at", "is", null)
    .where("reddit_refreshes.id", "=", refreshId)
    .where("reddit_refreshes.status", "=", "processing")
    .selectAll("projects")
    .select(derivedOfProject())
    .executeTakeFirst();
  return row && projectOf(row);
}

/** Ends a refresh in the given transaction. True once; false if it has already ended or is gone. */
export async function endRefresh(
  db: Db,
  { projectId, refreshId }: { projectId: string; refreshId: string },
  status: Exclude<ReportStatus, "processing">,
  result: RefreshResult,
  now: Date,
): Promise<boolean> {
  // Locks the project first, as its deletion does.
  await db.selectFrom("projects").select("id").where("id", "=", projectId).forKeyShare().execute();
  const row = await db
    .updateTable("reddit_refreshes")
    .set({ status, result: json(result), completed_at: now })
    .where("project_id", "=", projectId)
    .where("id", "=", refreshId)
    .where("status", "=", "processing")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

const refreshOf = (row: Selectable<Schema["reddit_refreshes"]>): RedditRefresh => ({
  id: row.id,
  status: row.status,
  requestedAt: rfc3339(row.requested_at),
  completedAt: rfc3339OrNull(row.completed_at),
  result: row.result,
});
