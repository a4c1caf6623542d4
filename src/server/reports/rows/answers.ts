import { type RawBuilder, sql } from "kysely";
import type { AnswersSoFar } from "../../../figures/so-far.ts";
import { type MeasuredAnswer, measuredReading, pending } from "../../../reader/answer.ts";
import type { Provider } from "../../../reader/provider.ts";
import type { GivenCitation, Reading } from "../../../reader/reading.ts";
import { type Db, rfc3339OrNull } from "../../db/db.ts";
import { wholeText } from "../../db/storable.ts";
import { unreadable } from "../../runs/asking/asks.ts";
import type { Report } from "../reports.ts";

/** A settled ask with its answer's reading and its place in the report. */
export interface StoredAnswer extends MeasuredAnswer {
  ordinal: number;
}

/** The same with the verbatim text (or its beginning) and the citations as received. */
export interface AnswerWithText extends StoredAnswer {
  /** Null if the call failed, or is still to be made; an answer that could not be read has one. */
  text: string | null;
  truncated: boolean;
  declined: boolean;
  citations: GivenCitation[];
}

export type ReportKey = Pick<Report, "projectId" | "id" | "createdAt" | "reading">;

/** Which answers: all, those to one prompt or to some, or one assistant's. */
export interface AnswerFilter {
  promptKey?: string;
  promptKeys?: readonly string[];
  provider?: Provider;
}

export const matching = ({ promptKey, promptKeys, provider }: AnswerFilter): RawBuilder<unknown> =>
  sql`${promptKeys === undefined ? sql`` : sql`and a.prompt_key = any(${[...promptKeys]}::text[])`}
    ${promptKey === undefined ? sql`` : sql`and a.prompt_key = ${promptKey}`}
    ${provider === undefined ? sql`` : sql`and a.provider = ${provider}`}`;

export interface AnswerPage extends AnswerFilter {
  limit: number;
  /** Ordinal of the last row before the page; -1 for the first page. */
  after: number;
  /** A reading other than the newest. */
  reading?: number;
}

/** A report's settled asks in order, a page at a time. */
export async function measuredAnswers(
  db: Db,
  report: ReportKey,
  { limit, after, reading, ...filter }: AnswerPage,
): Promise<StoredAnswer[]> {
  const { rows } = await sql<Row>`
    select ${columns} ${from(report, reading)}
      and a.ordinal > ${after} and a.status <> 'pending' ${matching(filter)}
    order by a.ordinal limit ${limit}`.execute(db);
  return rows.map(answerOf);
}

/** How many answers a report, or a part of it, has, and how many it has with those still to come. */
export async function countAnswers(
  db: Db,
  { projectId, id, createdAt }: ReportKey,
  filter: AnswerFilter,
): Promise<AnswersSoFar> {
  const { rows } = await sql<AnswersSoFar>`
    select count(*) filter (where a.status = 'ok')::int as "answersIn",
      count(*) filter (where a.status in ('ok', 'pending'))::int as "answersAsked" from asks a
    where a.project_id = ${projectId} and a.report_id = ${id} and a.created_at = ${createdAt}::timestamptz
      ${matching(filter)}`.execute(db);
  return rows[0]!;
}

/** What a call to each assistant of a report cost on average, USD, over the calls whose cost is known. */
export async function meanCosts(
  db: Db,
  { projectId, id, createdAt }: ReportKey,
): Promise<Map<Provider, number>> {
  const { rows } = await sql<{ provider: Provider; cost: number }>`
    select provider, avg(cost_usd) as cost from asks
    where project_id = ${projectId} and report_id = ${id} and created_at = ${createdAt}::timestamptz
      and cost_usd is not null
    group by provider`.execute(db);
  return new Map(rows.map(({ provider, cost }) => [provider, cost]));
}

/** One answer with its text; undefined if no such ask exists. The text is null while there is none that has been read. */
export async function findAnswer(
  db: Db,
  report: ReportKey,
  promptKey: string,
  provider: Provider,
  sample: number,
): Promise<AnswerWithText | undefined> {
  const { rows } = await sql<RowWithText>`
    select ${columns}, case when a.status <> 'pending' then ${wholeText(sql`a.answer`)} end as text, a.truncated,
      coalesce(a.declined, false) as declined, a.citations ${from(report)}
      and a.prompt_key = ${promptKey} and a.provider = ${provider} and a.sample = ${sample}
    order by a.ordinal limit 1`.execute(db);
  return rows[0] && answerWithTextOf(rows[0]);
}

/** How much of the answers to read. */
export interface AnswerBeginnings {
  /** Most answers to a prompt. */
  perPrompt: number;
  /** Most characters of each. */
  length: number;
}

/** How the first answers of a report to each prompt begin, past a thought before them, by the prompt's key: one of each assistant, then further ones. */
export async function answerBeginnings(
  db: Db,
  report: ReportKey,
  { perPrompt, length }: AnswerBeginnings,
): Promise<Map<string, string[]>> {
  const firsts = await firstAnswers(db, report, perPrompt);
  const texts = new Map<string, string[]>();
  for (let at = 0; at < firsts.length; at += beginningsPerStatement) {
    const some = firsts.slice(at, at + beginningsPerStatement).map(({ ordinal }) => ordinal);
    const { rows } = await sql<{ ordinal: number; text: string }>`
      select ordinal, ${wholeText(sql`substr(answer, begins, ${length})`)} as text
      from (
        select a.ordinal, a.answer, case when (ar.data->'notShown'->0->>'start')::int = 0
            then (ar.data->'notShown'->0->>'end')::int + 1 else 1 end as begins ${from(report)}
          and a.ordinal = any(${some}::int[])) first`.execute(db);
    const beginnings = new Map(rows.map(({ ordinal, text }) => [ordinal, text]));
    for (const { promptKey, ordinal } of firsts.slice(at, at + beginningsPerStatement)) {
      const text = beginnings.get(ordinal);
      if (text !== undefined) texts.set(promptKey, [...(texts.get(promptKey) ?? []), text]);
    }
  }
  return texts;
}

/** A reading can be some hundred KB, and the store opens each to see where a thought ends. */
const beginningsPerStatement = 50;

/** Which answers come first for each prompt, without opening any. */
async function firstAnswers(
  db: Db,
  { projectId, id, createdAt }: ReportKey,
  perPrompt: number,
): Promise<{ promptKey: string; ordinal: number }[]> {
  const { rows } = await sql<{ promptKey: string; ordinal: number }>`
    select prompt_key as "promptKey", ordinal from (
      select a.prompt_key, a.ordinal, row_number() over (partition by a.prompt_key order by a.sample, a.ordinal) as place
      from asks a where a.project_id = ${projectId} and a.report_id = ${id} and a.created_at = ${createdAt}::timestamptz
        and a.status = 'ok' and a.answer is not null) first
    where place <= ${perPrompt} order by prompt_key, place`.execute(db);
  return rows;
}

/**
 * `created_at` names the partition; without it every month would be searched.
 * @NOTE A store without statistics of a new report would join all of its readings to each answer: as rows of its own, each
 * reading is looked up, which takes a quarter of the time without statistics and no longer with them.
 */
export const from = (
  { projectId, id, createdAt, reading: newest }: ReportKey,
  reading = newest,
): RawBuilder<unknown> => sql`
  from asks a left join lateral (
    select r.branded, r.data from answer_readings r
    where r.project_id = a.project_id and r.report_id = a.report_id and r.ordinal = a.ordinal
      and r.created_at = ${createdAt}::timestamptz and r.reading = ${Math.max(1, reading)} limit 1) ar on true
  where a.project_id = ${projectId} and a.report_id = ${id} and a.created_at = ${createdAt}::timestamptz`;

export const columns = sql`a.id, a.ordinal, a.prompt_key as "promptKey", a.prompt, a.intent,
  coalesce(ar.branded, a.branded) as branded, a.provider, a.surface, a.model, a.sample, a.status,
  a.error_code as "errorCode", a.answered_at as "answeredAt", a.latency_ms as "latencyMs", a.cost_usd as "costUsd",
  a.searched, a.queries as searches, coalesce(a.citations_left_out, 0) as "citationsLeftOut", ar.data as reading`;

export type Row = Omit<StoredAnswer, "status" | "answeredAt" | "searches" | "reading"> & {
  status: StoredAnswer["status"] | "pending";
  answeredAt: Date | null;
  searches: string[] | null;
  reading: Reading | null;
};

export type RowWithText = Row &
  Pick<AnswerWithText, "text" | "truncated" | "declined"> & { citations: GivenCitation[] | null };

export const answerOf = ({ answeredAt, status, errorCode, searches, ...row }: Row): StoredAnswer => ({
  ...row,
  searches: searches ?? [],
  // A pending ask has no figures, nor has an answer that only another reading could read.
  status: "failed",
  errorCode: status === "ok" ? unreadable : status === "pending" ? pending : errorCode,
  ...(row.reading && measuredReading(row.reading)),
  answeredAt: rfc3339OrNull(answeredAt),
});

export const answerWithTextOf = ({
  text,
  truncated,
  declined,
  citations,
  ...row
}: RowWithText): AnswerWithText => ({
  ...answerOf(row),
  text,
  truncated,
  declined,
  citations: citations ?? [],
});
