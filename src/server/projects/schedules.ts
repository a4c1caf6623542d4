import { type RawBuilder, sql } from "kysely";
import { dayMs } from "../../figures/days/calendar.ts";
import { type Db, json } from "../db/db.ts";
import { newId } from "../kernel/id.ts";
import { hasNoActiveMember } from "../organizations/has-no-active-member.ts";
import { findPlanHolder, type PlanHolder } from "../organizations/organizations.ts";
import type { Failure } from "../reports/report-end.ts";
import type { Project } from "./project.ts";
import { derivedOfProject, projectOf } from "./projects.ts";

/** A project whose scheduled run is due. */
export interface DueProject {
  project: Project;
  /** The plan and credentials of its organization. */
  holder: PlanHolder;
}

/**
 * The project that has been due longest and has no report under way, locked with its organization until the transaction
 * ends. It skips what others hold, so that workers alternate between organizations and never wait for each other. A
 * project without a time for its next run is due too. `only`: this project or none; `place`: one that has been due less long, if
 * there are so many. `except`: of none of these organizations.
 */
export async function claimDueProject(
  db: Db,
  now: Date,
  { only, place = 0, except = [] }: { only?: string; place?: number; except?: readonly string[] } = {},
): Promise<DueProject | undefined> {
  const rows = await db
    .selectFrom("projects")
    .innerJoin("organizations", "organizations.id", "projects.user_id")
    .select("projects.id")
    .where(isDue(now))
    .$if(except.length > 0, (query) => query.where("projects.user_id", "not in", [...except]))
    .$if(only !== undefined, (query) => query.where("projects.id", "=", only!))
    .orderBy(sql`coalesce(next_run_at, '-infinity')`)
    .limit(place + 1)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const claimed = rows.at(-1);
  if (!claimed) return undefined;
  // A separate statement after the locks, so that it sees a run accepted just before them.
  const row = await db
    .selectFrom("projects")
    .selectAll("projects")
    .select(derivedOfProject())
    .where("id", "=", claimed.id)
    .where(sql<boolean>`not ${hasRunningReport}`)
    .executeTakeFirst();
  const holder = row && (await findPlanHolder(db, row.user_id));
  return holder && { project: projectOf(row), holder };
}

/** Whether a run is due; needs no lock. */
export async function isProjectDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from projects where ${isDue(now)}) as due`.execute(db);
  return rows[0]!.due;
}

const isDue = (now: Date): RawBuilder<boolean> => sql<boolean>`(projects.schedule <> 'off'
  and coalesce(projects.next_run_at, '-infinity') <= ${now}::timestamptz and not ${hasRunningReport}
  and not ${hasNoActiveMember(sql.ref("projects.user_id"))})`;

const hasRunningReport: RawBuilder<boolean> = sql`exists (
  select from reports r
  where r.user_id = projects.user_id and r.project_id = projects.id and r.status = 'processing'
    and r.source is not null)`;

/** Sets a project's next run, in the transaction that has claimed the project. */
export async function setNextRun(db: Db, projectId: string, at: Date | null): Promise<void> {
  await db.updateTable("projects").set({ next_run_at: at }).where("id", "=", projectId).execute();
}

/** Has those planned again whose next run is later than any can be: a clock that was ahead has planned it. */
export async function replanRuns(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("projects")
    .set({ next_run_at: null })
    .where("schedule", "<>", "off")
    .where("next_run_at", ">", new Date(now.getTime() + 9 * dayMs))
    .execute();
}

/** Stores a scheduled run that could not begin as a failed report that asked nothing and cost nothing. */
export async function insertRefusedRun(
  db: Db,
  { project }: Pick<DueProject, "project">,
  { brands, failure, now }: { brands: unknown; failure: Failure; now: Date },
): Promise<string> {
  const id = newId();
  const { country, language, providers, samples } = project;
  await db
    .insertInto("reports")
    .values({
      project_id: project.id,
      id,
      user_id: project.organizationId,
      type: "visibility_analysis",
      source: "main",
      status: "failed",
      brands: json(brands),
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

/** How many projects have been due for longer than `toleranceMs`. */
export async function overdueSchedules(db: Db, now: Date, toleranceMs: number): Promise<number> {
  const row = await db
    .selectFrom("projects")
    .where("schedule", "<>", "off")
    .where(sql<boolean>`not ${hasNoActiveMember(sql.ref("projects.user_id"))}`)
    .where("next_run_at", "<=", sql<Date>`${new Date(now.getTime() - toleranceMs)}::timestamptz`)
    .select((eb) => eb.fn.countAll<string>().as("rows"))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}
