import { type RawBuilder, sql } from "kysely";
import { type Db, rfc3339 } from "../db/db.ts";

/** An organization as its operator sees it; times in RFC 3339. */
export interface ListedOrganization {
  id: string;
  name: string;
  plan: string;
  createdAt: string;
  /** Addresses of its owners; those of disabled accounts are left out. */
  owners: string[];
  members: number;
  projects: number;
}

/** Organizations that hold `search` in their name or a member's address or have it as their id; at most `limit`, oldest first. */
export async function listOrganizations(
  db: Db,
  { search, limit }: { search: string | null; limit: number },
): Promise<ListedOrganization[]> {
  const like = `%${(search ?? "").replace(/[\\%_]/g, "\\$&")}%`;
  const holds = sql`${search}::text is null or o.name ilike ${like} or o.id::text = ${search}
      or exists (select from members m join users u on u.id = m.user_id
        where m.organization_id = o.id and u.email ilike ${like})`;
  return listed(db, holds, limit);
}

/** The organization with this id, a UUID; undefined if there is none, or it is deleted. */
export async function findListed(db: Db, id: string): Promise<ListedOrganization | undefined> {
  const [organization] = await listed(db, sql`o.id = ${id}`, 1);
  return organization;
}

async function listed(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<ListedOrganization[]> {
  const { rows } = await sql<Omit<ListedOrganization, "createdAt"> & { created_at: Date }>`
    select o.id, o.name, o.plan, o.created_at,
      array(select coalesce(u.email, u.id::text) from members m join users u on u.id = m.user_id
        where m.organization_id = o.id and m.role = 'owner' and u.disabled_at is null order by m.created_at) as owners,
      (select count(*) from members m where m.organization_id = o.id)::int as members,
      (select count(*) from projects p where p.user_id = o.id and p.deleted_at is null)::int as projects
    from organizations o
    where o.deleted_at is null and (${condition})
    order by o.created_at, o.id limit ${limit}`.execute(db);
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: rfc3339(created_at) }));
}
