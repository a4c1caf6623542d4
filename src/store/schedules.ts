import { type RawBuilder, sql } from "kysely";
import type { Project } from "../domain/project.ts";
import { newId } from "../kernel/id.ts";
import { type Db, json } from "./db.ts";
import { derivedOfProject, projectOf } from "./projects.ts";
import type { Failure } from "./report-end.ts";
import { findOwner, lockUser, type User } from "./users.ts";

/** A project whose scheduled run is due. */
export interface DueProject {
  project: Project;
  owner: User;
}

/**
 * The project that has been due longest and has no report under way, locked until the transaction ends; one that
 * another worker has in hand is stepped over. One without a time of its next run yet is due as well. `only`: this
 * project or none.
 */
export async function claimDueProject(db: Db, now: Date, only?: string): Promise<DueProject | undefined> {
  // Runs that their owner starts lock the user and then refer to the project, which this lock lets them do.
  const row = await db
    .selectFrom("projects")
    .selectAll("projects")
    .select(derivedOfProject())
    .where("schedule", "<>", sql.lit("off"))
    .where(sql`coalesce(next_run_at, '-infinity')`, "<=", sql`${now}::timestamptz`)
    .where(sql<boolean>`not ${hasRunningReport}`)
    .$if(only !== undefined, (query) => query.where("id", "=", only!))
    .orderBy(sql`coalesce(next_run_at, '-infinity')`)
    .limit(1)
    .forNoKeyUpdate("projects")
    .skipLocked()
    .executeTakeFirst();
  const owner = row && (await findOwner(db, row.id));
  if (!owner) return undefined;
  await lockUser(db, owner.id);
  // A statement after the lock, so that it sees a run that was accepted while we waited for it.
  const { rows } = await sql<{ running: boolean }>`
    select ${hasRunningReport} as running from projects where id = ${row.id}`.execute(db);
  return rows[0]?.running ? undefined : { project: projectOf(row), owner };
}

const hasRunningReport: RawBuilder<boolean> = sql`exists (
  select from reports r
  where r.user_id = projects.user_id and r.project_id = projects.id and r.status = 'processing'
    and r.source is not null)`;

/** When the project runs next, in the transaction that has claimed it. */
export async function setNextRun(db: Db, projectId: string, at: Date | null): Promise<void> {
  await db.updateTable("projects").set({ next_run_at: at }).where("id", "=", projectId).execute();
}

/** A scheduled run that could not begin, kept as a failed report that asked nothing and cost nothing. */
export async function insertRefusedRun(
  db: Db,
  { project }: DueProject,
  { tracked, failure, now }: { tracked: unknown; failure: Failure; now: Date },
): Promise<string> {
  const id = newId();
  const { country, language, providers, samples } = project;
  await db
    .insertInto("reports")
    .values({
      project_id: project.id,
      id,
      user_id: project.userId,
      type: "visibility_analysis",
      source: "main",
      status: "failed",
      brands: json(tracked),
      run: json({ country, language, providers: providers ?? [], samples, prompts: [] }),
      input_hash: "",
      pending: 0,
      jobs_total: 0,
      failure: json(failure),
      scheduled: true,
      created_at: now,
      settled_at: now,
      completed_at: now,
    })
    .execute();
  return id;
}
