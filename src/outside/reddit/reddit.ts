import type { RedditThread } from "../../domain/reddit/thread.ts";
import { openRedditLine, type RedditSettings, type Surroundings } from "./line.ts";
import { threadsIn } from "./listing.ts";

export type { RedditSettings } from "./line.ts";

/** Reddit, as a registered client may read it. It only reads. Throws only RedditError. */
export interface Reddit extends AsyncDisposable {
  /** Threads of the last month that match a query, the closest first; at most 25. */
  search(query: string, signal: AbortSignal): Promise<RedditThread[]>;
  /** Those of these threads that are visible, in any order. */
  threads(ids: readonly string[], signal: AbortSignal): Promise<RedditThread[]>;
}

const threadsPerSearch = "25";
const threadsPerLookup = 100;

export function createReddit(settings: RedditSettings, surroundings?: Surroundings): Reddit {
  const line = openRedditLine(settings, surroundings);
  return {
    async search(query, signal) {
      const parameters = { q: query, type: "link", sort: "relevance", t: "month", limit: threadsPerSearch };
      return threadsIn(await line.get("/search", parameters, signal));
    },

    async threads(ids, signal) {
      const found: RedditThread[] = [];
      for (let from = 0; from < ids.length; from += threadsPerLookup) {
        const id = ids.slice(from, from + threadsPerLookup).map((id) => `t3_${id}`);
        found.push(...threadsIn(await line.get("/api/info", { id: id.join(",") }, signal)));
      }
      return found;
    },

    [Symbol.asyncDispose]: () => line[Symbol.asyncDispose](),
  };
}
