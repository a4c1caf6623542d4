import { sql } from "kysely";
import type { Db } from "../../db/db.ts";
import { Problem } from "../../kernel/problem.ts";

/** An import under way: its asks and readings are stored little by little, and belong to no report yet. */
export interface Staged {
  projectId: string;
  /** Of the report that it becomes. */
  id: string;
  /** Of the report: the month of its partitions. */
  createdAt: Date;
}

/** After this long without a step, by the store's clock, its process counts as gone. */
const lostMinutes = 5;

/** Says that so many asks are going to be stored for a report that is not there yet. */
export async function beginStaging(
  db: Db,
  { projectId, id, createdAt }: Staged,
  asks: number,
): Promise<void> {
  await sql`
    insert into staged_imports (project_id, report_id, created_at, asks, touched_at)
    values (${projectId}, ${id}, ${createdAt}, ${asks}, clock_timestamp())`.execute(db);
}

/** In the given transaction, the report takes over what is staged for it. Throws SERVICE_UNAVAILABLE if that counts as lost. */
export async function takeStaged(db: Db, { projectId, id }: Pick<Staged, "projectId" | "id">): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("staged_imports")
    .where("project_id", "=", projectId)
    .where("report_id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw lost();
}

/** Its rows are being deleted: whatever it did next would be half an import. */
export const lost = (): Problem =>
  new Problem("SERVICE_UNAVAILABLE", {
    message: "The import stood still for several minutes, and nothing of it was kept. Send it again.",
    retryAfterSeconds: 1,
  });

/** What was staged is not wanted. It is deleted as the answers of deleted reports are. */
export async function dropStaged(db: Db, { projectId, id }: Pick<Staged, "projectId" | "id">): Promise<void> {
  await sql`
    with gone as (
      delete from staged_imports where project_id = ${projectId} and report_id = ${id}
      returning project_id, report_id, created_at, asks)
    insert into deleted_reports (project_id, report_id, created_at, asks) select * from gone`.execute(db);
}

/**
 * The same of imports whose process is gone, at most `limit`; returns how many. Should one of them have only stood still, it
 * finds its place taken (`stageAnswers`, `takeStaged`) and stores nothing more.
 */
export async function dropLostStaged(db: Db, limit: number): Promise<number> {
  const { rows } = await sql`
    with lost as (
      select project_id, report_id from staged_imports
      where touched_at < clock_timestamp() - ${lostMinutes} * interval '1 minute'
      order by touched_at limit ${limit} for update skip locked),
    gone as (
      delete from staged_imports s using lost where s.project_id = lost.project_id and s.report_id = lost.report_id
      returning s.project_id, s.report_id, s.created_at, s.asks)
    insert into deleted_reports (project_id, report_id, created_at, asks) select * from gone
    returning 1`.execute(db);
  return rows.length;
}
