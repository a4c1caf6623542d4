import { type Selectable, sql } from "kysely";
import { type Db, rfc3339, rfc3339OrNull } from "../db/db.ts";
import type { Schema } from "../db/schema.ts";
import { storableJson, storableText } from "../db/storable.ts";
import { canonicalUuid, newId } from "../kernel/id.ts";
import type { RedditOpportunity } from "./opportunity.ts";
import type { Relevance } from "./relevance.ts";

/** A stored thread that is worth a reply. Times are RFC 3339 UTC. */
export interface RedditThreadRow {
  id: string;
  threadId: string;
  subreddit: string;
  title: string;
  postedAt: string | null;
  /** When it was last found. */
  foundAt: string;
  upvotes: number | null;
  commentCount: number | null;
  relevance: Relevance;
  dismissed: boolean;
  draft: { text: string; updatedAt: string } | null;
}

/** Days that a thread stays current without being found again. Source: docs/reddit.md. */
const currentDays = 30;
/** Days that it is remembered, so that a dismissed thread stays dismissed when it is found again. */
const rememberedDays = 180;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);

export interface ThreadPage {
  limit: number;
  /** Where the previous page ended. */
  after: { score: number; id: string } | null;
  now: Date;
  /** Keys of prompts, of which a thread is about one at least; by default any thread. */
  about?: readonly string[];
}

/** A project's current threads, the most relevant first: not dismissed, and found lately. */
export async function currentThreads(
  db: Db,
  projectId: string,
  page: ThreadPage,
): Promise<RedditThreadRow[]> {
  const { limit, after, now, about } = page;
  let query = db
    .selectFrom("reddit_threads")
    .where("project_id", "=", projectId)
    .where("dismissed", "=", false)
    .where("found_at", ">=", daysBefore(now, currentDays));
  if (about) query = query.where(sql<boolean>`(relevance -> 'promptKeys') ?| ${[...about]}::text[]`);
  if (after) {
    const { score, id } = after;
    // The first condition matches the beginning of the index.
    query = query
      .where("score", "<=", score)
      .where(sql<boolean>`(-score, id) > (-${score}::double precision, ${id}::uuid)`);
  }
  const rows = await query.selectAll().orderBy("score", "desc").orderBy("id").limit(limit).execute();
  return rows.map(threadOf);
}

/** Reddit's ids of the threads that a project remembers and shows, or would show if they were not dismissed. */
export async function rememberedThreadIds(db: Db, projectId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("reddit_threads")
    .where("project_id", "=", projectId)
    .where("found_at", ">=", daysBefore(now, currentDays))
    .select("thread_id")
    .orderBy("found_at", "desc")
    .limit(500)
    .execute();
  return rows.map(({ thread_id }) => thread_id);
}

/** What a refresh found out about a thread. */
export interface FoundThread extends RedditOpportunity {
  /** False if it was only looked up because it was already known. */
  isFound: boolean;
}

/**
 * Merges what a refresh found into what is stored, in the given transaction: the owner's decisions (dismissed, their own
 * draft) stay, and threads not seen this time keep their last figures.
 */
export async function putThreads(
  db: Db,
  projectId: string,
  threads: readonly FoundThread[],
  now: Date,
): Promise<void> {
  for (const { thread, relevance, draft, isFound } of threads) {
    const figures = {
      posted_at: thread.postedAt,
      upvotes: thread.upvotes,
      comment_count: thread.commentCount,
    };
    await db
      .insertInto("reddit_threads")
      .values({
        project_id: projectId,
        id: newId(),
        thread_id: thread.threadId,
        subreddit: thread.subreddit,
        title: storableText(thread.title),
        ...figures,
        found_at: now,
        score: relevance.score,
        relevance: storableJson(relevance),
        draft,
        draft_at: draft === null ? null : now,
      })
      .onConflict((conflict) =>
        conflict.columns(["project_id", "thread_id"]).doUpdateSet({
          subreddit: sql`excluded.subreddit`,
          title: sql`excluded.title`,
          posted_at: sql`coalesce(excluded.posted_at, reddit_threads.posted_at)`,
          upvotes: sql`coalesce(excluded.upvotes, reddit_threads.upvotes)`,
          comment_count: sql`coalesce(excluded.comment_count, reddit_threads.comment_count)`,
          ...(isFound ? { found_at: now } : {}),
          score: sql`excluded.score`,
          relevance: sql`excluded.relevance`,
          draft: sql`case when reddit_threads.draft_kept then reddit_threads.draft else excluded.draft end`,
          draft_at: sql`case when reddit_threads.draft_kept or reddit_threads.draft is not distinct from excluded.draft
            then reddit_threads.draft_at else excluded.draft_at end`,
        }),
      )
      .execute();
  }
}

/**
 * Deletes threads that nobody can reply to any more, those off topic unless their owner wrote a draft for them, and
 * those not found for half a year.
 */
export async function dropThreads(
  db: Db,
  projectId: string,
  { closed, unrelated }: { closed: readonly string[]; unrelated: readonly string[] },
  now: Date,
): Promise<void> {
  await sql`
    delete from reddit_threads where project_id = ${projectId} and (thread_id = any(${[...closed]}::text[])
      or thread_id = any(${[...unrelated]}::text[]) and not draft_kept
      or found_at < ${daysBefore(now, rememberedDays)})`.execute(db);
}

export interface ThreadChange {
  dismissed?: boolean;
  /** Null clears the draft. */
  draft?: string | null;
}

/** Stores the owner's decision about a thread; undefined if the project has no such thread. */
export async function changeThread(
  db: Db,
  projectId: string,
  id: string,
  { dismissed, draft }: ThreadChange,
  now: Date,
): Promise<RedditThreadRow | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  const row = await db
    .updateTable("reddit_threads")
    .set({
      // So that there is always something to set.
      thread_id: sql`thread_id`,
      ...(dismissed === undefined ? {} : { dismissed }),
      ...(draft === undefined ? {} : { draft, draft_at: draft === null ? null : now, draft_kept: true }),
    })
    .where("project_id", "=", projectId)
    .where("id", "=", uuid)
    .returningAll()
    .executeTakeFirst();
  return row && threadOf(row);
}

const threadOf = (row: Selectable<Schema["reddit_threads"]>): RedditThreadRow => ({
  id: row.id,
  threadId: row.thread_id,
  subreddit: row.subreddit,
  title: row.title,
  postedAt: rfc3339OrNull(row.posted_at),
  foundAt: rfc3339(row.found_at),
  upvotes: row.upvotes,
  commentCount: row.comment_count,
  relevance: row.relevance,
  dismissed: row.dismissed,
  draft: row.draft === null ? null : { text: row.draft, updatedAt: rfc3339(row.draft_at!) },
});
