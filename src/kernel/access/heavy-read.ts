/** Large reads of one organization at once, over all processes. Source: docs/contract/limits-and-plans.md. */
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

/**
 * The pieces of a file that is a large read: each is one part of it, and no part lasts while a reader takes its time. The place
 * is given back when they have ended, and when the signal aborts, even if nobody ever asks for a piece.
 */
export function partByPart<T>(
  read: HeavyRead,
  pieces: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncIterable<T> {
  const iterator = pieces[Symbol.asyncIterator]();
  let making: Promise<unknown> = Promise.resolve();
  const leave = () => {
    signal.removeEventListener("abort", leave);
    void making.catch(() => undefined).then(() => read.leave());
  };
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave);
  const ended = (): IteratorResult<T> => {
    leave();
    return { done: true, value: undefined };
  };
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const piece = read.part(() => iterator.next());
        making = piece;
        try {
          const made = await piece;
          return made.done ? ended() : made;
        } catch (error) {
          leave();
          throw error;
        }
      },
      async return() {
        await iterator.return?.();
        return ended();
      },
    }),
  };
}
