import { sql } from "kysely";
import type { GivenCitation, Reading } from "../../domain/answer/reading.ts";
import type { Provider, Surface } from "../../domain/project/provider.ts";
import type { Db } from "../db/db.ts";
import { storableJson, storableText } from "../db/storable.ts";

/** The key of an ask's row; `createdAt` is the report's, RFC 3339, and names the partition. */
export interface AskKey {
  projectId: string;
  reportId: string;
  ordinal: number;
  createdAt: string;
}

export interface NewAsk {
  id: string;
  promptKey: string;
  prompt: string;
  intent: string | null;
  branded: boolean;
  provider: Provider;
  sample: number;
  surface: Surface;
  /** Its place in the report. */
  ordinal: number;
}

const rowsPerInsert = 2_000;

/** Stores a report's asks in order, all pending. */
export async function insertAsks(
  db: Db,
  report: { projectId: string; id: string; createdAt: Date },
  asks: readonly NewAsk[],
): Promise<void> {
  for (let from = 0; from < asks.length; from += rowsPerInsert) {
    await sql`
      insert into asks (project_id, report_id, created_at, ordinal, id, prompt_key, prompt, intent, branded,
        provider, sample, surface)
      select ${report.projectId}, ${report.id}, ${report.createdAt}::timestamptz, g.ordinal, g.id, g."promptKey",
        g.prompt, g.intent, g.branded, g.provider, g.sample, g.surface
      from json_to_recordset(${storableJson(asks.slice(from, from + rowsPerInsert))}) as g(ordinal int, id uuid, "promptKey" text, prompt text,
        intent text, branded boolean, provider text, sample int, surface text)`.execute(db);
  }
}

/** Of these prompts, by their keys, those that a project's reports have asked. */
export async function askedOf(db: Db, projectId: string, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select distinct prompt_key as key from asks
    where project_id = ${projectId} and prompt_key = any(${[...keys]}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** An ask that a worker has claimed. */
export interface ClaimedAsk extends AskKey {
  id: string;
  prompt: string;
  provider: Provider;
  sample: number;
  /** Fencing token: only the latest claim can settle the ask. */
  claim: number;
}

/** Claims those asks that are still pending in a running report; the others need no work. */
export async function claimAsks(db: Db, keys: readonly AskKey[]): Promise<ClaimedAsk[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Omit<ClaimedAsk, "createdAt"> & { createdAt: Date }>`
    update asks a set attempts = a.attempts + 1
    from json_to_recordset(${JSON.stringify(keys)}) as g("projectId" uuid, "reportId" uuid, ordinal int,
      "createdAt" timestamptz)
    join reports r on r.project_id = g."projectId" and r.id = g."reportId" and r.status = 'processing'
    where a.project_id = g."projectId" and a.report_id = g."reportId" and a.ordinal = g.ordinal
      and a.created_at = g."createdAt" and a.status = 'pending'
    returning a.project_id as "projectId", a.report_id as "reportId", a.ordinal, a.created_at as "createdAt",
      a.id, a.prompt, a.provider, a.sample, a.attempts as claim`.execute(db);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** An answer as it is stored. */
export interface GivenText {
  answer: string;
  truncated: boolean;
  declined: boolean;
  citations: readonly GivenCitation[];
  /** How many more the answer has. */
  citationsLeftOut: number;
  model: string | null;
  searched: boolean | null;
  inputTokens: number | null;
  outputTokens: number | null;
  searches: number | null;
  queries: readonly string[];
  costUsd: number | null;
  latencyMs: number;
  answeredAt: string;
}

/**
 * The code of an ask whose answer is stored and could not be read: it counts once a later reading has read it, unless no
 * answer of its report could be read, for such a report has failed and is not read again.
 */
export const unreadable = "unreadable" as const;

/** The outcome of an ask: an answer and its reading, an answer without one, or a final failure. */
export type AskResult =
  | (GivenText & { status: "ok"; reading: Reading })
  | (GivenText & { status: "failed"; errorCode: typeof unreadable })
  | { status: "failed"; errorCode: string; costUsd?: number };

export interface SettledAsk extends AskKey {
  claim: number;
  result: AskResult;
}

/** A failed call of an ask that is put once more, and what it was billed at, USD. */
interface RepeatedAsk extends AskKey {
  costUsd: number;
}

/** Where a report stands after some of its asks have settled. */
export interface Countdown {
  projectId: string;
  reportId: string;
  createdAt: Date;
  pending: number;
  /** The asks that settled, by their place in the report. */
  ordinals: readonly number[];
  /** How much of the reserved spending is no longer needed, USD, and what of that is on the organization's own bill. */
  releasedUsd: number;
  releasedOwnUsd: number;
}

/**
 * Settles asks in the given transaction: stores each answer with its first reading, if it has one, and lowers its report's `pending` by
 * what really changed. An ask that was already settled, or claimed by another worker since, changes nothing. What failed
 * calls have cost is added to the asks that are put once more.
 */
export async function settleAsks(
  db: Db,
  { settled, repeated = [] }: { settled: readonly SettledAsk[]; repeated?: readonly RepeatedAsk[] },
  now: Date,
): Promise<Countdown[]> {
  if (settled.length + repeated.length === 0) return [];
  const running = await lockRunning(db, [...settled, ...repeated]);
  await addCosts(db, repeated);
  const rows = settled.filter(({ reportId }) => running.has(reportId)).map(flat);
  if (rows.length === 0) return [];
  const { rows: counted } = await sql<Omit<Countdown, "releasedUsd" | "releasedOwnUsd"> & Reserved>`
    with given as materialized (
      select * from json_to_recordset(${storableJson(rows)}) as g("projectId" uuid, "reportId" uuid, ordinal int,
        "createdAt" timestamptz, claim int, status text, "errorCode" text, answer text, truncated boolean, declined boolean,
        citations jsonb, "citationsLeftOut" int, model text, searched boolean, "inputTokens" int, "outputTokens" int, searches int, queries jsonb,
        "costUsd" float8, "latencyMs" int, "answeredAt" timestamptz, reading json)),
    settled as (
      update asks a set status = g.status, error_code = g."errorCode", answer = g.answer,
        truncated = coalesce(g.truncated, false), declined = g.declined, citations = g.citations,
        citations_left_out = nullif(g."citationsLeftOut", 0), model = g.model, searched = g.searched,
        input_tokens = g."inputTokens", output_tokens = g."outputTokens", searches = g.searches, queries = g.queries,
        cost_usd = case when a.cost_usd is null then g."costUsd" else a.cost_usd + coalesce(g."costUsd", 0) end,
        latency_ms = g."latencyMs", answered_at = g."answeredAt"
      from given g
      where a.project_id = g."projectId" and a.report_id = g."reportId" and a.ordinal = g.ordinal
        and a.created_at = g."createdAt" and a.status = 'pending' and a.attempts = g.claim
      returning a.project_id, a.report_id, a.ordinal, a.created_at, a.status, a.branded),
    read as (
      insert into answer_readings (project_id, report_id, reading, ordinal, created_at, branded, data)
      select s.project_id, s.report_id, 1, s.ordinal, s.created_at, s.branded, g.reading
      from settled s join given g on g."reportId" = s.report_id and g.ordinal = s.ordinal
      where s.status = 'ok')
    update reports r set pending = r.pending - n.settled, jobs_done = r.jobs_done + n.answered,
      jobs_failed = r.jobs_failed + n.settled - n.answered, settled_at = ${now},
      spend_reserved_usd = r.spend_reserved_usd * (r.pending - n.settled) / r.pending,
      spend_reserved_own_usd = r.spend_reserved_own_usd * (r.pending - n.settled) / r.pending
    from (select project_id, report_id, count(*)::int as settled, count(*) filter (where status = 'ok')::int as answered,
        json_agg(ordinal) as ordinals
      from settled group by project_id, report_id) n
    where r.project_id = n.project_id and r.id = n.report_id and r.status = 'processing' and r.pending > 0
    returning r.project_id as "projectId", r.id as "reportId", r.created_at as "createdAt", r.pending, n.ordinals,
      r.spend_reserved_usd as "reservedUsd", r.spend_reserved_own_usd as "reservedOwnUsd"`.execute(db);
  return counted.map(({ reservedUsd, reservedOwnUsd, ...countdown }) => {
    const before = running.get(countdown.reportId)!;
    return {
      ...countdown,
      releasedUsd: before.reservedUsd - reservedUsd,
      releasedOwnUsd: before.reservedOwnUsd - reservedOwnUsd,
    };
  });
}

/** Needs the lock of the reports. */
async function addCosts(db: Db, repeated: readonly RepeatedAsk[]): Promise<void> {
  if (repeated.length === 0) return;
  await sql`
    update asks a set cost_usd = coalesce(a.cost_usd, 0) + g."costUsd"
    from json_to_recordset(${JSON.stringify(repeated)}) as g("projectId" uuid, "reportId" uuid, ordinal int,
      "createdAt" timestamptz, "costUsd" float8)
    where a.project_id = g."projectId" and a.report_id = g."reportId" and a.ordinal = g.ordinal
      and a.created_at = g."createdAt" and a.status = 'pending'`.execute(db);
}

/** What a running report has reserved, USD, and what of it would be on the bill of its organization's own keys. */
interface Reserved {
  reservedUsd: number;
  reservedOwnUsd: number;
}

/**
 * Locks the reports that are still running, always in the same order, and returns what each has reserved, by id.
 * @NOTE Lock the report before changing asks of a running report, or two transactions could deadlock.
 */
async function lockRunning(db: Db, asks: readonly AskKey[]): Promise<Map<string, Reserved>> {
  const keys = [
    ...new Map(asks.map(({ projectId, reportId }) => [reportId, { projectId, reportId }])).values(),
  ];
  const { rows } = await sql<Reserved & { id: string }>`
    select r.id, r.spend_reserved_usd as "reservedUsd", r.spend_reserved_own_usd as "reservedOwnUsd" from reports r
    join json_to_recordset(${JSON.stringify(keys)}) as g("projectId" uuid, "reportId" uuid)
      on r.project_id = g."projectId" and r.id = g."reportId"
    where r.status = 'processing'
    order by r.id for update of r`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const flat = ({ result, ...ask }: SettledAsk) => ({
  ...ask,
  ...result,
  ...("answer" in result ? { answer: storableText(result.answer) } : {}),
});

/** Fails what is still pending of a report that the caller has locked, with `errorCode`. Returns how many. */
export async function failPendingAsks(
  db: Db,
  { projectId, id, createdAt }: { projectId: string; id: string; createdAt: Date },
  errorCode: string,
): Promise<number> {
  const result = await db
    .updateTable("asks")
    .set({ status: "failed", error_code: errorCode })
    .where("project_id", "=", projectId)
    .where("report_id", "=", id)
    .where("created_at", "=", createdAt)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** The assistants that a run has yet to ask, in the order of their names. */
export async function providersToAsk(
  db: Db,
  { projectId, id, createdAt }: { projectId: string; id: string; createdAt: string },
): Promise<Provider[]> {
  const { rows } = await sql<{ provider: Provider }>`
    select distinct provider from asks
    where project_id = ${projectId} and report_id = ${id} and created_at = ${createdAt}::timestamptz
      and status = 'pending' order by provider`.execute(db);
  return rows.map(({ provider }) => provider);
}
