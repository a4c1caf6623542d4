import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { CompiledQuery, sql } from "kysely";
import type { Pool, QueryResult } from "pg";
import { type ConstructorOptions, PgBoss } from "pg-boss";
import { providers } from "../../reader/provider.ts";
import type { Db } from "../db/db.ts";
import { isInUse } from "../db/table-lock.ts";
import type { Log } from "../kernel/log.ts";
import { logFailure } from "../kernel/outage.ts";

type IDatabase = NonNullable<ConstructorOptions["db"]>;

/** The schema of pg-boss's tables, separate from ours. */
export const schema = "jobs";

/** Seconds after which an unrenewed claim lapses, even if its process only stands still. */
export const leaseSeconds = 45;

/** Seconds after which it lapses if its process has also lost its connection, and for work that costs nothing. */
export const deadSeconds = 10;

export const askQueue = (provider: string): string => `ask.${provider}`;
/** For asks with organizations' own credentials; each organization's jobs are a group of their own. */
export const ownAskQueue = (provider: string): string => `own.${provider}`;
export const finishQueue = "finish";
export const rereadQueue = "reread";
export const redditQueue = "reddit";
export const crawlQueue = "crawl";
export const draftQueue = "draft";
export const mailQueue = "mail";

const names = [
  ...providers.map(askQueue),
  ...providers.map(ownAskQueue),
  ...[finishQueue, rereadQueue, redditQueue, crawlQueue, draftQueue, mailQueue],
];

/**
 * Our own retries put a job back with a delay; pg-boss counts only claims that died with their process, and gives up a
 * job that has killed 20 of them.
 */
const options = {
  retryLimit: 20,
  retryDelay: 0,
  expireInSeconds: 6 * 3_600,
  retentionSeconds: 7 * 86_400,
  deleteAfterSeconds: 3_600,
};

const heartbeatOf = (name: string): number => (name === rereadQueue ? deadSeconds : leaseSeconds);

/** Starts of which each may wait for the work of another process, such as one of an earlier version, and that for it. */
const mostStarts = 20;

/** Starts pg-boss over our own connections, with its tables made and all queues known, so later calls look none up. */
export async function startBoss(pool: Pool, log: Log): Promise<PgBoss> {
  for (let startsLeft = mostStarts; ; startsLeft -= 1) {
    const boss = await newBoss(pool, log);
    try {
      await makeReady(boss, pool);
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false, close: false }).catch(() => undefined);
      if (!isInUse(error) || startsLeft === 1) throw error;
      await delay(randomInt(100, 500));
    }
  }
}

async function newBoss(pool: Pool, log: Log): Promise<PgBoss> {
  const { rows } = await pool.query("select to_regnamespace($1) is null as missing", [schema]);
  const boss = new PgBoss({
    db: onPool(pool),
    schema,
    // One that is there was made by somebody who may; "if not exists" is refused to whoever may not.
    createSchema: rows[0].missing,
    supervise: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    monitorIntervalSeconds: 1,
    warningQueueSize: 1_000_000,
  });
  boss.on("error", (error) => logFailure(log, { err: error }, "the job queue failed"));
  boss.on("warning", ({ message }) => log.warn({ warning: message }, "the job queue warns"));
  return boss;
}

async function makeReady(boss: PgBoss, pool: Pool): Promise<void> {
  await boss.start();
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const missing = names.filter((name) => !queues.has(name));
  for (const name of missing) {
    const policy = name === rereadQueue ? "stately" : "standard";
    await boss.createQueue(name, { ...options, heartbeatSeconds: heartbeatOf(name), policy });
  }
  const outdated = names.filter(
    (name) => queues.has(name) && queues.get(name)?.heartbeatSeconds !== heartbeatOf(name),
  );
  for (const name of outdated) await boss.updateQueue(name, { heartbeatSeconds: heartbeatOf(name) });
  if (missing.length + outdated.length > 0) {
    // Starting is what makes it learn all queues at once.
    await boss.stop({ graceful: false, close: false });
    await boss.start();
  }
  await indexActive(pool);
}

const activeIndex = "job_active";

/** pg-boss has no index by which claims can be found among all jobs that wait. */
async function indexActive(pool: Pool): Promise<void> {
  const { rows } = await pool.query("select to_regclass($1) as index", [`${schema}.${activeIndex}`]);
  if (rows[0].index !== null) return;
  // One process at a time: of two that make it at once, the second would fail.
  await onPool(pool).executeSql(
    `begin; select pg_advisory_xact_lock(hashtext('${schema}.${activeIndex}'));
    create index if not exists ${activeIndex} on ${schema}.job (name, id) where state = 'active'; commit`,
  );
}

/** Runs pg-boss's statements on a connection from the pool. */
function onPool(pool: Pool): IDatabase {
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      try {
        const result: QueryResult | QueryResult[] = await client.query(text, values);
        return { rows: Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows };
      } catch (error) {
        // It may have begun a transaction, which must not outlive it on this connection.
        await client.query("rollback").catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

/** Runs pg-boss's statements in the given transaction, so that a job exists exactly if the rest of it does. */
export const within = (db: Db): { db: IDatabase } => ({
  db: {
    async executeSql(text, values) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values ?? []));
      return { rows };
    },
  },
});

/** The job `j` of the surrounding statement may be claimed. Two jobs of a `stately` queue must not be active for one key. */
export const isDue = sql<boolean>`j.state < 'active' and not j.blocked and j.start_after <= now()
  and (j.singleton_key is null or not exists (
    select from ${sql.table(`${schema}.job`)} a
    where a.name = j.name and a.state = 'active' and a.policy = 'stately' and a.singleton_key = j.singleton_key))`;

/**
 * Queues in which a job is due. One index lookup each, cheaper than a claim that finds nothing: the limit and the order,
 * which is the index's, keep PostgreSQL from joining the queues with every job that waits.
 */
export async function dueQueues(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select q.name from ${sql.table(`${schema}.queue`)} q cross join lateral (
      select from ${sql.table(`${schema}.job`)} j
      where j.name = q.name and ${isDue}
      order by j.priority desc, j.created_on limit 1) due`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Jobs looked at in each queue; with more of them waiting, somebody has to look often. */
const soonestAmong = 20;

/** For how long nothing has to be looked for, in milliseconds, while no job is due; 0 while any is under way, whoever has it. */
export async function quietMs(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select case when exists (select from ${sql.table(`${schema}.job`)} where state = 'active')
      or coalesce(max(w.waiting), 0) >= ${sql.lit(soonestAmong)} then 0
      else coalesce(1000 * extract(epoch from min(w.soonest) - now()), 'infinity') end::float8 as ms
    from ${sql.table(`${schema}.queue`)} q cross join lateral (
      select count(*) as waiting, min(start_after) as soonest from (
        select j.start_after from ${sql.table(`${schema}.job`)} j
        where j.name = q.name and j.state < 'active' and not j.blocked
        order by j.priority desc, j.created_on limit ${sql.lit(soonestAmong)}) j) w`.execute(db);
  return Math.max(0, rows[0]!.ms);
}

/** How many jobs of a group wait in a queue or are under way. */
export async function queuedOf(db: Db, queue: string, group: string): Promise<number> {
  const { rows } = await sql<{ queued: number }>`
    select count(*)::int as queued from ${sql.table(`${schema}.job`)}
    where name = ${queue} and state <= 'active' and group_id = ${group}`.execute(db);
  return rows[0]!.queued;
}

/** Ends every claim, whichever process holds it. */
export async function freeActiveJobs(db: Db, boss: PgBoss): Promise<void> {
  const { rows } = await sql<{ name: string; id: string }>`
    select name, id from ${sql.table(`${schema}.job`)} where state = 'active'`.execute(db);
  for (const [name, jobs] of Map.groupBy(rows, (job) => job.name)) {
    await boss.fail(
      name,
      jobs.map(({ id }) => id),
    );
  }
}

/** Whether the ask `a` of the surrounding statement has a job in any state. */
export const hasAskJob = sql<boolean>`exists (
  select from ${sql.table(`${schema}.job`)} j where j.name in ('ask.' || a.provider, 'own.' || a.provider) and j.id = a.id)`;
