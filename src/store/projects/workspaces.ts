import { type Selectable, sql } from "kysely";
import type { Workspace } from "../../domain/project/workspace.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Db, rfc3339 } from "../db/db.ts";
import { type NewestFirst, newestFirst } from "../db/newest-first.ts";
import type { Schema } from "../db/schema.ts";

export type NewWorkspace = Omit<Workspace, "projectIds" | "updatedAt"> & { userId: string };

/** Stores a workspace without projects. */
export async function insertWorkspace(db: Db, { userId, ...workspace }: NewWorkspace): Promise<Workspace> {
  const row = await db
    .insertInto("client_workspaces")
    .values({
      id: workspace.id,
      user_id: userId,
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

/** Workspaces of a user, newest first. */
export async function listWorkspaces(db: Db, userId: string, page: NewestFirst): Promise<Workspace[]> {
  const rows = await newestFirst(selectWorkspaces(db).where("user_id", "=", userId), page).execute();
  return rows.map(workspaceOf);
}

/** The caller's workspace, or undefined if it is missing or someone else's. */
export async function findWorkspace(db: Db, userId: string, id: string): Promise<Workspace | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await selectWorkspaces(db)
    .where("id", "=", uuid)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && workspaceOf(row);
}

export async function countWorkspaces(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("client_workspaces")
    .where("user_id", "=", userId)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** What a caller may change of a workspace; absent fields stay. */
export type WorkspaceChanges = Partial<Pick<Workspace, "name" | "kind" | "status" | "domain">>;

/** Changes the caller's workspace and returns it; undefined if it is missing or someone else's. */
export async function updateWorkspace(
  db: Db,
  userId: string,
  id: string,
  changes: WorkspaceChanges,
  now: Date,
): Promise<Workspace | undefined> {
  const row = await db
    .updateTable("client_workspaces")
    .set({ ...changes, updated_at: now })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returningAll()
    .returning(projectIds())
    .executeTakeFirst();
  return row && workspaceOf(row);
}

/** Deletes the caller's workspace but not its projects; false if it is missing or someone else's. */
export async function deleteWorkspace(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("client_workspaces")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/**
 * Keeps the caller's workspace from being deleted until the transaction ends, so that a project can be put into it.
 * Throws WORKSPACE_NOT_FOUND if it is missing or someone else's.
 */
export async function holdWorkspace(db: Db, userId: string, id: string): Promise<void> {
  const held = await db
    .selectFrom("client_workspaces")
    .select("id")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .forKeyShare()
    .executeTakeFirst();
  if (!held) throw new Problem("WORKSPACE_NOT_FOUND");
}

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
