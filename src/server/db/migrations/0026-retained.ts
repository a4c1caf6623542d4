import { type Kysely, sql } from "kysely";

/**
 * What an organization's retention can still take, oldest first: reports with answers or rows, and entries of its log. What is due
 * is found without reading the others. `jobs_done` is not in it, as it changes with each answer.
 */
const statements = [
  `create index reports_with_answers on reports (user_id, created_at)
    where source is not null and status <> 'processing' and answers_gone_at is null`,
  `create index reports_with_rows on reports (user_id, created_at)
    where source is not null and status <> 'processing' and rows_gone_at is null`,
  `create index audit_log_of_organization on audit_log (organization_id, at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
