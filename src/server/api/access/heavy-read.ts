import { setTimeout as delay } from "node:timers/promises";
import { Problem } from "../../kernel/problem.ts";

/** Large reads of one organization at once, over all processes. Source: docs/limits.md. */
export const heavyReadsAtOnce = 2;

/** Where an organization's large reads get a place, and wait for it. */
export interface HeavyReads {
  /**
   * A place for one read. Throws RATE_LIMITED if none is free in time, and the signal's reason if it aborts before.
   */
  enter(organizationId: string, signal: AbortSignal): Promise<HeavyRead>;
}

/** One large read that has its place. */
export interface HeavyRead {
  /** Does a part of it when it is the organization's turn in this process: other organizations' parts come between. */
  part<T>(work: () => Promise<T>): Promise<T>;
  /** Gives the place back; again, it does nothing. */
  leave(): void;
}

/** Milliseconds for which a file keeps its place while its reader asks for no further piece. */
const keptMs = 5_000;

/**
 * The pieces of a file that is a large read: each is one part of it, and no part lasts while a reader takes its time. The place
 * is given back when they have ended, when the signal aborts, even if nobody ever asks for a piece, and while a reader is slow:
 * then `again` gets another one.
 */
export function partByPart<T>(
  read: HeavyRead,
  pieces: AsyncIterable<T>,
  signal: AbortSignal,
  again: () => Promise<HeavyRead>,
): AsyncIterable<T> {
  const iterator = pieces[Symbol.asyncIterator]();
  let making: Promise<unknown> = Promise.resolve();
  let place: HeavyRead | null = read;
  let keeping: NodeJS.Timeout | undefined;
  const lapse = () => {
    clearTimeout(keeping);
    place?.leave();
    place = null;
  };
  const keep = () => {
    clearTimeout(keeping);
    keeping = setTimeout(lapse, keptMs);
  };
  const leave = () => {
    signal.removeEventListener("abort", leave);
    void making.catch(() => undefined).then(lapse);
  };
  if (signal.aborted) leave();
  else {
    signal.addEventListener("abort", leave);
    keep();
  }
  const end = (): IteratorResult<T> => {
    leave();
    return { done: true, value: undefined };
  };
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        clearTimeout(keeping);
        try {
          place ??= await again();
          const piece = place.part(() => iterator.next());
          making = piece;
          const step = await piece;
          if (step.done) return end();
          keep();
          return step;
        } catch (error) {
          leave();
          throw error;
        }
      },
      async return() {
        await iterator.return?.();
        return end();
      },
    }),
  };
}

/** A place for a read that has begun and cannot be told to come again: it waits for as long as anybody wants it. */
export async function enterAgain(
  reads: HeavyReads,
  organizationId: string,
  signal: AbortSignal,
): Promise<HeavyRead> {
  for (;;) {
    try {
      return await reads.enter(organizationId, signal);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "RATE_LIMITED") throw error;
      await delay(1_000 * (error.retryAfterSeconds ?? 1), undefined, { signal });
    }
  }
}
