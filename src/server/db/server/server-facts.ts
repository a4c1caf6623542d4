import { Client, type ClientConfig } from "pg";
import { StoreError } from "../store-error.ts";

const oldestServer = 150_000;

/** What a first look finds out about a server and about what its user may do. */
interface ServerFacts {
  version: number;
  encoding: string;
  user: string;
  /** Where its tables are and would be made; null: nowhere. */
  schema: string | null;
  makesTables: boolean;
  /** Whether it could in `public`, if its search_path led there. */
  couldInPublic: boolean;
  /** Whether the schema of the queue is there, or may be made. */
  hasQueue: boolean;
  /** Process id of the server's end. */
  pid: number;
}

const facts = `
  select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
    current_user as user, current_schema() as schema, pg_backend_pid() as pid,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "makesTables",
    coalesce(has_schema_privilege(to_regnamespace('public'), 'create') and
      has_schema_privilege(to_regnamespace('public'), 'usage'), false) as "couldInPublic",
    to_regnamespace('jobs') is not null or has_database_privilege(current_database(), 'create') as "hasQueue"`;

/** Throws StoreError if we cannot work on this server; rejects as node-postgres does if it cannot be reached. */
export async function lookAtServer(config: ClientConfig): Promise<void> {
  await using first = await connection(config);
  const { rows } = await first.client.query<ServerFacts>(facts);
  refuseUnsuited(rows[0]!);
  // Only a pooler gives us another process id than the server's own.
  const { processID } = first.client as unknown as { processID: number | null };
  if (processID !== rows[0]!.pid) await refusePooledTransactions(first.client, rows[0]!.pid, config);
}

async function connection(config: ClientConfig) {
  const client = new Client(config);
  client.on("error", () => undefined);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

function refuseUnsuited({
  version,
  encoding,
  user,
  schema,
  makesTables,
  couldInPublic,
  hasQueue,
}: ServerFacts): void {
  if (version < oldestServer)
    throw new StoreError(`PostgreSQL 15 or newer is needed; this server is ${Math.floor(version / 10_000)}.`);
  if (encoding !== "UTF8")
    throw new StoreError(
      `The database must be in UTF8; this one is ${encoding}. Create one with encoding 'UTF8'.`,
    );
  if (schema === null && couldInPublic)
    throw new StoreError(
      "The search_path of this connection names no schema that is there: take it out of DATABASE_URL, or have the owner of the database run: alter role " +
        `${quoted(user)} reset search_path;`,
    );
  if (!makesTables)
    throw new StoreError(
      `The user of DATABASE_URL may not create tables. As the owner of the database, run: grant usage, create on schema ${quoted(schema ?? "public")} to ${quoted(user)};`,
    );
  if (!hasQueue)
    throw new StoreError(
      `The user of DATABASE_URL may not create the schema of the queue. As the owner of the database, run: create schema jobs authorization ${quoted(user)};`,
    );
}

/**
 * A pooler in transaction or statement mode may run each statement in another process, where settings, locks and
 * notices of the one before are not: another connection gets our process, or we get another one.
 */
async function refusePooledTransactions(client: Client, pid: number, config: ClientConfig): Promise<void> {
  await using second = await connection(config);
  const others = await second.client
    .query("begin")
    .then(() => pidOf(second.client))
    .catch(() => pid);
  const again = await pidOf(client);
  if (others !== pid && again === pid) return;
  throw new StoreError(
    "DATABASE_URL leads to a connection pooler that gives each transaction or statement another connection. Use its session mode (pool_mode = session in PgBouncer), or the address of PostgreSQL itself.",
  );
}

const pidOf = async (client: Client): Promise<number> =>
  (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
