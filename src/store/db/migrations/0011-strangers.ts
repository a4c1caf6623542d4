import { type Kysely, sql } from "kysely";

/**
 * Sessions end: their tokens stood here as they are sent, and are hashes from now on. Clients are looked for by whether
 * anybody has let them in. `identity_rate_limits` is not used by this version, and stays for processes of the one before,
 * which cannot sign anybody in without it.
 */
const statements = [
  "delete from identity_sessions",
  `create index identity_oauth_clients_by_age on identity_oauth_clients ("updatedAt", id, "clientId")`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
