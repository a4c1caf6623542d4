import { type Kysely, sql } from "kysely";

/**
 * Ends all sessions: their tokens were stored as sent, and are stored as hashes from here on. Clients are found by
 * whether anybody has let them in. `identity_rate_limits` is unused by this version, but the previous one cannot sign
 * anybody in without it.
 */
const statements = [
  "delete from identity_sessions",
  `create index identity_oauth_clients_by_age on identity_oauth_clients ("updatedAt", id, "clientId")`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
