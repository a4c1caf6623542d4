import { type SelectQueryBuilder, sql } from "kysely";

/** A page of a list that is sorted newest first. */
export interface NewestFirst {
  limit: number;
  /** The last row of the previous page: its time (RFC 3339) and id. */
  after: { createdAt: string; id: string } | null;
}

/** One page of rows that have an `id` and a creation time, newest first. */
export function newestFirst<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { limit, after }: NewestFirst,
): SelectQueryBuilder<DB, TB, O> {
  const rest = after
    ? query.where(sql<boolean>`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`)
    : query;
  return rest.orderBy(sql`created_at`, "desc").orderBy(sql`id`, "desc").limit(limit);
}
