import type { SourceUrl } from "../../figures/metrics/sources.ts";
import { byText } from "../../reader/text/order.ts";
import { type Closure, isOld, type RedditThread, withoutPeople } from "../outbound/reddit/thread.ts";
import { redditThreadOf } from "../outbound/reddit/url.ts";
import { type Cited, type RedditTopic, type Relevance, relevanceOf } from "./relevance.ts";
import { type BrandFacts, replyDraft } from "./reply.ts";

/** A thread to reply to. */
export interface RedditOpportunity {
  thread: Omit<RedditThread, "text" | "closure">;
  relevance: Relevance;
  /** Null if nothing is known. */
  draft: string | null;
}

/** A thread that may be an opportunity. */
export interface Candidate {
  thread: RedditThread;
  cited: Cited | null;
}

export type DropReason = Closure | "old" | "unrelated";

/** Threads that score less are more often than not about something else. */
const leastScore = 20;
const longestTitle = 300;

/** Judges a candidate: an opportunity, or why it is not one. */
export function judgeThread(
  topic: RedditTopic,
  facts: BrandFacts,
  { thread, cited }: Candidate,
  now: Date,
): RedditOpportunity | DropReason {
  const { text: _, closure, ...threadFields } = thread;
  if (closure) return closure;
  if (isOld(thread, cited !== null, now)) return "old";
  const relevance = relevanceOf(topic, thread, cited, now);
  if (!relevance || (!cited && relevance.score < leastScore)) return "unrelated";
  const title = [...withoutPeople(threadFields.title)].slice(0, longestTitle).join("");
  return { thread: { ...threadFields, title }, relevance, draft: replyDraft(facts, relevance) };
}

/** A thread that a report's answers cite, as far as the report knows it. */
export interface CitedThread extends Cited {
  threadId: string;
  /** Null if only short links name it. */
  subreddit: string | null;
  title: string | null;
}

const mostCited = 100;

/** The Reddit threads among the cited pages, the most cited first, at most 100. */
export function citedThreads(urls: readonly SourceUrl[]): CitedThread[] {
  const threads = new Map<string, CitedThread>();
  for (const { url, title, citations, promptKeys } of urls) {
    const address = redditThreadOf(url);
    if (!address) continue;
    const before = threads.get(address.threadId);
    threads.set(address.threadId, {
      threadId: address.threadId,
      subreddit: before?.subreddit ?? address.subreddit,
      title: before?.title ?? title,
      citations: citations + (before?.citations ?? 0),
      promptKeys: [...new Set([...(before?.promptKeys ?? []), ...promptKeys])],
    });
  }
  return [...threads.values()]
    .sort((a, b) => b.citations - a.citations || byText(a.threadId, b.threadId))
    .slice(0, mostCited);
}

/** A cited thread that was not looked up on Reddit; null if its community is unknown. */
export function unseenThread({ threadId, subreddit, title }: CitedThread): RedditThread | null {
  if (subreddit === null) return null;
  return {
    ...{ threadId, subreddit, text: "", closure: null, postedAt: null, upvotes: null, commentCount: null },
    title: titleOf(title ?? "") || `A thread in r/${subreddit}`,
  };
}

/** Engines wrap a page's title in the site's name: "r/crm on Reddit: Which one?", "Which one? : r/crm". */
const titleOf = (title: string): string =>
  title
    .replace(/^r\/\w+ on Reddit:\s*/i, "")
    .replace(/\s*[:|–-]\s*(?:r\/\w+|reddit(?:\.com)?)\s*$/i, "")
    .trim();
