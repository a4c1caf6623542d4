import { type Project, trackedBrands } from "../domain/project.ts";
import {
  type Candidate,
  type CitedThread,
  citedThreads,
  type DropReason,
  judgeThread,
  type RedditOpportunity,
  unseenThread,
} from "../domain/reddit-opportunity.ts";
import { compileTopic } from "../domain/reddit-relevance.ts";
import { redditQueries } from "../domain/reddit-search.ts";
import type { RedditThread } from "../domain/reddit-thread.ts";
import type { Log } from "../kernel/log.ts";
import type { Db } from "../store/db.ts";
import { listPrompts } from "../store/prompts.ts";
import { endRefresh, projectToRefresh } from "../store/reddit-refreshes.ts";
import { dropThreads, type FoundThread, putThreads, rememberedThreadIds } from "../store/reddit-threads.ts";
import type { Failure } from "../store/report-end.ts";
import { latestReport, type Report } from "../store/reports.ts";
import type { RefreshResult } from "../store/schema.ts";
import { redditQueue, within } from "./boss.ts";
import type { Pace } from "./pace.ts";
import type { JobQueue, RefreshJob } from "./queue.ts";

/** What is needed of Reddit; that of `outside/` is one. What it throws has a `kind`. */
export interface RedditSource {
  search(query: string, signal: AbortSignal): Promise<RedditThread[]>;
  /** Those of these threads that can be seen. */
  threads(ids: readonly string[], signal: AbortSignal): Promise<RedditThread[]>;
}

export interface RefreshParts {
  db: Db;
  queue: JobQueue;
  pace: Pace;
  /** Null: threads that the answers cite are all there is. */
  reddit: RedditSource | null;
  stop: AbortSignal;
  now(): Date;
  log: Log;
}

const mostOpportunities = 100;
/** Waiting for Reddit's windows included. */
const longestMs = 25 * 60_000;

/**
 * Looks for threads that are worth a reply, and stores them in place of what was known. Done twice, the second time
 * changes nothing. False where it was stopped.
 */
export async function refreshOpportunities(parts: RefreshParts, job: RefreshJob): Promise<boolean> {
  const { db, pace, reddit, stop, now, log } = parts;
  const project = await projectToRefresh(db, job);
  if (!project) return forget(parts, job);
  const terms = await termsOf(db, project);
  const known = await rememberedThreadIds(db, project.id, now());
  const seen = reddit ? await lookAt(reddit, terms, known, parts) : nothingSeen;
  if (stop.aborted) return false;

  const judged = await Promise.all(
    candidatesOf(terms, seen).map(({ candidate, found }) =>
      pace(() => ({ candidate, found, verdict: judgeThread(terms.topic, terms.facts, candidate, now()) })),
    ),
  );
  const gone = seen.lookedUp.filter((id) => !seen.threads.has(id));
  const outcome = sorted(judged, gone, known);
  const result: RefreshResult = {
    searched: reddit !== null && seen.failure === null,
    threads: judged.length + gone.length,
    opportunities: outcome.kept.length,
    dropped: outcome.dropped,
    failure: seen.failure,
  };
  const status = seen.failure ? "partial" : "completed";
  await db.transaction().execute(async (db) => {
    if (await endRefresh(db, job, status, result, now())) {
      await putThreads(db, project.id, outcome.kept, now());
      await dropThreads(db, project.id, outcome, now());
    }
    await parts.queue.boss.deleteJob(redditQueue, [job.refreshId], within(db));
  });
  log.info(
    { refresh: job.refreshId, user_id: project.userId, status, code: seen.failure?.code, ...result.dropped },
    "looked for Reddit threads",
  );
  return true;
}

/** Ends a refresh that cannot be done. */
export async function endAsFault({ db, queue, now }: RefreshParts, job: RefreshJob): Promise<void> {
  const failure = { code: "INTERNAL_ERROR", message: "The search could not be completed.", retryable: true };
  const nothing = { searched: false, threads: 0, opportunities: 0, dropped: {}, failure };
  await db.transaction().execute(async (db) => {
    await endRefresh(db, job, "failed", nothing, now());
    await queue.boss.deleteJob(redditQueue, [job.refreshId], within(db));
  });
}

/** Its project has gone, or it has ended already. */
async function forget({ queue }: RefreshParts, { refreshId }: RefreshJob): Promise<true> {
  await queue.boss.deleteJob(redditQueue, [refreshId]);
  return true;
}

/** What is looked for, and what the newest report says. */
async function termsOf(db: Db, project: Project) {
  const { id, brand, about, domain, websiteUrl, language } = project;
  const report = await latestReport(db, id, "main");
  const tracked = trackedBrands(project);
  const prompts = losingFirst(await listPrompts(db, id), report);
  // What the sandbox cites is made up.
  const cited = report?.scored && !report.sandbox ? citedThreads(report.scored.sources.urls) : [];
  const url = websiteUrl ?? (domain === null ? null : `https://${domain}/`);
  return {
    cited,
    topic: compileTopic(tracked, prompts, language),
    facts: { brand, about, url, language },
    queries: redditQueries(prompts, tracked, language),
  };
}

type Terms = Awaited<ReturnType<typeof termsOf>>;

function losingFirst<P extends { promptKey: string }>(
  prompts: readonly P[],
  report: Report | undefined,
): P[] {
  const losing = new Set(report?.scored?.losingPrompts.map(({ promptKey }) => promptKey));
  return [
    ...prompts.filter(({ promptKey }) => losing.has(promptKey)),
    ...prompts.filter(({ promptKey }) => !losing.has(promptKey)),
  ];
}

/** What Reddit showed. */
interface Seen {
  threads: Map<string, RedditThread>;
  /** Of these, those that a search found. */
  searched: Set<string>;
  /** Threads that were asked for by their ids, and whose absence therefore says that they are gone. */
  lookedUp: string[];
  /** Why it did not show everything. */
  failure: Failure | null;
}

const nothingSeen: Seen = { threads: new Map(), searched: new Set(), lookedUp: [], failure: null };

/** Searches, then looks up what is cited or known. What was seen before a failure counts. */
async function lookAt(
  reddit: RedditSource,
  { cited, queries }: Terms,
  known: readonly string[],
  { stop, log }: Pick<RefreshParts, "stop" | "log">,
): Promise<Seen> {
  const seen: Seen = { threads: new Map(), searched: new Set(), lookedUp: [], failure: null };
  const signal = AbortSignal.any([stop, AbortSignal.timeout(longestMs)]);
  try {
    for (const query of queries) {
      for (const thread of await reddit.search(query, signal)) {
        seen.threads.set(thread.threadId, thread);
        seen.searched.add(thread.threadId);
      }
    }
    const wanted = new Set([...cited.map(({ threadId }) => threadId), ...known]);
    const ids = [...wanted].filter((id) => !seen.threads.has(id));
    for (const thread of await reddit.threads(ids, signal)) seen.threads.set(thread.threadId, thread);
    seen.lookedUp = ids;
  } catch (error) {
    if (stop.aborted) return seen;
    log.warn({ err: error }, "Reddit was not searched to the end");
    seen.failure = failureOf(error);
  }
  return seen;
}

/** Every thread once; a cited one that Reddit did not show is taken as the report knows it, unless it is gone. */
function candidatesOf({ cited }: Terms, seen: Seen): { candidate: Candidate; found: boolean }[] {
  const citations = new Map<string, CitedThread>(cited.map((one) => [one.threadId, one]));
  const lookedUp = new Set(seen.lookedUp);
  const unseen = cited
    .filter(({ threadId }) => !seen.threads.has(threadId) && !lookedUp.has(threadId))
    .flatMap((one) => unseenThread(one) ?? []);
  return [...seen.threads.values(), ...unseen].map((thread) => {
    const one = citations.get(thread.threadId) ?? null;
    return { candidate: { thread, cited: one }, found: one !== null || seen.searched.has(thread.threadId) };
  });
}

interface Judged {
  candidate: Candidate;
  found: boolean;
  verdict: RedditOpportunity | DropReason;
}

function sorted(judged: readonly Judged[], gone: readonly string[], known: readonly string[]) {
  const dropped: Partial<Record<DropReason, number>> = gone.length > 0 ? { removed: gone.length } : {};
  const [closed, unrelated]: [string[], string[]] = [[...gone], []];
  const kept: FoundThread[] = [];
  for (const { candidate, found, verdict } of judged) {
    if (typeof verdict === "object") {
      kept.push({ ...verdict, found });
      continue;
    }
    dropped[verdict] = (dropped[verdict] ?? 0) + 1;
    (verdict === "unrelated" ? unrelated : closed).push(candidate.thread.threadId);
  }
  const remembered = new Set(known);
  kept.sort((a, b) => b.relevance.score - a.relevance.score);
  // Those that are known are looked up each time, so they must not grow without end.
  const shown = kept.filter(
    ({ thread }, place) => place < mostOpportunities || remembered.has(thread.threadId),
  );
  return { kept: shown, dropped, closed, unrelated };
}

const failures: Record<string, Failure> = {
  rate_limited: {
    code: "REDDIT_RATE_LIMITED",
    message: "Reddit's limit on calls kept the search from ending.",
    retryable: true,
  },
  bad_key: {
    code: "REDDIT_KEY_REFUSED",
    message: "Reddit refused this server's credentials.",
    retryable: false,
  },
  refused: { code: "REDDIT_REFUSED", message: "Reddit refused the search.", retryable: false },
  bad_answer: {
    code: "REDDIT_BAD_ANSWER",
    message: "Reddit answered with something that is no list of threads.",
    retryable: true,
  },
};

const failureOf = (error: unknown): Failure =>
  failures[String((error as { kind?: unknown }).kind)] ?? {
    code: "REDDIT_UNAVAILABLE",
    message: "Reddit could not be reached.",
    retryable: true,
  };
