import { type Selectable, sql } from "kysely";
import type { AuditEntry } from "../../api/audit/audit-entry.ts";
import { type Db, rfc3339 } from "../../db/db.ts";
import { type NewestFirst, newestFirst } from "../../db/newest-first.ts";
import type { Schema } from "../../db/schema.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Role } from "../../kernel/role.ts";
import { writeAudit } from "../audit-log/audit-log.ts";
import { lockOrganization } from "../organizations.ts";

/** A member of an organization; times in RFC 3339. */
export interface Member {
  id: string;
  userId: string;
  email: string | null;
  /** Their name, as they wrote it or their provider says; null: none. */
  name: string | null;
  role: Role;
  /** The client workspaces that the member is limited to; null: all of the organization. */
  workspaceIds: string[] | null;
  createdAt: string;
}

/** The most members of an organization: as many as one list holds. */
export const membersMax = 500;

/** Makes others that count or change this member wait until the transaction ends. */
export async function lockMember(
  db: Db,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await db
    .selectFrom("members")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The current role of a member; undefined if they are not one. Locks the organization, so that it stays so. */
export async function currentRole(
  db: Db,
  { organizationId, memberId }: { organizationId: string; memberId: string },
): Promise<Role | undefined> {
  await lockOrganization(db, organizationId);
  return (await findMember(db, organizationId, memberId))?.role;
}

/** Members of an organization, newest first. `only`: just this one. */
export async function listMembers(
  db: Db,
  organizationId: string,
  page: NewestFirst,
  only: string | null,
): Promise<Member[]> {
  let query = selectMembers(db, organizationId);
  if (only !== null) query = query.where("id", "=", only);
  return (await newestFirst(query, page).execute()).map(memberOf);
}

/** The member with this id; undefined if it is missing or another organization's. */
export async function findMember(db: Db, organizationId: string, id: string): Promise<Member | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await selectMembers(db, organizationId).where("id", "=", uuid).executeTakeFirst();
  return row && memberOf(row);
}

/** Whether a built-in account, by its own id, is in an organization. */
export async function isAccountIn(db: Db, subject: string, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select("members.id")
    .where("users.issuer", "=", "overheard")
    .where("users.subject", "=", subject)
    .where("members.organization_id", "=", organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countMembers(db: Db, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom("members")
    .where("organization_id", "=", organizationId)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** What can be changed of a member; absent fields stay. */
export type MemberChanges = Partial<Pick<Member, "role" | "workspaceIds">>;

/**
 * Changes a member and returns the new state; undefined if there is none. Lock the organization first, so that it keeps
 * an owner. Throws LAST_OWNER.
 */
export async function updateMember(
  db: Db,
  organizationId: string,
  id: string,
  { role, workspaceIds }: MemberChanges,
): Promise<Member | undefined> {
  const changes = {
    ...(role === undefined ? {} : { role }),
    ...(workspaceIds === undefined ? {} : { workspace_ids: workspaceIds }),
  };
  const before = await findMember(db, organizationId, id);
  if (Object.keys(changes).length > 0)
    await db
      .updateTable("members")
      .set(changes)
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
  if (before?.role === "owner" && (role ?? "owner") !== "owner") await demandOwner(db, organizationId);
  return findMember(db, organizationId, id);
}

/**
 * Ends a membership with its keys and connectors in this organization; false if there is none. Lock the organization
 * first. Needs a transaction. Throws LAST_OWNER.
 */
export async function deleteMember(db: Db, organizationId: string, id: string): Promise<boolean> {
  const member = await findMember(db, organizationId, id);
  if (!member) return false;
  // Keys are deleted with the row they refer to.
  await db.deleteFrom("members").where("id", "=", member.id).execute();
  for (const table of ["consents", "access_tokens", "refresh_tokens"]) {
    await sql`
      delete from ${sql.table(`identity_oauth_${table}`)} ended using users
      where users.id = ${member.userId} and ended."userId" = users.subject and users.issuer = 'overheard'
        and coalesce(ended."referenceId", users.id::text) = ${organizationId}::text`.execute(db);
  }
  if (member.role === "owner") await demandOwner(db, organizationId);
  return true;
}

/**
 * Before an owner leaves: where no other can sign in, an admin becomes one, or else an editor who sees all of it; of those
 * whoever joined first, which its audit log tells. Lock the organization first. Throws LAST_OWNER where nobody is left to whom it may fall.
 */
export async function handOver(
  db: Db,
  organizationId: string,
  leaving: string,
  by: Pick<AuditEntry, "userId" | "credential" | "door" | "at">,
): Promise<void> {
  const { rows } = await sql<{ id: string; role: string }>`
    select members.id, members.role from members join users on users.id = members.user_id
    where members.organization_id = ${organizationId} and members.id <> ${leaving} and users.disabled_at is null
      and (members.role in ('owner', 'admin') or (members.role = 'editor' and members.workspace_ids is null))
    order by members.role = 'owner' desc, members.role = 'admin' desc, members.created_at, members.id
    limit 1`.execute(db);
  const [next] = rows;
  if (!next) throw new Problem("LAST_OWNER", { details: { organization_id: organizationId } });
  if (next.role === "owner") return;
  await db.updateTable("members").set({ role: "owner" }).where("id", "=", next.id).execute();
  await writeAudit(db, {
    ...by,
    ...{ organizationId, action: "update_member", objectId: next.id, projectId: null },
    ...{ credentialId: null, source: null },
    details: { changed: ["role"], role: { from: next.role, to: "owner" } },
  });
}

/** Whoever can no longer sign in does not count. What was changed is taken back with the transaction. */
async function demandOwner(db: Db, organizationId: string): Promise<void> {
  const { rows } = await sql`
    select from members join users on users.id = members.user_id
    where members.organization_id = ${organizationId} and members.role = 'owner' and users.disabled_at is null
    limit 1`.execute(db);
  if (rows.length === 0) throw new Problem("LAST_OWNER", { details: { organization_id: organizationId } });
}

const emailOf = () =>
  sql<string | null>`(select users.email from users where users.id = members.user_id)`.as("email");

/** An account without a name has the part of its address before the @ in its place. */
const nameOf = () =>
  sql<string | null>`(
    select nullif(nullif(trim(left(i.name, 1000)), ''), split_part(i.email, '@', 1)) from users u
    join identity_users i on i.id = u.subject
    where u.id = members.user_id and u.issuer = 'overheard')`.as("name");

const selectMembers = (db: Db, organizationId: string) =>
  db
    .selectFrom("members")
    .selectAll()
    .select(emailOf())
    .select(nameOf())
    .where("organization_id", "=", organizationId);

type MemberRow = Selectable<Schema["members"]> & { email: string | null; name: string | null };

const memberOf = (row: MemberRow): Member => ({
  id: row.id,
  userId: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role,
  workspaceIds: row.workspace_ids,
  createdAt: rfc3339(row.created_at),
});
