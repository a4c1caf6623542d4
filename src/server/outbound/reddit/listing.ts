import { RedditError } from "./error.ts";
import type { Closure, RedditThread } from "./thread.ts";
import { isSubreddit, isThreadId } from "./url.ts";

const longestTitle = 1_000;
const longestText = 40_000;
const mostThreads = 100;

/**
 * The threads of a listing, as search and lookups return it. Anything that is not a community's thread is left out; the
 * author is read only to learn whether there still is one. Throws RedditError if it is not a listing.
 */
export function threadsIn(listing: unknown): RedditThread[] {
  const { kind, data } = objectIn(listing);
  const { children } = objectIn(data);
  if (kind !== "Listing" || !Array.isArray(children)) throw new RedditError("bad_answer");
  return children.slice(0, mostThreads).flatMap((child) => {
    const thread = threadOf(objectIn(child));
    return thread ? [thread] : [];
  });
}

function threadOf({ kind, data }: Fields): RedditThread | null {
  const post = objectIn(data);
  const { id, subreddit, title } = post;
  if (kind !== "t3" || typeof id !== "string" || typeof subreddit !== "string") return null;
  if (!isThreadId(id) || !isSubreddit(subreddit) || typeof title !== "string") return null;
  return {
    threadId: id,
    subreddit,
    title: title.slice(0, longestTitle).toWellFormed(),
    text: typeof post.selftext === "string" ? post.selftext.slice(0, longestText).toWellFormed() : "",
    postedAt: timeOf(post.created_utc),
    upvotes: countOf(post.score),
    commentCount: countOf(post.num_comments),
    closure: closureOf(post),
  };
}

function closureOf(post: Fields): Closure | null {
  if (post.author === "[deleted]" || post.author === null || isSet(post.removed_by_category))
    return "removed";
  if (post.selftext === "[removed]" || post.selftext === "[deleted]") return "removed";
  if (post.locked === true) return "locked";
  if (post.archived === true) return "archived";
  if (post.over_18 === true || post.quarantine === true) return "adult";
  const { subreddit_type: type } = post;
  if (type === "archived") return "archived";
  return type === undefined || type === "public" || type === "restricted" ? null : "private";
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** Seconds since the epoch, from Reddit's first year to the end of the century. */
function timeOf(seconds: unknown): string | null {
  const plausible = typeof seconds === "number" && seconds > 1.1e9 && seconds < 4.2e9;
  return plausible ? new Date(1_000 * seconds).toISOString() : null;
}

const countOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) < 2 ** 31 ? value : null;

type Fields = Record<string, unknown>;

const objectIn = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
