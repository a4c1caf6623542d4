import { sql } from "kysely";
import type { Provider, Surface } from "../../../reader/provider.ts";
import type { GivenCitation, Reading } from "../../../reader/reading.ts";
import type { Db } from "../../db/db.ts";
import { storableJson, storableText } from "../../db/storable.ts";

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
  /** What its earlier calls cost, USD; null if none is known. */
  costUsd: number | null;
  /** The answer that it was given already, which has yet to be read; null if it has to be asked. */
  storedAnswer: KeptAnswer | null;
}

/** A stored answer as far as it is read, and what has to be booked for its call, USD. */
export interface KeptAnswer extends Pick<GivenText, "answer" | "truncated" | "declined" | "citations"> {
  callUsd: number;
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
      a.id, a.prompt, a.provider, a.sample, a.attempts as claim, a.cost_usd as "costUsd",
      case when a.answered_at is not null then json_build_object('answer', a.answer, 'truncated', a.truncated,
        'declined', a.declined, 'citations', a.citations, 'callUsd', a.unbooked_usd) end as "storedAnswer"`.execute(
    db,
  );
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
  /** Of all calls of its ask; null if none is known. */
  costUsd: number | null;
  latencyMs: number;
  answeredAt: string;
}

/**
 * The code of an ask whose answer is stored and could not be read: it counts once a later reading has read it, unless no
 * answer of its report could be read, for such a report has failed and is not read again.
 */
export const unreadable = "unreadable" as const;

/** The outcome of an ask: the reading of its stored answer, or a final failure and what its call cost. */
export type AskResult =
  | { status: "ok"; reading: Reading }
  | { status: "failed"; errorCode: string; costUsd?: number };

/** An answer that has just arrived. */
export interface ArrivedAnswer extends AskKey {
  claim: number;
  givenText: GivenText;
  /** What has to be booked for its call, USD: an estimate where the cost is not known. */
  callUsd: number;
}

/**
 * Stores answers verbatim, with what their calls cost, before anybody reads them: whoever finds one stored asks nobody. Doing it twice changes
 * nothing more. Returns for each whether it is stored: one of an ask that has settled, or was claimed by another worker since, is not.
 */
export async function keepAnswers(db: Db, arrived: readonly ArrivedAnswer[]): Promise<boolean[]> {
  const rows = arrived.map(({ givenText: text, ...ask }) => ({
    ...ask,
    ...text,
    answer: storableText(text.answer),
  }));
  const projectIds = [...new Set(arrived.map(({ projectId }) => projectId))];
  const reportIds = [...new Set(arrived.map(({ reportId }) => reportId))];
  const { rows: storedRows } = await sql<{ reportId: string; ordinal: number }>`
    with running as materialized (
      select r.project_id, r.id from reports r
      where r.project_id = any(${projectIds}::uuid[]) and r.id = any(${reportIds}::uuid[]) and r.status = 'processing'
      order by r.id for key share of r)
    update asks a set answer = g.answer, truncated = g.truncated, declined = g.declined, citations = g.citations,
      citations_left_out = nullif(g."citationsLeftOut", 0), model = g.model, searched = g.searched,
      input_tokens = g."inputTokens", output_tokens = g."outputTokens", searches = g.searches, queries = g.queries,
      cost_usd = g."costUsd", unbooked_usd = g."callUsd", latency_ms = g."latencyMs", answered_at = g."answeredAt"
    from json_to_recordset(${storableJson(rows)}) as g("projectId" uuid, "reportId" uuid, ordinal int,
        "createdAt" timestamptz, claim int, answer text, truncated boolean, declined boolean, citations jsonb,
        "citationsLeftOut" int, model text, searched boolean, "inputTokens" int, "outputTokens" int, searches int,
        queries jsonb, "costUsd" float8, "callUsd" float8, "latencyMs" int, "answeredAt" timestamptz)
      join running r on r.project_id = g."projectId" and r.id = g."reportId"
    where a.project_id = g."projectId" and a.report_id = g."reportId" and a.ordinal = g.ordinal
      and a.created_at = g."createdAt" and a.status = 'pending' and a.attempts = g.claim
    returning a.report_id as "reportId", a.ordinal`.execute(db);
  const stored = new Set(storedRows.map(placeOf));
  return arrived.map((one) => stored.has(placeOf(one)));
}

const placeOf = ({ reportId, ordinal }: { reportId: string; ordinal: number }): string =>
  `${reportId} ${ordinal}`;

/** A claim after others of the same ask have lapsed, and what a call of it may have cost, USD. */
export interface LapsedAsk extends AskKey {
  lapses: number;
  estimateUsd: number;
}

/**
 * Counts in their reports the calls that were lost with their processes and are made again, each once; their estimates are added to what the
 * asks cost. Returns those that it has counted, by their place among the given ones.
 */
export async function countRepeated(db: Db, lapsed: readonly LapsedAsk[]): Promise<boolean[]> {
  if (lapsed.length === 0) return [];
  await lockRunning(db, lapsed);
  const { rows } = await sql<{ projectId: string; reportId: string; ordinal: number }>`
    update asks a set lapses = g.lapses, cost_usd = coalesce(a.cost_usd, 0) + g."estimateUsd"
    from json_to_recordset(${JSON.stringify(lapsed)}) as g("projectId" uuid, "reportId" uuid, ordinal int,
      "createdAt" timestamptz, lapses int, "estimateUsd" float8)
    where a.project_id = g."projectId" and a.report_id = g."reportId" and a.ordinal = g.ordinal
      and a.created_at = g."createdAt" and a.status = 'pending' and a.answered_at is null and a.lapses < g.lapses
    returning a.project_id as "projectId", a.report_id as "reportId", a.ordinal`.execute(db);
  await addRepeated(db, rows);
  const places = new Set(rows.map(placeOf));
  return lapsed.map((one) => places.has(placeOf(one)));
}

export interface SettledAsk extends AskKey {
  claim: number;
  result: AskResult;
}

/** Needs the lock of the reports. */
async function addRepeated(db: Db, asks: readonly { projectId: string; reportId: string }[]): Promise<void> {
  for (const [id, group] of Map.groupBy(asks, ({ reportId }) => reportId))
    await db
      .updateTable("reports")
      .set((eb) => ({ asks_repeated: eb("asks_repeated", "+", group.length) }))
      .where("project_id", "=", group[0]!.projectId)
      .where("id", "=", id)
      .execute();
}

/** A call of an ask that is put once more, and what it was billed at, USD. */
interface RepeatedAsk extends AskKey {
  costUsd: number;
  /** Whether the call was cut off by our own stop, and so is counted as one that is made again. */
  cutOff?: true;
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
 * Settles asks in the given transaction: stores the first reading of each answer, and lowers its report's `pending` by what really
 * changed. An ask that was already settled, or claimed by another worker since, changes nothing. What failed calls have cost is added to the asks
 * that are put once more.
 */
export async function settleAsks(
  db: Db,
  { settled, repeated = [] }: { settled: readonly SettledAsk[]; repeated?: readonly RepeatedAsk[] },
  now: Date,
): Promise<Countdown[]> {
  if (settled.length + repeated.length === 0) return [];
  const running = await lockRunning(db, [...settled, ...repeated]);
  await addCosts(
    db,
    repeated.filter(({ costUsd }) => costUsd > 0),
  );
  await addRepeated(
    db,
    repeated.filter(({ cutOff, reportId }) => cutOff && running.has(reportId)),
  );
  const rows = settled.filter(({ reportId }) => running.has(reportId)).map(flat);
  if (rows.length === 0) return [];
  const { rows: countdowns } = await sql<Omit<Countdown, "releasedUsd" | "releasedOwnUsd"> & Reserved>`
    with given as materialized (
      select g."projectId", g."reportId", g.ordinal, g."createdAt", g.claim, g.status, g."errorCode", g."costUsd", g.reading
      from json_to_recordset(${storableJson(rows)}) as g("projectId" uuid, "reportId" uuid, ordinal int,
        "createdAt" timestamptz, claim int, status text, "errorCode" text, "costUsd" float8, reading json)),
    settled as (
      update asks a set status = g.status, error_code = g."errorCode", unbooked_usd = null,
        cost_usd = case when g."costUsd" is null then a.cost_usd else coalesce(a.cost_usd, 0) + g."costUsd" end
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
  return countdowns.map(({ reservedUsd, reservedOwnUsd, ...countdown }) => {
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
 * Answers are stored meanwhile; whoever ends a run locks its report "for update", which waits for them.
 * @NOTE Lock the report before changing asks of a running report. Storing answers and counting repeated asks do not exclude each other:
 * where they meet in other orders one is ended by the database, and done again.
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
    order by r.id for no key update of r`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const flat = ({ result, ...ask }: SettledAsk) => ({ ...ask, ...result });

/**
 * Fails what is still pending of a report that the caller has locked, with `errorCode`; an answer that nobody has read yet goes.
 * Returns how many, and what has to be booked for the calls of such answers, by assistant, USD.
 */
export async function failPendingAsks(
  db: Db,
  { projectId, id, createdAt }: { projectId: string; id: string; createdAt: Date },
  errorCode: string,
): Promise<{ failed: number; unbooked: CallsToBook[] }> {
  const unbooked = await callsToBook(db, { projectId, id, createdAt });
  const result = await db
    .updateTable("asks")
    .set({ status: "failed", error_code: errorCode, ...noAnswer })
    .where("project_id", "=", projectId)
    .where("report_id", "=", id)
    .where("created_at", "=", createdAt)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return { failed: Number(result.numUpdatedRows), unbooked };
}

/** Calls of one assistant that are to be paid for, USD. */
interface CallsToBook {
  provider: Provider;
  usd: number;
}

/**
 * What has to be booked for the calls of answers that nobody has read yet, of a report that the caller has locked. Whoever ends a report books
 * it: no other does once it has ended.
 */
export async function callsToBook(
  db: Db,
  { projectId, id, createdAt }: { projectId: string; id: string; createdAt: Date },
): Promise<CallsToBook[]> {
  const { rows } = await sql<CallsToBook>`
    select provider, sum(unbooked_usd) as usd from asks
    where project_id = ${projectId} and report_id = ${id} and created_at = ${createdAt}
      and status = 'pending' and unbooked_usd is not null
    group by provider`.execute(db);
  return rows;
}

const noAnswer = {
  ...{
    answer: null,
    truncated: false,
    declined: null,
    citations: null,
    citations_left_out: null,
    model: null,
  },
  ...{ searched: null, input_tokens: null, output_tokens: null, searches: null, queries: null },
  ...{ latency_ms: null, answered_at: null, unbooked_usd: null },
};

/** The assistants that a run has yet to ask. */
export async function providersToAsk(
  db: Db,
  { projectId, id, createdAt }: { projectId: string; id: string; createdAt: string },
): Promise<Provider[]> {
  const { rows } = await sql<{ provider: Provider }>`
    select distinct provider from asks
    where project_id = ${projectId} and report_id = ${id} and created_at = ${createdAt}::timestamptz
      and status = 'pending'`.execute(db);
  return rows.map(({ provider }) => provider);
}
