import { type Selectable, sql } from "kysely";
import { type Db, rfc3339, rfc3339OrNull } from "../../db/db.ts";
import { type NewestFirst, newestFirst } from "../../db/newest-first.ts";
import type { Schema } from "../../db/schema.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Role } from "../../kernel/role.ts";
import { countMembers, membersMax } from "../members/members.ts";
import { lockOrganization } from "../organizations.ts";

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
  /** Of the token that is in the mail alone; null where none is sent. */
  mailedTokenHash: Buffer | null;
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
export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<void> {
  const { organizationId, email } = invitation;
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
    .where("expires_at", ">", new Date(invitation.createdAt))
    .select(sql<number>`count(*)::int`.as("open"))
    .executeTakeFirstOrThrow();
  const limit = Math.min(openMax, membersMax - (await countMembers(db, organizationId)));
  if (open >= limit) throw new Problem("MEMBER_LIMIT_REACHED", { details: { limit, used: open } });
  await db
    .insertInto("invitations")
    .values({
      ...{ id: invitation.id, organization_id: organizationId, email, role: invitation.role },
      ...{ workspace_ids: invitation.workspaceIds, invited_by: invitation.invitedBy },
      ...{ token_hash: invitation.tokenHash, mailed_token_hash: invitation.mailedTokenHash },
      ...{ created_at: invitation.createdAt, expires_at: invitation.expiresAt },
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

/** The invitation behind a token's hash, and whether the token is the mail's; undefined if there is none. */
async function findInvitation(
  db: Db,
  tokenHash: Buffer,
): Promise<(Invitation & { byMail: boolean }) | undefined> {
  const row = await db.selectFrom("invitations").selectAll().where(isToken(tokenHash)).executeTakeFirst();
  return row && { ...invitationOf(row), byMail: row.mailed_token_hash?.equals(tokenHash) === true };
}

const isToken = (tokenHash: Buffer) =>
  sql<boolean>`(token_hash = ${tokenHash} or mailed_token_hash = ${tokenHash})`;

/** An invitation as its page shows it. */
export interface ShownInvitation extends Invitation {
  /** The name of its organization. */
  organization: string;
  /** The address of the person who invited; null if they have none. */
  invitedBy: string | null;
  /** The names of the client workspaces that it is limited to; null: all of the organization. */
  workspaces: string[] | null;
  /** False if the inviter may not give this role any more. */
  offered: boolean;
}

/** What the page of an invitation shows; undefined if there is none, or its organization is deleted. */
export async function findShownInvitation(db: Db, tokenHash: Buffer): Promise<ShownInvitation | undefined> {
  const row = await db
    .selectFrom("invitations")
    .innerJoin("organizations", "organizations.id", "invitations.organization_id")
    .selectAll("invitations")
    .select("organizations.name as organization")
    .select(
      sql<string | null>`(select email from users where users.id = invitations.invited_by)`.as("inviter"),
    )
    .select(
      sql<string[]>`array(select name from client_workspaces w
        where w.user_id = invitations.organization_id and w.id = any(invitations.workspace_ids) order by name)`.as(
        "workspaces",
      ),
    )
    .where(isToken(tokenHash))
    .where("organizations.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...invitationOf(row),
    ...{ organization: row.organization, invitedBy: row.inviter },
    workspaces: row.workspace_ids && row.workspaces,
    offered: await isStillOffered(db, row.id),
  };
}

/** Whether somebody who may not have an account yet is invited anywhere. `email`: in lower case. */
export async function isInvited(db: Db, email: string, now: Date): Promise<boolean> {
  const open = await db
    .selectFrom("invitations")
    .innerJoin("organizations", "organizations.id", "invitations.organization_id")
    .select("invitations.id")
    .where("email", "=", email)
    .where("accepted_at", "is", null)
    .where("expires_at", ">", now)
    .where("organizations.deleted_at", "is", null)
    .limit(200)
    .execute();
  for (const { id } of open) if (await isStillOffered(db, id)) return true;
  return false;
}

/** Somebody who accepts an invitation. */
export interface Invitee {
  userId: string;
  email: string | null;
}

/**
 * Makes somebody a member by their token, exactly once even under parallel calls; returns what was accepted and the id
 * of the new member. Whoever has the token of the mail has shown that the address is theirs. Workspaces that are gone by
 * now are left out. Throws INVITATION_NOT_FOUND, INVITATION_CLOSED (also
 * if the inviter may no longer invite), INVITATION_NOT_YOURS, ALREADY_MEMBER and MEMBER_LIMIT_REACHED. Needs a
 * transaction.
 */
export async function acceptInvitation(
  db: Db,
  tokenHash: Buffer,
  { userId, email }: Invitee,
  now: Date,
): Promise<{ invitation: Invitation; memberId: string }> {
  const unlockedInvitation = await findInvitation(db, tokenHash);
  if (!unlockedInvitation) throw new Problem("INVITATION_NOT_FOUND");
  await lockOrganization(db, unlockedInvitation.organizationId);
  // After the lock, so that it is as the previous holder left it.
  const invitation = await findInvitation(db, tokenHash);
  if (!invitation) throw new Problem("INVITATION_NOT_FOUND");
  if (invitation.email !== email?.toLowerCase()) throw new Problem("INVITATION_NOT_YOURS");
  if (invitation.acceptedAt !== null)
    throw new Problem("INVITATION_CLOSED", { details: { reason: "accepted" } });
  if (new Date(invitation.expiresAt) <= now)
    throw new Problem("INVITATION_CLOSED", { details: { reason: "expired" } });
  const { byMail, ...accepted } = invitation;
  const { organizationId, id, role, workspaceIds } = accepted;
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
  if (byMail) await proveUsersAddress(db, userId, invitation.email);
  return { invitation: { ...accepted, acceptedAt: now.toISOString() }, memberId: member.id };
}

/** Notes that the address of a user's built-in account is theirs. `email`: in lower case. */
async function proveUsersAddress(db: Db, userId: string, email: string): Promise<void> {
  await sql`
    update identity_users set "emailVerified" = true from users
    where users.id = ${userId} and users.issuer = 'overheard' and identity_users.id = users.subject
      and lower(identity_users.email) = ${email}`.execute(db);
}

/**
 * Whether the inviter is still a member who may give this role, with an account that is not disabled: nobody can return by an
 * invitation they left behind. False if it has been withdrawn, or replaced by another.
 */
export async function isStillOffered(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from invitations i join members m on m.organization_id = i.organization_id and m.user_id = i.invited_by
    join users u on u.id = m.user_id and u.disabled_at is null
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
