import { sql } from "kysely";
import { type Db, json } from "../db/db.ts";
import type { RefreshResult } from "../db/schema.ts";
import { hasNoActiveMember } from "../organizations/has-no-active-member.ts";

/** Organizations without any open account, found through the index of disabled accounts. */
const shutOrganizations = sql`(
  select distinct m.organization_id as id from users u join members m on m.user_id = u.id
  where u.disabled_at is not null and ${hasNoActiveMember(sql`m.organization_id`)})`;

/** A report under way in an organization whose accounts are all disabled. */
export interface DisabledRun {
  projectId: string;
  id: string;
  isDraft: boolean;
}

/**
 * The reports under way in organizations whose accounts are all disabled, at most `limit`. A single index lookup if
 * there are none.
 */
export async function runsOfDisabled(db: Db, limit: number): Promise<DisabledRun[]> {
  const { rows } = await sql<DisabledRun>`
    select r.project_id as "projectId", r.id, r.type = 'generated_content' as "isDraft"
    from ${shutOrganizations} shut join reports r on r.user_id = shut.id and r.status = 'processing'
    where (r.type = 'generated_content' or r.pending > 0)
    limit ${limit}`.execute(db);
  return rows;
}

const noRefresh: RefreshResult = {
  searched: false,
  threads: 0,
  opportunities: 0,
  dropped: {},
  failure: { code: "RUN_CANCELLED", message: "The search was cancelled.", retryable: false },
};

const cutCrawl = { code: "CRAWL_INTERRUPTED", message: "The crawl was cancelled.", retryable: true };

/**
 * Ends the crawls and Reddit searches under way in organizations whose accounts are all disabled. Their jobs notice by
 * themselves.
 */
export async function endLooksOfDisabled(db: Db, now: Date): Promise<void> {
  await sql`
    update crawl_records c set status = 'failed', failure = ${json(cutCrawl)}::jsonb, touched_at = ${now},
      completed_at = ${now}, pages = 0, found = 0
    from ${shutOrganizations} shut
    where c.user_id = shut.id and c.status = 'processing'`.execute(db);
  await sql`
    update reddit_refreshes f set status = 'failed', result = ${json(noRefresh)}::jsonb, completed_at = ${now}
    from ${shutOrganizations} shut join projects p on p.user_id = shut.id
    where f.project_id = p.id and f.status = 'processing'`.execute(db);
}
