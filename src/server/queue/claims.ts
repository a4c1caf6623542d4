import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/db.ts";
import { deadSeconds, isDue, schema } from "./boss.ts";

/**
 * One process's claim on a job. `lapses` counts earlier claims that lapsed because their process died or stood still;
 * it is also the fencing token: the claim after a lapse has a higher number.
 */
export interface Claim {
  queue: string;
  id: string;
  lapses: number;
}

export interface ClaimedJob<T> extends Claim {
  data: T;
  /** By which it is passed over; null: by nothing. */
  group?: string | null;
}

const jobs = sql.table(`${schema}.job`);

const claimRows = (claims: readonly Claim[]): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(claims.map(({ queue, id, lapses }) => ({ queue, id, lapses })))})
    as g(queue text, id uuid, lapses int)`;

/**
 * The job still belongs to the claim: under way, or waiting to be claimed after a lapse. A job that was put back on
 * purpose has lost its `started_on`. Two jobs of a `stately` queue must not be active for one key.
 */
const isOwn = sql<boolean>`j.name = g.queue and j.id = g.id and j.retry_count = g.lapses and (j.state = 'active'
  or j.state = 'retry' and j.started_on is not null and j.policy is distinct from 'stately')`;

/**
 * Locks the jobs that still belong to the claims, always in the same order, so that statements cannot deadlock. The lists
 * let PostgreSQL see how few they are: of a join alone it expects so many that it reads every job that waits.
 */
const lockedOwn = (claims: readonly Claim[]): RawBuilder<unknown> =>
  sql`select j.name, j.id from ${jobs} j join ${claimRows(claims)} on ${isOwn}
    where j.name = any(${[...new Set(claims.map(({ queue }) => queue))]}::text[])
      and j.id = any(${claims.map(({ id }) => id)}::uuid[])
    order by j.name, j.id for update of j`;

/**
 * Claims up to `most` due jobs of a queue in the given transaction, none of the groups `except`; `holder` identifies this
 * process. pg-boss's own `fetch` returns every column of a job, and would need a second statement for the holder.
 */
export async function claimJobs<T extends object>(
  db: Db,
  {
    queue,
    most,
    holder,
    except = [],
  }: { queue: string; most: number; holder: number | null; except?: readonly string[] },
): Promise<ClaimedJob<T>[]> {
  const { rows } = await sql<Omit<ClaimedJob<T>, "queue">>`
    with due as materialized (
      select j.name, j.id from ${jobs} j
      where j.name = ${queue} and ${isDue} and (j.group_id is null or j.group_id <> all(${[...except]}::text[]))
      order by j.priority desc, j.created_on limit ${most} for update of j skip locked)
    update ${jobs} j set state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = j.retry_count + (j.started_on is not null)::int
      ${holder === null ? sql`` : sql`, output = ${markOf(holder)}::jsonb`}
    from due where j.name = due.name and j.id = due.id
    returning j.id, j.data, j.retry_count as lapses, j.group_id as "group"`.execute(db);
  return rows.map((row) => ({ ...row, queue }));
}

const markOf = (holder: number): string => JSON.stringify({ holder });

/**
 * Renews the claims, and takes back those that lapsed without being claimed by anybody else. Returns those still held;
 * the others belong to another process or are done.
 */
export async function renewClaims(
  db: Db,
  claims: readonly Claim[],
  holder: number | null,
): Promise<{ queue: string; id: string }[]> {
  const { rows } = await sql<{ queue: string; id: string }>`
    with own as materialized (${lockedOwn(claims)})
    update ${jobs} j set state = 'active', heartbeat_on = now(),
      output = ${holder === null ? null : markOf(holder)}::jsonb
    from own where j.name = own.name and j.id = own.id
    returning j.name as queue, j.id`.execute(db);
  return rows;
}

/** Deletes the jobs of finished claims. A job that somebody else has claimed since stays. */
export async function deleteClaimed(db: Db, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    with own as materialized (${lockedOwn(claims)})
    delete from ${jobs} j using own where j.name = own.name and j.id = own.id`.execute(db);
}

/** Stores new data of a job while its claim holds; false if it is somebody else's by now. */
export async function noteClaimed(db: Db, { data, ...claim }: ClaimedJob<object>): Promise<boolean> {
  const { rows } = await sql`
    with own as materialized (${lockedOwn([claim])})
    update ${jobs} j set data = ${JSON.stringify(data)}::jsonb
    from own where j.name = own.name and j.id = own.id returning j.id`.execute(db);
  return rows.length > 0;
}

/**
 * Puts jobs back with new data, to be claimed later; skips those that somebody else has claimed since. `behind`: jobs that wait by then
 * come first.
 */
export async function postponeClaimed(
  db: Db,
  claims: readonly (ClaimedJob<object> & { afterMs: number; behind?: boolean })[],
): Promise<void> {
  if (claims.length === 0) return;
  const later = claims.map(({ queue, id, data, afterMs, behind = false }) => ({
    ...{ queue, id, data, afterMs, behind },
  }));
  await sql`
    with own as materialized (${lockedOwn(claims)})
    update ${jobs} j set state = 'retry', started_on = null, heartbeat_on = null, output = null, data = l.data,
      start_after = now() + l."afterMs" * interval '1 ms', priority = j.priority - l.behind::int
    from own join json_to_recordset(${JSON.stringify(later)})
      as l(queue text, id uuid, data jsonb, "afterMs" float8, behind boolean)
      on l.queue = own.name and l.id = own.id
    where j.name = own.name and j.id = own.id`.execute(db);
}

/** SQLSTATE unique_violation: of a `stately` queue one job of each key is active, and one waits to be claimed again. */
export const isAnother = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "23505";

/** Puts a job of a `stately` queue back. Where another of its key waits already, that one does its work as well. */
export async function putBackClaimed(
  db: Db,
  claim: ClaimedJob<object> & { afterMs: number; behind?: boolean },
): Promise<void> {
  await postponeClaimed(db, [claim]).catch((error) => {
    if (!isAnother(error)) throw error;
    return deleteClaimed(db, [claim]);
  });
}

/** Puts jobs back to be claimed at once. Nobody died over them, so it does not count as a lapse. */
export async function handBackClaimed(db: Db, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    with own as materialized (${lockedOwn(claims)})
    update ${jobs} j set state = 'retry', started_on = null, heartbeat_on = null, output = null, start_after = now()
    from own where j.name = own.name and j.id = own.id`.execute(db);
}

/** Puts back a job whose work failed, to be claimed later; counts as a lapse, so that it is given up in the end. */
export async function failClaimed(db: Db, claim: Claim, afterMs: number): Promise<void> {
  await sql`
    with own as materialized (${lockedOwn([claim])})
    update ${jobs} j set heartbeat_on = null, output = null, start_after = now() + ${afterMs} * interval '1 ms',
      state = (case when j.retry_count < j.retry_limit then 'retry' else 'failed' end)::${sql.table(`${schema}.job_state`)},
      completed_on = case when j.retry_count < j.retry_limit then null else now() end
    from own where j.name = own.name and j.id = own.id`.execute(db);
}

/** Whether the claim still holds; if so, nobody can claim its job before the given transaction ends. */
export async function lockClaim(db: Db, claim: Claim): Promise<boolean> {
  const { rows } = await sql`${lockedOwn([claim])}`.execute(db);
  return rows.length > 0;
}

/** Class of the advisory locks that workers hold while connected; the second key is the worker's number. */
export const presenceClass = 0x6f76686a;

/** Whether the worker with this number is connected to the database. */
export const isPresent = (holder: RawBuilder<number>): RawBuilder<boolean> => sql<boolean>`exists (
  select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.classid = ${sql.lit(presenceClass)} and l.objid = ${holder}
    and l.database = (select oid from pg_database where datname = current_database()))`;

/** Whether a claim has not been renewed for as long as a process may be taken for dead. */
export async function hasLapsed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ lapsed: boolean }>`
    select exists (select from ${jobs} j
      where j.state = 'active' and j.heartbeat_on < now() - ${deadSeconds} * interval '1 s') as lapsed`.execute(
    db,
  );
  return rows[0]!.lapsed;
}

/**
 * Lets claims lapse whose process is gone: it neither renews them nor is connected. A process that only stands still
 * stays connected and keeps its claims until their heartbeat is overdue.
 */
export async function freeClaimsOfDead(db: Db): Promise<void> {
  await sql`
    with dead as materialized (
      select j.name, j.id from ${jobs} j
      where j.state = 'active' and j.heartbeat_on < now() - ${deadSeconds} * interval '1 s' and j.output ? 'holder'
        and j.retry_count < j.retry_limit and j.policy is distinct from 'stately'
        and not ${isPresent(sql`(j.output ->> 'holder')::bigint`)}
      order by j.name, j.id for update skip locked)
    update ${jobs} j set state = 'retry', heartbeat_on = null, output = null
    from dead where j.name = dead.name and j.id = dead.id`.execute(db);
}
