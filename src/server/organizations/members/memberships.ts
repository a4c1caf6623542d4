import { sql } from "kysely";
import { type Plan, type PlanStatus, planStatuses, plans } from "../../api/access/plan.ts";
import { type Db, rfc3339, rfc3339OrNull } from "../../db/db.ts";
import { type Role, roles } from "../../kernel/role.ts";

/** Names of the organizations that a built-in account, by its own id, is in. */
export async function organizationNamesOf(db: Db, subject: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select o.name from users u join members m on m.user_id = u.id
    join organizations o on o.id = m.organization_id
    where u.issuer = 'overheard' and u.subject = ${subject} limit 20`.execute(db);
  return rows.map(({ name }) => name);
}

/** A user in one of their organizations, with its plan. */
export interface Membership {
  memberId: string;
  /** What rate limits count by: the same for every organization that is made for a user. */
  countedAs: string;
  userId: string;
  email: string | null;
  /** Disabled by the operator. */
  disabled: boolean;
  /** When the session was opened that stands behind them, RFC 3339; null where none of ours is named. */
  signedInAt: string | null;
  organizationId: string;
  role: Role;
  /** The client workspaces that the member is limited to; null: all of the organization. */
  workspaceIds: string[] | null;
  plan: Plan;
  planStatus: PlanStatus;
  /** RFC 3339. */
  planStartedAt: string;
  /** Providers for which the organization has credentials of its own. */
  ownEngines: string[];
}

export interface MembershipRow {
  member_id: string;
  user_id: string;
  email: string | null;
  disabled: boolean;
  organization_id: string;
  role: string;
  workspace_ids: string[] | null;
  is_own: boolean;
  plan: string;
  plan_status: string;
  plan_started_at: Date;
  own_engines: string[];
}

/** The providers that the organization in the surrounding query (`organizations`) has credentials for. */
export const ownEngineColumn = sql<string[]>`array(select provider from engine_credentials
  where engine_credentials.organization_id = organizations.id)`;

/** The columns of a membership, from `members`, `users` and `organizations` in one query. */
export const membershipColumns = sql`members.id as member_id, members.user_id, users.email,
  users.disabled_at is not null as disabled,
  members.organization_id = coalesce(users.own_organization_id, users.id) as is_own, members.organization_id, members.role, members.workspace_ids, organizations.plan, organizations.plan_status,
  organizations.plan_started_at, ${ownEngineColumn} as own_engines`;

/** A stored role that this program does not know counts as the lowest. */
export const membershipOf = (row: MembershipRow): Membership => ({
  memberId: row.member_id,
  countedAs: row.is_own ? row.user_id : `${row.user_id} ${row.organization_id}`,
  userId: row.user_id,
  email: row.email,
  disabled: row.disabled,
  signedInAt: null,
  organizationId: row.organization_id,
  role: valueOr(roles, row.role, "viewer"),
  workspaceIds: row.workspace_ids,
  ...planHolderOf(row),
});

export const planHolderOf = (
  row: Pick<MembershipRow, "plan" | "plan_status" | "plan_started_at" | "own_engines">,
) => ({
  plan: planOf(row.plan),
  planStatus: valueOr(planStatuses, row.plan_status, "active"),
  planStartedAt: rfc3339(row.plan_started_at),
  ownEngines: row.own_engines,
});

/** A stored plan that this program does not know counts as the lowest. */
export const planOf = (text: string): Plan => valueOr(plans, text, "free");

const valueOr = <T extends string>(all: readonly T[], text: string, least: T): T =>
  all.find((value) => value === text) ?? least;

/** Which of a user's organizations is meant: the one with this id or, if null, the one they chose last. */
export type Wanted = string | null;

/** A user by their identity, in the requested organization. */
export interface Found {
  userId: string;
  email: string | null;
  disabled: boolean;
  /** False if the session or account that the token needs is gone. */
  backed: boolean;
  /** When the session was opened that was named to stand behind them, RFC 3339. */
  signedInAt: string | null;
  /** Null where they are not in the one wanted, or in none at all. */
  membership: Membership | null;
}

/** What a token needs of a built-in account: a session that is open at a time, or the account itself. */
export type Backing = "account" | { sessionId: string; now: Date };

/** True if it exists, and also if none is named: what other providers have ended is unknown to us. */
function stands(subject: string, backing: Backing | null) {
  if (backing === null) return sql<boolean>`true`;
  if (backing === "account")
    return sql<boolean>`exists (select from identity_users a where a.id = ${subject})`;
  return sql<boolean>`exists (select from identity_sessions s
    where s.id = ${backing.sessionId} and s."userId" = ${subject} and s."expiresAt" > ${backing.now})`;
}

/** When the session that is named was opened. */
function openedAt(backing: Backing | null) {
  if (backing === null || backing === "account") return sql<Date | null>`null::timestamptz`;
  return sql<Date | null>`(select s."createdAt" from identity_sessions s where s.id = ${backing.sessionId})`;
}

/** Whether what stands behind somebody whom we do not know yet is still there. */
export async function isBacked(db: Db, subject: string, backing: Backing | null): Promise<boolean> {
  const { rows } = await sql<{ backed: boolean }>`select ${stands(subject, backing)} as backed`.execute(db);
  return rows[0]!.backed;
}

interface FoundRow extends Partial<MembershipRow> {
  id: string;
  known_email: string | null;
  shut: boolean;
  backed: boolean;
  opened_at: Date | null;
}

/** The user with this issuer and subject and their membership; undefined if there is none yet. */
export async function findMembership(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
  organizationId: Wanted,
  backing: Backing | null = null,
): Promise<Found | undefined> {
  const { rows } = await sql<FoundRow>`
    select users.id, users.email as known_email, users.disabled_at is not null as shut,
      ${stands(subject, backing)} as backed, ${openedAt(backing)} as opened_at, membership.*
    from users left join lateral (
      select ${membershipColumns} from members join organizations on organizations.id = members.organization_id
      where members.user_id = users.id and (${organizationId}::uuid is null or members.organization_id = ${organizationId}::uuid)
      order by (members.organization_id = users.organization_id) desc nulls last, members.created_at, members.id
      limit 1) membership on true
    where users.issuer = ${issuer} and users.subject = ${subject}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { id: userId, known_email: email, shut: disabled, backed } = row;
  return {
    userId,
    email,
    disabled,
    backed,
    signedInAt: rfc3339OrNull(row.opened_at),
    membership: row.member_id ? membershipOf(row as MembershipRow) : null,
  };
}

/** Sets which of their organizations a user works in where none is named; false if they are not in it. */
export async function chooseOrganization(db: Db, userId: string, organizationId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ organization_id: organizationId })
    .where("id", "=", userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("members")
          .select("id")
          .where("user_id", "=", userId)
          .where("organization_id", "=", organizationId),
      ),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A member who may do everything in the organization of a project; undefined if there is no such project. */
export async function findOwnerOf(db: Db, projectId: string): Promise<Membership | undefined> {
  const { rows } = await sql<MembershipRow>`
    select ${membershipColumns} from projects
    join organizations on organizations.id = projects.user_id
    join members on members.organization_id = organizations.id and members.role = 'owner'
    join users on users.id = members.user_id
    where projects.id = ${projectId} and projects.deleted_at is null
    order by members.created_at, members.id limit 1`.execute(db);
  return rows[0] && membershipOf(rows[0]);
}
