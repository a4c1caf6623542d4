import { type Selectable, sql } from "kysely";
import type { Reach } from "../../api/access/reach.ts";
import { type Db, rfc3339 } from "../../db/db.ts";
import { type NewestFirst, newestFirst } from "../../db/newest-first.ts";
import { within } from "../../db/reach.ts";
import type { Schema } from "../../db/schema.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Workspace } from "./workspace.ts";

export type NewWorkspace = Omit<Workspace, "projectIds" | "updatedAt"> & { organizationId: string };

/** Stores a workspace without projects. */
export async function insertWorkspace(
  db: Db,
  { organizationId, ...workspace }: NewWorkspace,
): Promise<Workspace> {
  const row = await db
    .insertInto("client_workspaces")
    .values({
      id: workspace.id,
      user_id: organizationId,
      name: workspace.name,
      kind: workspace.kind,
      status: workspace.status,
      domain: workspace.domain,
      created_at: workspace.createdAt,
      updated_at: workspace.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return workspaceOf({ ...row, project_ids: [] });
}

/** Workspaces within somebody's reach, newest first. */
export async function listWorkspaces(db: Db, reach: Reach, page: NewestFirst): Promise<Workspace[]> {
  const rows = await newestFirst(selectWorkspaces(db).where(workspacesWithin(reach)), page).execute();
  return rows.map(workspaceOf);
}

/** The caller's workspace, or undefined if it is missing or someone else's. */
export async function findWorkspace(db: Db, reach: Reach, id: string): Promise<Workspace | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await selectWorkspaces(db)
    .where("id", "=", uuid)
    .where(workspacesWithin(reach))
    .executeTakeFirst();
  return row && workspaceOf(row);
}

/** The given ids that are workspaces of the organization, kept from being deleted until the transaction ends. */
export async function holdWorkspaces(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("client_workspaces")
    .select("id")
    .where("user_id", "=", organizationId)
    .where("id", "in", [...ids])
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

export async function countWorkspaces(db: Db, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom("client_workspaces")
    .where("user_id", "=", organizationId)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** What a caller can change of a workspace; absent fields stay. */
export type WorkspaceChanges = Partial<Pick<Workspace, "name" | "kind" | "status" | "domain">>;

/** Changes the caller's workspace and returns it; undefined if it is missing or someone else's. */
export async function updateWorkspace(
  db: Db,
  reach: Reach,
  id: string,
  changes: WorkspaceChanges,
  now: Date,
): Promise<Workspace | undefined> {
  const row = await db
    .updateTable("client_workspaces")
    .set({ ...changes, updated_at: now })
    .where("id", "=", id)
    .where(workspacesWithin(reach))
    .returningAll()
    .returning(projectIds())
    .executeTakeFirst();
  return row && workspaceOf(row);
}

/**
 * Deletes the caller's workspace, but not its projects. Members who were limited to it stay limited, to one workspace
 * less. False if it is missing or someone else's.
 */
export async function deleteWorkspace(db: Db, reach: Reach, id: string): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from client_workspaces where id = ${id} and ${workspacesWithin(reach)} returning id, user_id),
    members_less as (
      update members set workspace_ids = array_remove(workspace_ids, gone.id) from gone
      where organization_id = gone.user_id and gone.id = any(workspace_ids)),
    invitations_less as (
      update invitations set workspace_ids = array_remove(workspace_ids, gone.id) from gone
      where organization_id = gone.user_id and gone.id = any(workspace_ids))
    select id from gone`.execute(db);
  return rows.length > 0;
}

/**
 * Keeps the caller's workspace from being deleted until the transaction ends, so that a project can be put into it.
 * Throws WORKSPACE_NOT_FOUND if it is missing or someone else's.
 */
export async function holdWorkspace(db: Db, reach: Reach, id: string): Promise<void> {
  const workspace = await db
    .selectFrom("client_workspaces")
    .select("id")
    .where("id", "=", id)
    .where(workspacesWithin(reach))
    .forKeyShare()
    .executeTakeFirst();
  if (!workspace) throw new Problem("WORKSPACE_NOT_FOUND");
}

const workspacesWithin = (reach: Reach) =>
  within(reach, {
    owner: sql.ref("client_workspaces.user_id"),
    workspaceId: sql.ref("client_workspaces.id"),
  });

const projectIds = () =>
  sql<string[]>`array(
    select p.id::text from projects p where p.workspace_id = client_workspaces.id
    order by p.created_at desc, p.id desc)`.as("project_ids");

const selectWorkspaces = (db: Db) =>
  db.selectFrom("client_workspaces").selectAll("client_workspaces").select(projectIds());

const workspaceOf = (
  row: Selectable<Schema["client_workspaces"]> & { project_ids: string[] },
): Workspace => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  status: row.status,
  domain: row.domain,
  projectIds: row.project_ids,
  createdAt: rfc3339(row.created_at),
  updatedAt: rfc3339(row.updated_at),
});
