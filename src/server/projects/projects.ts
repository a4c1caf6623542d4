import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Reach } from "../api/access/reach.ts";
import { type Db, json, rfc3339, rfc3339OrNull } from "../db/db.ts";
import { shared } from "../db/memory/memory.ts";
import { type NewestFirst, newestFirst } from "../db/newest-first.ts";
import { reachKey, within } from "../db/reach.ts";
import type { Schema } from "../db/schema.ts";
import { canonicalUuid } from "../kernel/id.ts";
import { Problem } from "../kernel/problem.ts";
import { latestReportId } from "./latest-report.ts";
import type { Project } from "./project.ts";

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
  /** Its first scheduled run, RFC 3339; if absent, the scheduler works it out. */
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
      user_id: project.organizationId,
      next_run_at: project.nextRunAt ?? null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .returning(isArchived())
    .executeTakeFirstOrThrow();
  return projectOf({ ...row, latest_report_id: null, cms_connected: false });
}

/** The caller's project, or undefined if it is missing or someone else's. */
export async function findProject(db: Db, reach: Reach, id: string): Promise<Project | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await selectProjects(db).where("id", "=", uuid).where(projectsWithin(reach)).executeTakeFirst();
  return row && projectOf(row);
}

/** Whose projects these are, deleted ones too: their organizations by the projects' ids. */
export async function ownersOf(db: Db, projectIds: readonly string[]): Promise<Map<string, string>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("projects")
    .select(["id", "user_id"])
    .where("id", "in", projectIds)
    .execute();
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}

/**
 * Keeps the caller's project from being deleted until the transaction ends; false if it is already gone. Others may
 * hold and change it meanwhile: only its deletion waits.
 */
export async function holdProject(db: Db, reach: Reach, id: string): Promise<boolean> {
  const project = await liveProjects(db)
    .select("id")
    .where("id", "=", id)
    .where(projectsWithin(reach))
    .forKeyShare()
    .executeTakeFirst();
  return project !== undefined;
}

/** The caller's current project, locked until the transaction ends. Throws PROJECT_NOT_FOUND if it is gone. */
export async function lockProject(db: Db, reach: Reach, id: string): Promise<Project> {
  const locked = await liveProjects(db)
    .select("id")
    .where("id", "=", id)
    .where(projectsWithin(reach))
    .forNoKeyUpdate()
    .executeTakeFirst();
  const project = locked && (await findProject(db, reach, id));
  if (!project) throw new Problem("PROJECT_NOT_FOUND");
  return project;
}

/** Projects within somebody's reach, newest first. */
export function listProjects(db: Db, reach: Reach, page: NewestFirst): Promise<Project[]> {
  return shared(db, `projects of ${reachKey(reach)} ${json(page)}`, async () => {
    const rows = await newestFirst(selectProjects(db).where(projectsWithin(reach)), page).execute();
    return rows.map(projectOf);
  });
}

export async function countProjects(db: Db, organizationId: string): Promise<number> {
  const { count } = await liveProjects(db)
    .where("user_id", "=", organizationId)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Stores every field that a caller may change and returns the current project. `nextRunAt` counts only if the schedule
 * changed: a run may have begun since the project was read.
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
    .where("user_id", "=", project.organizationId)
    .returningAll()
    .returning(derivedOfProject())
    .executeTakeFirstOrThrow();
  return projectOf(row);
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

const isBlogConnected = () =>
  sql<boolean>`exists (select from cms_connections c where c.project_id = projects.id and c.active)`.as(
    "cms_connected",
  );

/** Columns of a project that come from other tables. */
export const derivedOfProject = () => [latestReportIdOf(), isArchived(), isBlogConnected()] as const;

const projectsWithin = (reach: Reach) =>
  within(reach, { owner: sql.ref("projects.user_id"), workspaceId: sql.ref("projects.workspace_id") });

/** Projects that are not deleted. */
const liveProjects = (db: Db) => db.selectFrom("projects").where("deleted_at", "is", null);

/** What a project is made of, by name: a statement with all columns of a table has no plan that outlasts a migration. */
const ownColumns = [
  ...(["id", "user_id", "name", "brand", "brand_aliases", "about", "domain", "website_url"] as const),
  ...([
    "competitors",
    "providers",
    "samples",
    "until",
    "monthly_spend_usd",
    "schedule",
    "next_run_at",
  ] as const),
  ...(["prompt_count", "country", "language", "timezone", "workspace_id", "latest_crawl_record_id"] as const),
  ...(["cms_kind", "created_at", "updated_at"] as const),
] satisfies (keyof Schema["projects"])[];

const selectProjects = (db: Db) => liveProjects(db).select(ownColumns).select(derivedOfProject());

export type ProjectRow = Pick<Selectable<Schema["projects"]>, (typeof ownColumns)[number]> & {
  latest_report_id: string | null;
  archived: boolean;
  cms_connected: boolean;
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
  until: project.until && json(project.until),
  monthly_spend_usd: project.monthlySpendUsd,
  schedule: project.schedule,
  country: project.country,
  language: project.language,
  timezone: project.timezone,
  workspace_id: project.workspaceId,
});

export const projectOf = (row: ProjectRow): Project => ({
  id: row.id,
  organizationId: row.user_id,
  name: row.name,
  brand: row.brand,
  brandAliases: row.brand_aliases,
  about: row.about,
  domain: row.domain,
  websiteUrl: row.website_url,
  competitors: row.competitors,
  providers: row.providers,
  samples: row.samples,
  until: row.until,
  monthlySpendUsd: row.monthly_spend_usd,
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
  cms: row.cms_kind && { kind: row.cms_kind, connected: row.cms_connected },
  createdAt: rfc3339(row.created_at),
  updatedAt: rfc3339(row.updated_at),
});
