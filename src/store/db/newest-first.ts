import { type SelectQueryBuilder, sql } from "kysely";

/** A page of what is listed newest first. */
export interface NewestFirst {
  limit: number;
  /** The last row of the page before: RFC 3339, and its id. */
  after: { createdAt: string; id: string } | null;
}

/** A query for rows with an `id` and the time that they were made, newest first, one page of them. */
export function newestFirst<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { limit, after }: NewestFirst,
): SelectQueryBuilder<DB, TB, O> {
  const rest = after
    ? query.where(sql<boolean>`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`)
    : query;
  return rest.orderBy(sql`created_at`, "desc").orderBy(sql`id`, "desc").limit(limit);
}
