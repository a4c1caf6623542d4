import type { Provider } from "../../reader/provider.ts";
import type { Db } from "../kernel/db.ts";
import type { Mail } from "../outbound/mail/mail.ts";

/** An ask whose job is to be queued. */
export interface QueuedAsk {
  projectId: string;
  reportId: string;
  ordinal: number;
  /** How many of its organization's asks come before it. */
  place: number;
  askId: string;
  createdAt: string;
  provider: Provider;
  /** The organization with whose own credentials it is asked; null: with the server's. */
  credentialsOf: string | null;
}

/** What actions need of jobs: to queue them in the same transaction as their data, and to learn of their end. */
export interface Queue {
  enqueueAsks(db: Db, asks: readonly QueuedAsk[]): Promise<void>;
  /** `trace`: of what led to the end, if that is not the request or job under way. */
  enqueueFinish(db: Db, report: { projectId: string; id: string; trace?: string | undefined }): Promise<void>;
  /** Reads a project's stored answers again if its brands or our method have changed. */
  enqueueReread(db: Db, projectId: string): Promise<void>;
  /** Searches Reddit threads for a project; `id` is the refresh's. One that nobody waits for has lower priority. */
  enqueueRefresh(db: Db, refresh: { projectId: string; id: string; awaited: boolean }): Promise<void>;
  /** Crawls a site, in the background. */
  enqueueCrawl(db: Db, recordId: string): Promise<void>;
  /** Writes a draft. */
  enqueueDraft(db: Db, draft: { projectId: string; reportId: string }): Promise<void>;
  /** Sends a letter, which is sealed on the queue. Throws a RangeError if it is longer than a letter may be. */
  enqueueMail(db: Db, mail: Mail): Promise<void>;
  /** After the commit: work now instead of waiting for the next look. */
  wake(): void;
  /** After the commit: ends this process's calls for a deleted run; other processes end theirs soon. */
  stopAsking(reportId: string): void;
  /** Resolves when the report has ended, at the timeout, or when the signal aborts; never rejects. */
  finished(reportId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
}

/** The part that a run's own transactions need. */
export type RunQueue = Pick<Queue, "enqueueAsks" | "enqueueFinish">;
