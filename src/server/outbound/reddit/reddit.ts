import type { Log } from "../../kernel/log.ts";
import { logFailure } from "../foreign-response.ts";
import { RedditError } from "./error.ts";
import { openRedditLine, type RedditSettings, type Surroundings } from "./line.ts";
import { threadsIn } from "./listing.ts";
import type { RedditThread } from "./thread.ts";

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

export function createReddit(settings: RedditSettings, log: Log, surroundings?: Surroundings): Reddit {
  const line = openRedditLine(settings, surroundings);
  const noted = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RedditError && error.kind !== "cancelled")
        logFailure(log, { kind: error.kind }, line.lastResponse(), "Reddit did not answer a search");
      throw error;
    }
  };
  return {
    search: (query, signal) =>
      noted(async () => {
        const parameters = { q: query, type: "link", sort: "relevance", t: "month", limit: threadsPerSearch };
        return threadsIn(await line.get("/search", parameters, signal));
      }),

    threads: (ids, signal) =>
      noted(async () => {
        const threads: RedditThread[] = [];
        for (let from = 0; from < ids.length; from += threadsPerLookup) {
          const id = ids.slice(from, from + threadsPerLookup).map((id) => `t3_${id}`);
          threads.push(...threadsIn(await line.get("/api/info", { id: id.join(",") }, signal)));
        }
        return threads;
      }),

    [Symbol.asyncDispose]: () => line[Symbol.asyncDispose](),
  };
}
