import { sql } from "kysely";
import type { Db } from "../../db/db.ts";
import { transaction } from "../../db/transaction.ts";
import { isAtLeast, type Role } from "../../kernel/role.ts";

/**
 * Why an admin cannot make a link for a member's password: the member's role is not below theirs; the account belongs
 * elsewhere too, signs in at an identity provider, is disabled, or is none of this server's.
 */
export type PasswordLinkObstacle = "role" | "belongs_elsewhere" | "provider" | "disabled" | "foreign";

interface MemberFacts {
  role: Role;
  email: string | null;
  ours: boolean;
  disabled: boolean;
  vouched: boolean;
  elsewhere: boolean;
}

/** Null if somebody with this role may let the member set a new password; `memberId`: of their organization. */
export async function passwordLinkObstacle(
  db: Db,
  memberId: string,
  by: Role,
): Promise<PasswordLinkObstacle | null> {
  const facts = await factsOf(db, memberId);
  return facts ? obstacleIn(facts, by) : "foreign";
}

function obstacleIn({ role, ours, disabled, vouched, elsewhere }: MemberFacts, by: Role) {
  if (isAtLeast(role, by)) return "role";
  if (!ours) return "foreign";
  if (disabled) return "disabled";
  if (vouched) return "provider";
  return elsewhere ? "belongs_elsewhere" : null;
}

/**
 * An account's own organization does not count as another one while there is nothing in it: every account is given one.
 */
async function factsOf(db: Db, memberId: string): Promise<MemberFacts | undefined> {
  const { rows } = await sql<MemberFacts>`
    select members.role, users.email, users.issuer = 'overheard' as ours, users.disabled_at is not null as disabled,
      exists (select from identity_accounts a where a."userId" = users.subject and a."providerId" = 'oidc') as vouched,
      exists (
        select from members other join organizations o on o.id = other.organization_id and o.deleted_at is null
        where other.user_id = users.id and other.id <> members.id and (
          other.role <> 'owner'
          or exists (select from members m where m.organization_id = o.id and m.user_id <> users.id)
          or exists (select from invitations i where i.organization_id = o.id)
          or exists (select from engine_credentials c where c.organization_id = o.id)
          or exists (select from api_keys k where k.organization_id = o.id)
          or exists (select from projects p where p.user_id = o.id)
          or exists (select from client_workspaces w where w.user_id = o.id)
          or exists (select from crawl_records r where r.user_id = o.id)
          or exists (select from prompt_tests t where t.user_id = o.id)
          or exists (select from identity_oauth_consents g
            where g."userId" = users.subject and coalesce(g."referenceId", users.id::text) = o.id::text)
        )) as elsewhere
    from members join users on users.id = members.user_id where members.id = ${memberId}`.execute(db);
  return rows[0];
}

export interface NewPasswordLink {
  memberId: string;
  tokenHash: Buffer;
  /** The user who made it. */
  madeBy: string;
  expiresAt: Date;
}

/** Keeps a link to set the password of a member's account; the one before ends. */
export async function putPasswordLink(db: Db, link: NewPasswordLink): Promise<void> {
  const row = { token_hash: link.tokenHash, made_by: link.madeBy, expires_at: link.expiresAt };
  await db
    .insertInto("password_links")
    .values({ member_id: link.memberId, ...row })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(row))
    .execute();
}

/** Takes a link, once, with the address of its account; null if there is none, or its maker may not make it any more. */
export async function takePasswordLink(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ link: NewPasswordLink; email: string } | null> {
  return transaction(db, async (db) => {
    const row = await db
      .deleteFrom("password_links")
      .where("token_hash", "=", tokenHash)
      .returningAll()
      .executeTakeFirst();
    if (!row || row.expires_at <= now) return null;
    const { rows } = await sql<{ role: Role }>`
      select maker.role from members maker join members m on m.organization_id = maker.organization_id
      join organizations o on o.id = m.organization_id and o.deleted_at is null
      join users on users.id = maker.user_id and users.disabled_at is null and users.deleted_at is null
      where m.id = ${row.member_id} and maker.user_id = ${row.made_by}`.execute(db);
    const facts = await factsOf(db, row.member_id);
    if (!rows[0] || !facts?.email || obstacleIn(facts, rows[0].role) !== null) return null;
    const { member_id: memberId, made_by: madeBy, expires_at: expiresAt } = row;
    return { link: { memberId, tokenHash, madeBy, expiresAt }, email: facts.email };
  });
}
