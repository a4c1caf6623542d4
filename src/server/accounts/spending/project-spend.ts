import { sql } from "kysely";
import { type Db, json } from "../../db/db.ts";

/** Whose spending it is, and how much, in USD. */
export interface Share {
  /** Null: the organization itself, not a project. */
  projectId: string | null;
  /** Null: the project's. */
  organizationId: string | null;
  usd: number;
  /** The part of it that is on the bill of the organization's own keys; absent: none. */
  ownUsd?: number;
}

/** What a project's organization pays for it, USD. */
export const shareOf = (projectId: string, usd: number, ownUsd: number): Share => ({
  ...{ projectId, organizationId: null },
  ...{ usd, ownUsd },
});

/** A limit, and how far it is from being reached, in USD. */
export interface BoundReached {
  bound: "organization" | "project";
  limitUsd: number;
  remainingUsd: number;
}

/** What has been spent in a month, and what accepted runs may still cost, in USD. */
export interface SpendOf {
  limitUsd: number | null;
  spentUsd: number;
  reservedUsd: number;
}

/** Sums of binary fractions are slightly off. */
const tolerance = 1e-9;

/**
 * Adds to what is reserved or spent in a month, in the order of ids, so that no two transactions wait for each other. Returns the
 * organizations whose it is.
 */
export async function addShares(
  db: Db,
  kind: "reserved" | "spent",
  month: string,
  shares: readonly Share[],
): Promise<string[]> {
  if (shares.every(({ usd }) => usd === 0)) return [];
  const column = sql.ref(`${kind}_usd`);
  const { rows } = await sql<{ organization_id: string }>`
    insert into project_spend as s (organization_id, month, spent_for, ${column})
    select owner, ${month}, coalesce(project, owner), sum(usd) from (
      select coalesce(g."organizationId", p.user_id) as owner, g."projectId" as project, g.usd
      from json_to_recordset(${json(shares)}) as g("projectId" uuid, "organizationId" uuid, usd float8)
      left join projects p on p.id = g."projectId") given
    where exists (select from organizations o where o.id = owner)
    group by owner, project
    having sum(usd) > 0 or exists (select from project_spend k
      where k.organization_id = owner and k.month = ${month} and k.spent_for = coalesce(project, owner))
    order by owner, project
    on conflict (organization_id, month, spent_for) do update
      set ${column} = greatest(s.${column} + excluded.${column}, 0)
    returning organization_id`.execute(db);
  return [...new Set(rows.map((row) => row.organization_id))];
}

/**
 * The limit that would be passed with everything reserved now, including `required`; null if there is none. Call it
 * while the month's row of `spend_months` is locked: all other reservations wait for that, so the sums are exact.
 */
export async function passedBound(
  db: Db,
  { projectId, organizationId }: { projectId: string | null; organizationId: string },
  month: string,
  requiredUsd: number,
): Promise<BoundReached | null> {
  const { rows } = await sql<{ org: number | null; project: number | null; all: number; own: number }>`
    select o.monthly_spend_usd as org,
      (select p.monthly_spend_usd from projects p where p.id = ${projectId}::uuid) as project,
      coalesce(sum(s.reserved_usd + s.spent_usd), 0)::float8 as all,
      coalesce(sum(s.reserved_usd + s.spent_usd) filter (where s.spent_for = ${projectId}::uuid), 0)::float8 as own
    from organizations o left join project_spend s on s.organization_id = o.id and s.month = ${month}
    where o.id = ${organizationId} group by o.id`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { org, project, all, own } = row;
  if (project !== null && own > project + tolerance)
    return { bound: "project", limitUsd: project, remainingUsd: Math.max(0, project - own + requiredUsd) };
  if (org !== null && all > org + tolerance)
    return { bound: "organization", limitUsd: org, remainingUsd: Math.max(0, org - all + requiredUsd) };
  return null;
}

/** What an organization and one of its projects have spent in a month; null without a project. */
export async function spendOf(
  db: Db,
  { organizationId, projectId }: { organizationId: string; projectId: string | null },
  month: string,
): Promise<{ organization: SpendOf; project: SpendOf | null }> {
  const own = sql`filter (where s.spent_for = ${projectId}::uuid)`;
  const { rows } = await sql<SpendRow>`
    select o.monthly_spend_usd as limit,
      (select p.monthly_spend_usd from projects p where p.id = ${projectId}::uuid) as "ownLimit",
      coalesce(sum(s.spent_usd), 0)::float8 as spent, coalesce(sum(s.reserved_usd), 0)::float8 as reserved,
      coalesce(sum(s.spent_usd) ${own}, 0)::float8 as "ownSpent",
      coalesce(sum(s.reserved_usd) ${own}, 0)::float8 as "ownReserved"
    from organizations o left join project_spend s on s.organization_id = o.id and s.month = ${month}
    where o.id = ${organizationId} group by o.id`.execute(db);
  const { limit = null, spent = 0, reserved = 0 } = rows[0] ?? {};
  const { ownLimit = null, ownSpent = 0, ownReserved = 0 } = rows[0] ?? {};
  return {
    organization: { limitUsd: limit, spentUsd: spent, reservedUsd: reserved },
    project: projectId === null ? null : { limitUsd: ownLimit, spentUsd: ownSpent, reservedUsd: ownReserved },
  };
}

interface SpendRow {
  limit: number | null;
  ownLimit: number | null;
  spent: number;
  reserved: number;
  ownSpent: number;
  ownReserved: number;
}

/** Organizations that have used four fifths of their limit for the month, fullest first; at most 20. */
export async function nearTheirBounds(
  db: Db,
  month: string,
): Promise<{ id: string; limitUsd: number; usedUsd: number }[]> {
  const { rows } = await sql<{ id: string; limitUsd: number; usedUsd: number }>`
    select o.id, o.monthly_spend_usd as "limitUsd", sum(s.reserved_usd + s.spent_usd)::float8 as "usedUsd"
    from organizations o join project_spend s on s.organization_id = o.id and s.month = ${month}
    where o.monthly_spend_usd is not null and o.deleted_at is null
    group by o.id having sum(s.reserved_usd + s.spent_usd) >= 0.8 * o.monthly_spend_usd
    order by sum(s.reserved_usd + s.spent_usd) / greatest(o.monthly_spend_usd, 0.01) desc, o.id limit 20`.execute(
    db,
  );
  return rows;
}
