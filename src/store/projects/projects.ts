import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Project } from "../../domain/project/project.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { type Db, json, rfc3339, rfc3339OrNull } from "../db/db.ts";
import { shared } from "../db/memory.ts";
import type { Schema } from "../db/schema.ts";
import { latestReportId } from "../reports/latest-report.ts";
import { giveBackProject } from "../reports/runs.ts";

export interface NewProject
  extends Omit<
    Project,
    | "archived"
    | "nextRunAt"
    | "promptCount"
    | "latestReportId"
    | "latestCrawlRecordId"
    | "cms"
    | "createdAt"
    | "updatedAt"
  > {
  /** Its first scheduled run, RFC 3339; absent: looked up by whoever runs schedules. */
  nextRunAt?: string | null;
  now: Date;
}

/** Stores a project without prompts. */
export async function insertProject(db: Db, { now, ...project }: NewProject): Promise<Project> {
  const row = await db
    .insertInto("projects")
    .values({
      ...fields(project),
      id: project.id,
      user_id: project.userId,
      next_run_at: project.nextRunAt ?? null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .returning(isArchived())
    .executeTakeFirstOrThrow();
  return projectOf({ ...row, latest_report_id: null });
}

/** The caller's project, or undefined where it is missing or another's. */
export async function findProject(db: Db, userId: string, id: string): Promise<Project | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await selectProjects(db)
    .where("id", "=", uuid)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && projectOf(row);
}

/** All projects of a user, newest first. */
export function listProjects(db: Db, userId: string): Promise<Project[]> {
  return shared(db, `projects of ${userId}`, async () => {
    const rows = await selectProjects(db)
      .where("user_id", "=", userId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    return rows.map(projectOf);
  });
}

export async function countProjects(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("projects")
    .where("user_id", "=", userId)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Stores every field a caller may change, and returns the project as it is now. `nextRunAt` counts only where the
 * schedule has changed: a run may have begun since the project was read.
 */
export async function updateProject(db: Db, project: Project, now: Date): Promise<Project> {
  const row = await db
    .updateTable("projects")
    .set({
      ...fields(project),
      next_run_at: sql`case when schedule = ${project.schedule} and timezone = ${project.timezone} then next_run_at
        else ${project.nextRunAt}::timestamptz end`,
      updated_at: now,
    })
    .where("id", "=", project.id)
    .where("user_id", "=", project.userId)
    .returningAll()
    .returning(derivedOfProject())
    .executeTakeFirstOrThrow();
  return projectOf(row);
}

/**
 * Deletes a project with its prompts, reports and answers, in the transaction given; what its running
 * reports had reserved is given back. Jobs of theirs find nothing to do and vanish.
 */
export async function deleteProject(db: Db, projectId: string, now: Date): Promise<void> {
  await giveBackProject(db, projectId, now);
  await db.deleteFrom("answer_readings").where("project_id", "=", projectId).execute();
  await db.deleteFrom("asks").where("project_id", "=", projectId).execute();
  await db.deleteFrom("projects").where("id", "=", projectId).execute();
}

const latestReportIdOf = () =>
  (latestReportId(sql.ref("projects.id"), sql.lit("main")) as RawBuilder<string | null>).as(
    "latest_report_id",
  );

const isArchived = () =>
  sql<boolean>`coalesce((
    select w.status = 'archived' from client_workspaces w where w.id = projects.workspace_id), false)`.as(
    "archived",
  );

/** What a project's row says only beside other tables. */
export const derivedOfProject = () => [latestReportIdOf(), isArchived()] as const;

const selectProjects = (db: Db) => db.selectFrom("projects").selectAll("projects").select(derivedOfProject());

export type ProjectRow = Selectable<Schema["projects"]> & {
  latest_report_id: string | null;
  archived: boolean;
};

const fields = (project: Omit<NewProject, "now">) => ({
  name: project.name,
  brand: project.brand,
  brand_aliases: json(project.brandAliases),
  about: project.about,
  domain: project.domain,
  website_url: project.websiteUrl,
  competitors: json(project.competitors),
  providers: project.providers && json(project.providers),
  samples: project.samples,
  schedule: project.schedule,
  country: project.country,
  language: project.language,
  timezone: project.timezone,
  workspace_id: project.workspaceId,
});

export const projectOf = (row: ProjectRow): Project => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  brand: row.brand,
  brandAliases: row.brand_aliases,
  about: row.about,
  domain: row.domain,
  websiteUrl: row.website_url,
  competitors: row.competitors,
  providers: row.providers,
  samples: row.samples,
  schedule: row.schedule,
  nextRunAt: rfc3339OrNull(row.next_run_at),
  promptCount: row.prompt_count,
  country: row.country,
  language: row.language,
  timezone: row.timezone,
  workspaceId: row.workspace_id,
  archived: row.archived,
  latestReportId: row.latest_report_id,
  latestCrawlRecordId: row.latest_crawl_record_id,
  cms: row.cms_kind,
  createdAt: rfc3339(row.created_at),
  updatedAt: rfc3339(row.updated_at),
});
