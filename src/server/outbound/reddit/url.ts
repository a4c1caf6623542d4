/** A thread as its address identifies it. */
export interface RedditAddress {
  /** Base 36, as in `t3_…`. */
  threadId: string;
  /** Null for short links, which do not contain it. */
  subreddit: string | null;
}

const isReddit = /^(?:[a-z0-9-]+\.)*reddit\.com$/;
const inSubreddit = /^\/r\/([^/]+)\/comments\/([^/]+)/i;
const bare = /^\/(?:comments|gallery)\/([^/]+)/i;

/**
 * The thread that a Reddit address leads to, including comment and short links; null for anything else. Posts on
 * people's own pages do not count: their addresses name a person.
 */
export function redditThreadOf(url: string): RedditAddress | null {
  const page = URL.parse(url);
  if (!page || (page.protocol !== "https:" && page.protocol !== "http:")) return null;
  if (page.hostname === "redd.it" || page.hostname === "www.redd.it")
    return addressOf(page.pathname.split("/")[1], null);
  if (!isReddit.test(page.hostname)) return null;
  const [, subreddit, threadId] = inSubreddit.exec(page.pathname) ?? [];
  if (subreddit) return isSubreddit(subreddit) ? addressOf(threadId, subreddit) : null;
  return addressOf(bare.exec(page.pathname)?.[1], null);
}

/** The address of a thread, without its title, which may hold anything. */
export const threadUrl = ({ threadId, subreddit }: { threadId: string; subreddit: string }): string =>
  `https://www.reddit.com/r/${subreddit}/comments/${threadId}/`;

/** Whether this names a community. Names that begin with `u_` are people's own pages. */
export const isSubreddit = (name: string): boolean =>
  /^[a-z0-9][a-z0-9_]{1,20}$/i.test(name) && !/^u_/i.test(name);

export const isThreadId = (id: string): boolean => /^[a-z0-9]{2,13}$/.test(id);

function addressOf(id: string | undefined, subreddit: string | null): RedditAddress | null {
  const threadId = id?.toLowerCase() ?? "";
  return isThreadId(threadId) ? { threadId, subreddit } : null;
}
