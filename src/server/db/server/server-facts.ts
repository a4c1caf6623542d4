import { Client, type ClientConfig } from "pg";
import { tableNames } from "../schema.ts";
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
  /** Whether that schema, if it is there, lets this user make tables in it. */
  fillsQueue: boolean;
  /** A table of the store that this user does not own, as after a restore by somebody else; null: none. */
  stray: { table: string; owner: string; isFirstUser: boolean } | null;
  /** Process id of the server's end. */
  pid: number;
}

/** The user that a server was set up with, whose things cannot be given away all at once. */
const firstUserOid = 10;

const facts = `
  select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
    current_user as user, current_schema() as schema, pg_backend_pid() as pid,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "makesTables",
    coalesce(has_schema_privilege(to_regnamespace('public'), 'create') and
      has_schema_privilege(to_regnamespace('public'), 'usage'), false) as "couldInPublic",
    to_regnamespace('jobs') is not null or has_database_privilege(current_database(), 'create') as "hasQueue",
    coalesce(has_schema_privilege(to_regnamespace('jobs'), 'create') and
      has_schema_privilege(to_regnamespace('jobs'), 'usage'), true) as "fillsQueue",
    (select json_build_object('table', c.relname, 'owner', pg_get_userbyid(c.relowner), 'isFirstUser', c.relowner = ${firstUserOid})
      from pg_class c where c.relkind in ('r', 'p') and not pg_has_role(c.relowner, 'usage')
        and (c.relnamespace = to_regnamespace(quote_ident(current_schema())) and c.relname = any($1)
          or c.relnamespace = to_regnamespace('jobs') and c.relname in ('job', 'queue', 'version'))
      order by c.relname limit 1) as stray`;

const ownTables = [...tableNames, "kysely_migration", "kysely_migration_lock"];

/** Throws StoreError if we cannot work on this server; rejects as node-postgres does if it cannot be reached. */
export async function lookAtServer(config: ClientConfig): Promise<void> {
  await using first = await connection(config);
  const { rows } = await first.client.query<ServerFacts>(facts, [ownTables]);
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
  fillsQueue,
  stray,
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
  if (stray) throw ofSomebodyElse(stray, user);
  if (!fillsQueue)
    throw new StoreError(
      `The user of DATABASE_URL may not use the schema jobs. Unless it is another program's, run as its owner: grant usage, create on schema jobs to ${quoted(user)};`,
    );
}

/** To change tables is their owner's right alone, whatever others are granted. */
function ofSomebodyElse(
  { table, owner, isFirstUser }: NonNullable<ServerFacts["stray"]>,
  user: string,
): StoreError {
  const giveAway = isFirstUser
    ? `as ${quoted(owner)} give them to ${quoted(user)} with the statement in docs/operating.md, "Tables of another user".`
    : `as a superuser, run: reassign owned by ${quoted(owner)} to ${quoted(user)};`;
  return new StoreError(
    `The store's tables, such as ${table}, belong to another user than that of DATABASE_URL. Restore the dump as that user (pg_restore --no-owner), or ${giveAway}`,
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
