import { type Kysely, sql } from "kysely";

/**
 * Sessions end: their tokens stood here as they are sent, and are hashes from now on. The accounts count attempts
 * where everything else is counted. Clients are looked for by whether anybody has let them in.
 */
const statements = [
  "delete from identity_sessions",
  "drop table identity_rate_limits",
  `create index identity_oauth_clients_by_age on identity_oauth_clients ("updatedAt", id, "clientId")`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
