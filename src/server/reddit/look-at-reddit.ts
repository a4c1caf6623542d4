import type { Log } from "../kernel/log.ts";
import type { RedditThread } from "../outbound/reddit/thread.ts";
import type { Failure } from "../reports/report-end.ts";
import type { CitedThread } from "./opportunity.ts";

/** What the job needs of Reddit; `outbound/` implements it. Its errors have a `kind`. */
export interface RedditSource {
  search(query: string, signal: AbortSignal): Promise<RedditThread[]>;
  /** Those of these threads that are visible. */
  threads(ids: readonly string[], signal: AbortSignal): Promise<RedditThread[]>;
}

/** What Reddit showed. */
export interface Seen {
  threads: Map<string, RedditThread>;
  /** Those of them that a search found. */
  searched: Set<string>;
  /** Threads that were looked up by id; if they are missing, they are gone. */
  lookedUp: string[];
  /** Why Reddit did not show everything. */
  failure: Failure | null;
}

/** What is looked for. */
export interface Wanted {
  queries: readonly string[];
  cited: readonly CitedThread[];
  /** Ids of threads that are already known. */
  knownIds: readonly string[];
}

/** Milliseconds, including waits for Reddit's rate-limit windows. */
const longestMs = 25 * 60_000;

/** Searches, then looks up what is cited or known. What was seen before a failure counts. Never rejects. */
export async function lookAtReddit(
  reddit: RedditSource | null,
  { queries, cited, knownIds }: Wanted,
  { stop, log }: { stop: AbortSignal; log: Log },
): Promise<Seen> {
  const lookup: Seen = { threads: new Map(), searched: new Set(), lookedUp: [], failure: null };
  if (!reddit) return lookup;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(longestMs)]);
  try {
    for (const query of queries) {
      for (const thread of await reddit.search(query, signal)) {
        lookup.threads.set(thread.threadId, thread);
        lookup.searched.add(thread.threadId);
      }
    }
    const wantedIds = new Set([...cited.map(({ threadId }) => threadId), ...knownIds]);
    const ids = [...wantedIds].filter((id) => !lookup.threads.has(id));
    for (const thread of await reddit.threads(ids, signal)) lookup.threads.set(thread.threadId, thread);
    lookup.lookedUp = ids;
  } catch (error) {
    if (stop.aborted) return lookup;
    log.warn({ err: error }, "Reddit was not searched to the end");
    lookup.failure = failureOf(error);
  }
  return lookup;
}

const failures: Record<string, Failure> = {
  rate_limited: {
    code: "REDDIT_RATE_LIMITED",
    message: "Reddit's rate limit stopped the search before it was complete.",
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
    message: "Reddit's answer was not a list of threads.",
    retryable: true,
  },
};

const failureOf = (error: unknown): Failure =>
  failures[String((error as { kind?: unknown }).kind)] ?? {
    code: "REDDIT_UNAVAILABLE",
    message: "Reddit could not be reached.",
    retryable: true,
  };
