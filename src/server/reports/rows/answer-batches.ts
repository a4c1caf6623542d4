import { type RawBuilder, sql } from "kysely";
import { condenser } from "../../../figures/condense.ts";
import type { Reading } from "../../../reader/reading.ts";
import type { Db } from "../../db/db.ts";
import { wholeText } from "../../db/storable.ts";
import {
  type AnswerFilter,
  type AnswerWithText,
  answerOf,
  answerWithTextOf,
  columns,
  from,
  matching,
  type ReportKey,
  type Row,
  type RowWithText,
  type StoredAnswer,
} from "./answers.ts";

/** A settled ask with as much of its answer's text as was asked for; null if there is none. */
export interface ShownAnswer extends StoredAnswer {
  text: string | null;
  /** It was answered, and the text has since been deleted after its retention. */
  textRemoved: boolean;
}

interface PromptAnswers {
  promptKey: string;
  prompt: string;
  intent: string | null;
  answers: ShownAnswer[];
}

/** What one statement reads at most; one answer that alone is larger is read whole. */
const most = {
  rows: 50,
  /** As stored, which may be compressed: what PostgreSQL unpacks to find out how large it is. */
  packedBytes: 128 * 1024,
  bytes: 256 * 1024,
};

/** How much of the answers' texts comes along; `verbatim`: all that the engine gave, citations too. */
type Texts = "none" | "beginning" | "whole" | "verbatim";

/** Characters of an answer that suffice for an excerpt. */
const excerptLength = 2_000;

const textOf: Record<Texts, RawBuilder<unknown>> = {
  none: sql`null::text`,
  // A thought may fill the beginning: then what is shown is looked for in the whole.
  beginning: sql`case when position('"notShown"' in opened) > 0 then answer else left(answer, ${sql.lit(excerptLength)}) end`,
  whole: sql`answer`,
  verbatim: sql`answer`,
};

interface BatchTerms extends AnswerFilter {
  /** Ordinal of the last row before the first batch; absent: from the beginning. */
  after?: number;
  texts?: Texts;
}

/**
 * A report's settled asks in order, in batches so small that neither reading one nor what is then made of it keeps anybody
 * else waiting. No connection is held between two of them.
 */
export async function* answerBatches(
  db: Db,
  report: ReportKey,
  terms: BatchTerms = {},
): AsyncGenerator<ShownAnswer[]> {
  for await (const rows of batches(db, report, terms))
    yield rows.map(({ text, textRemoved, truncated: _, declined: __, citations: ___, ...row }) => ({
      ...answerOf(row),
      text,
      textRemoved,
    }));
}

/** The same with all that the engine gave, to read them again. */
export async function* answersToReadAgain(db: Db, report: ReportKey): AsyncGenerator<AnswerWithText[]> {
  for await (const rows of batches(db, report, { texts: "verbatim" }))
    yield rows.map(({ textRemoved: _, ...row }) => answerWithTextOf(row));
}

type BatchRow = RowWithText & Pick<ShownAnswer, "textRemoved">;
/** As it is read: the reading is JSON. */
type OpenedRow = Omit<BatchRow, "reading"> & { reading: string | null; candidates: number };

async function* batches(
  db: Db,
  report: ReportKey,
  { after: first = -1, texts = "none", ...filter }: BatchTerms,
): AsyncGenerator<BatchRow[]> {
  const readingInput =
    texts === "verbatim"
      ? sql`a.truncated, coalesce(a.declined, false) as declined, a.citations`
      : sql`false as truncated, false as declined, null::jsonb as citations`;
  const answer = texts === "none" ? sql`null::text` : sql`a.answer`;
  // Of a beginning no more is unpacked than it has.
  const packedText = texts === "beginning" ? sql`0` : sql`octet_length(answer)`;
  const packed = sql`(coalesce(pg_column_size(reading), 0) + coalesce(${packedText}, 0) + coalesce(pg_column_size(citations), 0))`;
  const bytes = sql`(coalesce(octet_length(opened), 0) + coalesce(octet_length(text), 0)
    + coalesce(octet_length(citations::text), 0))`;
  for (let after = first; ; ) {
    // A reading is opened once, and what else is asked of it is asked of its text.
    const { rows } = await sql<OpenedRow>`
      with candidates as materialized (
        select ${columns}, ${answer} as answer, a.status = 'ok' and a.answer is null as "textRemoved", ${readingInput} ${from(report)}
          and a.ordinal > ${after} and a.status <> 'pending' ${matching(filter)}
        order by a.ordinal limit ${most.rows}),
      readings as materialized (
        select ordinal, reading::text as opened, answer, citations from (
          select ordinal, reading, answer, citations, sum(${packed}) over (order by ordinal) - ${packed} as "packedBefore"
          from candidates) measured
        where "packedBefore" < ${most.packedBytes}),
      texts as materialized (select ordinal, opened, ${textOf[texts]} as text, citations from readings),
      fitting as (
        select ordinal, opened, text from (
          select ordinal, opened, text, sum(${bytes}) over (order by ordinal) - ${bytes} as "bytesBefore" from texts) measured
        where "bytesBefore" < ${most.bytes})
      select id, ordinal, "promptKey", prompt, intent, branded, provider, surface, model, sample, status, "errorCode",
        "answeredAt", "latencyMs", "costUsd", searched, searches, "citationsLeftOut", fitting.opened as reading,
        ${wholeText(sql`fitting.text`)} as text, "textRemoved", truncated, declined, citations,
        (select count(1)::int from candidates) as candidates
      from fitting join candidates using (ordinal) order by ordinal`.execute(db);
    if (rows.length === 0) return;
    yield rows.map(({ candidates: _, reading, ...row }) => ({
      ...row,
      reading: reading === null ? null : (JSON.parse(reading) as Reading),
    }));
    if (rows.length < most.rows && rows.length === rows[0]!.candidates) return;
    after = rows.at(-1)!.ordinal;
  }
}

/** Settled asks of a report in order, all unless filtered, with only what its figures are computed from. */
export async function allMeasuredAnswers(
  db: Db,
  report: ReportKey,
  filter: AnswerFilter = {},
): Promise<StoredAnswer[]> {
  const condense = condenser();
  const answers: StoredAnswer[] = [];
  for await (const batch of answerBatches(db, report, filter))
    answers.push(...batch.map(({ text: _, textRemoved: __, ...answer }) => condense(answer)));
  return answers;
}

/** The same of a report under way, and then those of its asks that are still to be settled. */
export async function allAsks(db: Db, report: ReportKey, filter: AnswerFilter = {}): Promise<StoredAnswer[]> {
  // First, so that none is missed; what has settled meanwhile comes with its answer.
  const unsettled = await unsettledAsks(db, report, filter);
  const answers = await allMeasuredAnswers(db, report, filter);
  const settled = new Set(answers.map(({ ordinal }) => ordinal));
  return [...answers, ...unsettled.filter(({ ordinal }) => !settled.has(ordinal))];
}

/** Asks without answers are small. */
const unsettledPerStatement = 1_000;

async function unsettledAsks(
  db: Db,
  { projectId, id, createdAt }: ReportKey,
  filter: AnswerFilter,
): Promise<StoredAnswer[]> {
  const condense = condenser();
  const asks: StoredAnswer[] = [];
  for (let after = -1; ; after = asks.at(-1)!.ordinal) {
    const { rows } = await sql<Row>`
      select a.id, a.ordinal, a.prompt_key as "promptKey", a.prompt, a.intent, a.branded, a.provider, a.surface, a.sample, a.status
      from asks a where a.project_id = ${projectId} and a.report_id = ${id} and a.created_at = ${createdAt}::timestamptz
        and a.ordinal > ${after} and a.status = 'pending' ${matching(filter)}
      order by a.ordinal limit ${unsettledPerStatement}`.execute(db);
    asks.push(...rows.map((row) => condense(answerOf({ ...row, ...unanswered }))));
    if (rows.length < unsettledPerStatement) return asks;
  }
}

const unanswered = {
  ...{ model: null, errorCode: null, answeredAt: null, latencyMs: null, costUsd: null },
  ...{ searched: null, searches: null, citationsLeftOut: 0, reading: null },
};

interface PromptTerms extends AnswerFilter {
  /** Prompts at most. */
  limit: number;
  /** Prompts before the first. */
  offset: number;
  texts: Texts;
}

/** A report's prompts in order with their settled answers, read in such batches as they are asked for. */
export async function* promptsWithAnswers(
  db: Db,
  report: ReportKey,
  { limit, offset, texts, ...filter }: PromptTerms,
): AsyncGenerator<PromptAnswers> {
  const promptAsks = await askedPrompts(db, report, { limit, offset, ...filter });
  for (let first = 0; first < promptAsks.length; ) {
    let [end, answers] = [first + 1, promptAsks[first]!.asks];
    while (end < promptAsks.length && answers + promptAsks[end]!.asks <= most.rows)
      answers += promptAsks[end++]!.asks;
    const group = promptAsks.slice(first, end);
    first = end;
    const prompts = new Map(
      group.map(({ asks: _, ...prompt }) => [prompt.promptKey, { ...prompt, answers: [] as ShownAnswer[] }]),
    );
    const terms = { ...filter, promptKeys: [...prompts.keys()], texts };
    for await (const batch of answerBatches(db, report, terms))
      for (const answer of batch) prompts.get(answer.promptKey)!.answers.push(answer);
    yield* prompts.values();
  }
}

interface AskedPrompt extends Omit<PromptAnswers, "answers"> {
  asks: number;
}

// Asked for by itself: joined to its answers, a report that PostgreSQL has no statistics of yet would be read once per prompt.
async function askedPrompts(
  db: Db,
  { projectId, id, createdAt }: ReportKey,
  { limit, offset, ...filter }: Omit<PromptTerms, "texts">,
): Promise<AskedPrompt[]> {
  const { rows } = await sql<AskedPrompt>`
    select a.prompt_key as "promptKey", min(a.prompt) as prompt, min(a.intent) as intent, count(*)::int as asks from asks a
    where a.project_id = ${projectId} and a.report_id = ${id} and a.created_at = ${createdAt}::timestamptz
      ${matching(filter)}
    group by a.prompt_key order by min(a.ordinal) limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** What is there of a reading at this moment. */
interface ReadingExtent {
  /** Settled asks. */
  rows: number;
  /** Keys of the prompts that name a tracked brand. */
  branded: Set<string>;
}

/** How many rows a report has, and which of its prompts are branded in this reading. */
export async function extentOf(db: Db, report: ReportKey, filter: AnswerFilter): Promise<ReadingExtent> {
  const { rows } = await sql<{ promptKey: string; asks: number; branded: boolean }>`
    select a.prompt_key as "promptKey", count(*)::int as asks, coalesce(bool_or(ar.branded), bool_or(a.branded)) as branded
    ${from(report)} and a.status <> 'pending' ${matching(filter)} group by a.prompt_key`.execute(db);
  return {
    rows: rows.reduce((sum, { asks }) => sum + asks, 0),
    branded: new Set(rows.flatMap(({ promptKey, branded }) => (branded ? promptKey : []))),
  };
}
