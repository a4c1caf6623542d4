import { type Selectable, sql } from "kysely";
import type { Role } from "../../kernel/access/role.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Db, rfc3339, rfc3339OrNull } from "../db/db.ts";
import { type NewestFirst, newestFirst } from "../db/newest-first.ts";
import type { Schema } from "../db/schema.ts";
import { countMembers, membersMax } from "./members.ts";
import { lockOrganization } from "./organizations.ts";

/** An invitation to an organization; times in RFC 3339. */
export interface Invitation {
  id: string;
  organizationId: string;
  /** The invited address, in lower case. */
  email: string;
  role: Role;
  workspaceIds: string[] | null;
  createdAt: string;
  expiresAt: string;
  acceptedAt: string | null;
}

export interface NewInvitation extends Omit<Invitation, "acceptedAt"> {
  tokenHash: Buffer;
  invitedBy: string;
}

/** The most open invitations per organization at one time. */
const openMax = 100;

/** How long a closed invitation is kept, so that its link can say what became of it. */
export const overKeptMs = 30 * 86_400_000;

/**
 * Adds an invitation, which replaces an open one for the same address. Throws ALREADY_MEMBER and MEMBER_LIMIT_REACHED.
 * Needs a transaction.
 */
export async function insertInvitation(db: Db, given: NewInvitation): Promise<void> {
  const { organizationId, email } = given;
  await lockOrganization(db, organizationId);
  const { rows } = await sql`
    select from members join users on users.id = members.user_id
    where members.organization_id = ${organizationId} and lower(users.email) = ${email} limit 1`.execute(db);
  if (rows.length > 0) throw new Problem("ALREADY_MEMBER");
  await db
    .deleteFrom("invitations")
    .where("organization_id", "=", organizationId)
    .where("email", "=", email)
    .where("accepted_at", "is", null)
    .execute();
  const { open } = await db
    .selectFrom("invitations")
    .where("organization_id", "=", organizationId)
    .where("accepted_at", "is", null)
    .where("expires_at", ">", new Date(given.createdAt))
    .select(sql<number>`count(*)::int`.as("open"))
    .executeTakeFirstOrThrow();
  const limit = Math.min(openMax, membersMax - (await countMembers(db, organizationId)));
  if (open >= limit) throw new Problem("MEMBER_LIMIT_REACHED", { details: { limit, used: open } });
  await db
    .insertInto("invitations")
    .values({
      ...{ id: given.id, organization_id: organizationId, email, role: given.role },
      ...{ workspace_ids: given.workspaceIds, token_hash: given.tokenHash, invited_by: given.invitedBy },
      ...{ created_at: given.createdAt, expires_at: given.expiresAt },
    })
    .execute();
}

/** Invitations of an organization, newest first: open ones, and those closed in the last month. */
export async function listInvitations(
  db: Db,
  organizationId: string,
  page: NewestFirst,
): Promise<Invitation[]> {
  const query = db.selectFrom("invitations").selectAll().where("organization_id", "=", organizationId);
  return (await newestFirst(query, page).execute()).map(invitationOf);
}

/** Withdraws an invitation; false if there is no open one. */
export async function deleteInvitation(db: Db, organizationId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("invitations")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("accepted_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** The invitation behind a token's hash; undefined if there is none. */
export async function findInvitation(db: Db, tokenHash: Buffer): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom("invitations")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row && invitationOf(row);
}

/** The same with the name of its organization, for the page of the invitation. */
export async function findShownInvitation(
  db: Db,
  tokenHash: Buffer,
): Promise<(Invitation & { organization: string }) | undefined> {
  const row = await db
    .selectFrom("invitations")
    .innerJoin("organizations", "organizations.id", "invitations.organization_id")
    .selectAll("invitations")
    .select("organizations.name as organization")
    .where("token_hash", "=", tokenHash)
    .where("organizations.deleted_at", "is", null)
    .executeTakeFirst();
  return row && { ...invitationOf(row), organization: row.organization };
}

/** Somebody who accepts an invitation. */
export interface Invitee {
  userId: string;
  email: string | null;
}

/**
 * Makes somebody a member by their token, exactly once even under parallel calls; returns what was accepted and the id
 * of the new member. Workspaces that are gone by now are left out. Throws INVITATION_NOT_FOUND, INVITATION_CLOSED (also
 * if the inviter may no longer invite), INVITATION_NOT_YOURS, ALREADY_MEMBER and MEMBER_LIMIT_REACHED. Needs a
 * transaction.
 */
export async function acceptInvitation(
  db: Db,
  tokenHash: Buffer,
  { userId, email }: Invitee,
  now: Date,
): Promise<{ invitation: Invitation; memberId: string }> {
  const found = await findInvitation(db, tokenHash);
  if (!found) throw new Problem("INVITATION_NOT_FOUND");
  await lockOrganization(db, found.organizationId);
  // After the lock, so that it is as the previous holder left it.
  const invitation = await findInvitation(db, tokenHash);
  if (!invitation) throw new Problem("INVITATION_NOT_FOUND");
  if (invitation.email !== email?.toLowerCase()) throw new Problem("INVITATION_NOT_YOURS");
  if (invitation.acceptedAt !== null)
    throw new Problem("INVITATION_CLOSED", { details: { reason: "accepted" } });
  if (new Date(invitation.expiresAt) <= now)
    throw new Problem("INVITATION_CLOSED", { details: { reason: "expired" } });
  const { organizationId, id, role, workspaceIds } = invitation;
  if (!(await isStillOffered(db, id)))
    throw new Problem("INVITATION_CLOSED", { details: { reason: "withdrawn" } });
  if ((await countMembers(db, organizationId)) >= membersMax)
    throw new Problem("MEMBER_LIMIT_REACHED", { details: { limit: membersMax, used: membersMax } });
  const member = await db
    .insertInto("members")
    .values({
      ...{ id: newId(), organization_id: organizationId, user_id: userId, role },
      ...{ workspace_ids: workspaceIds, created_at: now },
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "user_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!member) throw new Problem("ALREADY_MEMBER");
  await db.updateTable("invitations").set({ accepted_at: now }).where("id", "=", id).execute();
  return { invitation: { ...invitation, acceptedAt: now.toISOString() }, memberId: member.id };
}

/**
 * Whether the inviter is still a member who may give this role: nobody can return by an invitation they left behind.
 */
async function isStillOffered(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from invitations i join members m on m.organization_id = i.organization_id and m.user_id = i.invited_by
    where i.id = ${id} and (m.role = 'owner' or (m.role = 'admin' and i.role <> 'owner'))`.execute(db);
  return rows.length > 0;
}

/** Deletes invitations that were closed a month ago. */
export async function deleteOldInvitations(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - overKeptMs);
  await db.deleteFrom("invitations").where("expires_at", "<", before).execute();
}

const invitationOf = (row: Selectable<Schema["invitations"]>): Invitation => ({
  id: row.id,
  organizationId: row.organization_id,
  email: row.email,
  role: row.role,
  workspaceIds: row.workspace_ids,
  createdAt: rfc3339(row.created_at),
  expiresAt: rfc3339(row.expires_at),
  acceptedAt: rfc3339OrNull(row.accepted_at),
});
