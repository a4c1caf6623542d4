import { setTimeout as delay } from "node:timers/promises";
import { type QueryExecutorProvider, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Db } from "./db.ts";
import * as organizations from "./migrations/0015-organizations.ts";
import * as auditLog from "./migrations/0016-audit-log.ts";
import * as until from "./migrations/0017-until.ts";
import * as interventions from "./migrations/0018-interventions.ts";
import * as selfMade from "./migrations/0019-self-made.ts";
import * as usedCodes from "./migrations/0020-used-codes.ts";
import * as spendingBounds from "./migrations/0021-spending-bounds.ts";
import * as corrections from "./migrations/0022-corrections.ts";
import * as engineCredentials from "./migrations/0023-engine-credentials.ts";
import * as retention from "./migrations/0024-retention.ts";
import * as carriedUsage from "./migrations/0025-carried-usage.ts";
import * as retained from "./migrations/0026-retained.ts";
import * as serverSecret from "./migrations/0027-server-secret.ts";
import * as noTrust from "./migrations/0028-no-trust.ts";
import * as heavyReads from "./migrations/0030-heavy-reads.ts";
import * as stagedImports from "./migrations/0031-staged-imports.ts";
import * as joining from "./migrations/0032-joining.ts";
import * as declined from "./migrations/0033-declined.ts";
import * as walls from "./migrations/0035-walls.ts";
import * as sentPosts from "./migrations/0037-sent-posts.ts";
import * as oneSubject from "./migrations/0038-one-subject.ts";
import * as storeMoves from "./migrations/0039-store-moves.ts";
import * as tags from "./migrations/0040-tags.ts";
import * as events from "./migrations/0041-events.ts";
import * as watches from "./migrations/0042-watches.ts";
import * as digests from "./migrations/0043-digests.ts";
import * as buckets from "./migrations/0044-buckets.ts";
import * as drawnControls from "./migrations/0045-drawn-controls.ts";
import * as partFigures from "./migrations/0046-part-figures.ts";
import * as unsubscribed from "./migrations/0047-unsubscribed.ts";
import * as keptAnswers from "./migrations/0050-kept-answers.ts";
import * as clusterState from "./migrations/0054-cluster-state.ts";
import * as effects from "./migrations/0055-effects.ts";
import * as begin from "./migrations/before-organizations/0001-begin.ts";
import * as identity from "./migrations/before-organizations/0002-identity.ts";
import * as trends from "./migrations/before-organizations/0003-trends.ts";
import * as agency from "./migrations/before-organizations/0004-agency.ts";
import * as schedulesAndReddit from "./migrations/before-organizations/0005-schedules-and-reddit.ts";
import * as crawls from "./migrations/before-organizations/0006-crawls.ts";
import * as readiness from "./migrations/before-organizations/0007-readiness.ts";
import * as connectors from "./migrations/before-organizations/0008-connectors.ts";
import * as drafts from "./migrations/before-organizations/0009-drafts.ts";
import * as deletions from "./migrations/before-organizations/0010-deletions.ts";
import * as strangers from "./migrations/before-organizations/0011-strangers.ts";
import * as searches from "./migrations/before-organizations/0012-searches.ts";
import * as disabledAccounts from "./migrations/before-organizations/0013-disabled-accounts.ts";
import * as secondFactors from "./migrations/before-organizations/0014-second-factors.ts";
import { tableNames } from "./schema.ts";
import { StoreError } from "./store-error.ts";
import { isInUse, waitBriefly } from "./table-lock.ts";

/** Every migration in order, under the name by which stores remember it. Forward only; add at the end. */
export const migrations: Record<string, Migration> = {
  "0001-begin": begin,
  "0002-identity": identity,
  "0003-trends": trends,
  "0004-agency": agency,
  "0005-schedules-and-reddit": schedulesAndReddit,
  "0006-crawls": crawls,
  "0007-readiness": readiness,
  "0008-connectors": connectors,
  "0009-drafts": drafts,
  "0010-deletions": deletions,
  "0011-strangers": strangers,
  "0012-searches": searches,
  "0013-disabled-accounts": disabledAccounts,
  "0014-second-factors": secondFactors,
  "0015-organizations": organizations,
  "0016-audit-log": auditLog,
  "0017-until": until,
  "0018-interventions": interventions,
  "0019-self-made": selfMade,
  "0020-used-codes": usedCodes,
  "0021-spending-bounds": spendingBounds,
  "0022-corrections": corrections,
  "0023-engine-credentials": engineCredentials,
  "0024-retention": retention,
  "0025-carried-usage": carriedUsage,
  "0026-retained": retained,
  "0027-server-secret": serverSecret,
  "0028-no-trust": noTrust,
  "0030-heavy-reads": heavyReads,
  "0031-staged-imports": stagedImports,
  "0032-joining": joining,
  "0033-declined": declined,
  "0035-walls": walls,
  "0037-sent-posts": sentPosts,
  "0038-one-subject": oneSubject,
  "0039-store-moves": storeMoves,
  "0040-tags": tags,
  "0041-events": events,
  "0042-watches": watches,
  "0043-digests": digests,
  "0044-buckets": buckets,
  "0045-drawn-controls": drawnControls,
  "0046-part-figures": partFigures,
  "0047-unsubscribed": unsubscribed,
  "0050-kept-answers": keptAnswers,
  "0054-cluster-state": clusterState,
  "0055-effects": effects,
};

/**
 * Names of the migrations that the store still lacks.
 * Throws StoreError if the store is newer than this program, or holds a part of what it should.
 */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const applied = await appliedMigrations(db);
  const missing = await missingTables(db);
  const there = applied.length === 0 ? await ownTable(db) : undefined;
  if (there) throw withoutRecord(there);
  const unknown = applied.find((name) => !(name in migrations));
  if (unknown) {
    throw new StoreError(
      `The store was written by a newer version of Overheard (it knows migration ${unknown}). Install that version, or restore a backup made by this one.`,
    );
  }
  const pending = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (pending.length === 0 && missing.length > 0) throw incomplete(`the table ${missing[0]}`);
  return pending;
}

async function missingTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...tableNames]}::text[]) name where to_regclass(name) is null`.execute(db);
  return rows.map(({ name }) => name);
}

/** A table that is called as one of ours where a new store would be made. */
async function ownTable(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...tableNames]}::text[]) name
    where to_regclass(quote_ident(current_schema()) || '.' || quote_ident(name)) is not null limit 1`.execute(
    db,
  );
  return rows[0]?.name;
}

const incomplete = (what: string): StoreError =>
  new StoreError(
    `The store lacks ${what}: it was not restored whole. Restore the backup again, into an empty database.`,
  );

const withoutRecord = (table: string): StoreError =>
  new StoreError(
    `The database has tables named as Overheard's are, such as ${table}, and no record of their version: they are another program's, or a backup was not restored whole. Use an empty database.`,
  );

interface Patience {
  triesMs?: number;
  pauseMs?: number;
  /** Told once, when it first has to try again. */
  waits?: () => void;
}

/**
 * Brings the store up to date, all migrations in one transaction under the database's own lock; returns the names of those it
 * ran. While others use a table that is to change (a version before this one under load, a backup), it steps back and tries
 * again, so that they go on. Throws StoreError if that does not help for ten minutes, with nothing changed.
 */
export async function migrate(
  db: Db,
  { triesMs = 10 * 60_000, pauseMs = 1_000, waits }: Patience = {},
): Promise<string[]> {
  if ((await pendingMigrations(db)).length === 0) return [];
  const { Migrator } = await import("kysely/migration");
  // Another schema may have tables of these names, of a program that uses Kysely too; and a store may lie in another than a new one would.
  const { rows } = await sql<{ name: string }>`select coalesce(
    (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass('kysely_migration')),
    current_schema()) as name`.execute(db);
  let tries = 0;
  const migrator = new Migrator({
    db,
    migrationTableSchema: rows[0]?.name,
    provider: { getMigrations: async () => steppingBack(tries % 2 === 1) },
  });
  const deadline = performance.now() + triesMs;
  for (;;) {
    tries += 1;
    const { error, results = [] } = await migrator.migrateToLatest();
    if (!error) return results.map((result) => result.migrationName);
    if (alreadyThere.includes((error as { code?: string }).code ?? "")) throw ofTwoVersions(error);
    if (!isInUse(error)) throw error;
    if (performance.now() > deadline) throw stillInUse();
    if (tries === 1) waits?.();
    await delay(pauseMs * (0.5 + Math.random()));
  }
}

/** The migrations for one try, the first of which takes hold of all tables if `together`. */
function steppingBack(together: boolean): Record<string, Migration> {
  let isHeld = !together;
  return Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => [
      name,
      {
        async up(db) {
          await waitBriefly(db);
          if (!isHeld) await holdTables(db);
          isHeld = true;
          await up(db);
        },
      },
    ]),
  );
}

/**
 * Takes every table that is there at once: under load, of tables taken one by one over seconds some nearly always wait for those who
 * wait for another. Every second try does without, as somebody may read for long what is not to change.
 */
async function holdTables(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select to_regclass(name)::text as name from unnest(${[...tableNames].sort()}::text[]) name
    where to_regclass(name) is not null`.execute(db);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => sql.raw(name));
  await sql`lock table ${sql.join(names)} in access exclusive mode`.execute(db);
}

/** PostgreSQL's codes for a column, a table and another thing that exist. */
const alreadyThere = ["42701", "42P07", "42710"];

const ofTwoVersions = (cause: unknown): StoreError =>
  new StoreError(
    "The database has tables of a later version than its record of them says, as after a backup that was restored over a store. Nothing was changed. Restore the backup into an empty database.",
    { cause },
  );

const stillInUse = (): StoreError =>
  new StoreError(
    "The store could not be updated: a backup or another long transaction has been using its tables for ten minutes. Nothing was changed. Wait for it to end, then start again.",
  );

async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!tables[0]?.there) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}
