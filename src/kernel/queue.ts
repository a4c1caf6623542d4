import type { Provider } from "../domain/project/provider.ts";
import type { Db } from "./db.ts";
import type { Mail } from "./outside/mail.ts";

/** An ask whose job is to be put on the queue. */
export interface QueuedAsk {
  projectId: string;
  reportId: string;
  ordinal: number;
  askId: string;
  createdAt: string;
  provider: Provider;
}

/** What actions need of the jobs: put them on the queue with what they belong to, and learn of their end. */
export interface Queue {
  enqueueAsks(db: Db, asks: readonly QueuedAsk[]): Promise<void>;
  enqueueFinish(db: Db, report: { projectId: string; id: string }): Promise<void>;
  /** Reads the stored answers of a project again if its brands or our method have changed. */
  enqueueReread(db: Db, projectId: string): Promise<void>;
  /** Looks for Reddit threads for a project; `id` is that of its refresh. One that nobody waits for stands back. */
  enqueueRefresh(db: Db, refresh: { projectId: string; id: string; awaited: boolean }): Promise<void>;
  /** Crawls a site, in the background. */
  enqueueCrawl(db: Db, recordId: string): Promise<void>;
  /** Writes a draft. */
  enqueueDraft(db: Db, draft: { projectId: string; reportId: string }): Promise<void>;
  /** Sends a letter; it lies sealed on the queue. Throws a RangeError where it is longer than a letter may be. */
  enqueueMail(db: Db, mail: Mail): Promise<void>;
  /** After the commit: work now, do not wait for the next look. */
  wake(): void;
  /** After the commit: calls under way in this process for a deleted run are ended; other processes end theirs soon. */
  stopAsking(reportId: string): void;
  /** Resolves when the report has ended, at the timeout, or when the signal ends; never rejects. */
  finished(reportId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
}

/** The part of it that a run's own transactions need. */
export type RunQueue = Pick<Queue, "enqueueAsks" | "enqueueFinish">;
