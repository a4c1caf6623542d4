/** What was seen of a Reddit thread. Its authors are never stored. */
export interface RedditThread {
  /** Base 36, as in `t3_…`. */
  threadId: string;
  subreddit: string;
  title: string;
  /** What its author asks, Markdown; empty if unknown. Read but never stored. */
  text: string;
  /** RFC 3339 UTC; this and the next two are null if unknown. */
  postedAt: string | null;
  upvotes: number | null;
  commentCount: number | null;
  /** Why nobody can or should reply to it; null if that is possible, or unknown. */
  closure: Closure | null;
}

export const closures = ["locked", "archived", "removed", "private", "adult"] as const;
export type Closure = (typeof closures)[number];

/**
 * Days after which a conversation is over. Threads that assistants cite are read through them for longer.
 */
export const oldestDays = { uncited: 90, cited: 365 };

/** Whether the conversation is over; false if its age is unknown. */
export function isOld({ postedAt }: Pick<RedditThread, "postedAt">, cited: boolean, now: Date): boolean {
  return postedAt !== null && daysSince(postedAt, now) > (cited ? oldestDays.cited : oldestDays.uncited);
}

export const daysSince = (time: string, now: Date): number =>
  Math.max(0, now.getTime() - Date.parse(time)) / 86_400_000;

/** Removes people's names from a title: `u/somebody` and links to their pages. */
export const withoutPeople = (text: string): string =>
  text
    .replaceAll(/(?:https?:\/\/)?(?:[a-z0-9-]+\.)*reddit\.com\/(?:u|user)\/[\w-]+[^\s)\]]*/gi, "somebody")
    .replaceAll(/(?<![\w/])\/?(?:u|user)\/[\w-]{2,}/gi, "somebody")
    .replaceAll(/(?<!\w)u_[\w-]{2,}/gi, "somebody");
