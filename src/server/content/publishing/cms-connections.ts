import type { Selectable } from "kysely";
import { type Db, rfc3339 } from "../../db/db.ts";
import type { Schema } from "../../db/schema.ts";
import { storableText } from "../../db/storable.ts";
import type { BlogKind } from "../../outbound/cms/blog.ts";

/** The blog of a project, as it was connected. Times are RFC 3339 UTC. */
export interface CmsConnection {
  kind: BlogKind;
  siteUrl: string;
  /** The user name that goes with the credentials, if the blog needs one. */
  account: string | null;
  /** What the blog calls itself. */
  siteName: string | null;
  /** The credentials, encrypted. */
  sealed: string;
  /** False once the blog has refused the credentials. */
  active: boolean;
  verifiedAt: string;
}

export type NewConnection = Omit<CmsConnection, "active" | "verifiedAt">;

/** Connects a blog in place of any other, in the given transaction; undefined if the project is gone. */
export async function saveConnection(
  db: Db,
  projectId: string,
  { kind, siteUrl, account, siteName, sealed }: NewConnection,
  now: Date,
): Promise<CmsConnection | undefined> {
  if (!(await markProject(db, projectId, kind))) return undefined;
  const terms = {
    ...{ kind, site_url: siteUrl, account, sealed, active: true },
    ...{ site_name: siteName && storableText(siteName), verified_at: now, updated_at: now },
  };
  const row = await db
    .insertInto("cms_connections")
    .values({ ...terms, project_id: projectId, created_at: now })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet(terms))
    .returningAll()
    .executeTakeFirstOrThrow();
  return connectionOf(row);
}

/** The blog of a project, whether or not it still lets us in. */
export async function findConnection(db: Db, projectId: string): Promise<CmsConnection | undefined> {
  const row = await db
    .selectFrom("cms_connections")
    .selectAll()
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row && connectionOf(row);
}

/** Marks these credentials as refused, in the given transaction; credentials saved meanwhile are left alone. */
export async function closeConnection(
  db: Db,
  projectId: string,
  { sealed }: Pick<CmsConnection, "sealed">,
  now: Date,
): Promise<void> {
  // Locks the project first, as saving a connection does.
  await db.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().execute();
  await db
    .updateTable("cms_connections")
    .set({ active: false, updated_at: now })
    .where("project_id", "=", projectId)
    .where("sealed", "=", sealed)
    .execute();
}

/** Forgets a blog and its credentials, in the given transaction; false if there is none. */
export async function deleteConnection(db: Db, projectId: string): Promise<boolean> {
  await markProject(db, projectId, null);
  const deleted = await db
    .deleteFrom("cms_connections")
    .where("project_id", "=", projectId)
    .returning("project_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

async function markProject(db: Db, projectId: string, kind: BlogKind | null): Promise<boolean> {
  const marked = await db
    .updateTable("projects")
    .set({ cms_kind: kind })
    .where("id", "=", projectId)
    .returning("id")
    .executeTakeFirst();
  return marked !== undefined;
}

const connectionOf = (row: Selectable<Schema["cms_connections"]>): CmsConnection => ({
  kind: row.kind,
  siteUrl: row.site_url,
  account: row.account,
  siteName: row.site_name,
  sealed: row.sealed,
  active: row.active,
  verifiedAt: rfc3339(row.verified_at),
});
