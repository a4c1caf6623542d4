/**
 * Runs computations one after the other and lets everybody else have the thread every few milliseconds. A computation
 * that returns a promise, because it runs elsewhere, holds nobody up.
 */
export type Pace = <T>(compute: () => T | Promise<T>) => Promise<T>;

const sliceMs = 8;

/** Otherwise answers that arrive together would be read in one go: a thousand of them held up requests for a second. */
export function createPace(): Pace {
  let tail: Promise<unknown> = Promise.resolve();
  let sliceEnds = 0;

  async function inTurn<T>(before: Promise<unknown>, compute: () => T): Promise<[T]> {
    await before;
    if (performance.now() >= sliceEnds) {
      await new Promise((resolve) => setImmediate(resolve));
      sliceEnds = performance.now() + sliceMs;
    }
    // Wrapped in a list, a promise is not awaited.
    return [compute()];
  }

  return (compute) => {
    const turn = inTurn(tail, compute);
    tail = turn.catch(() => undefined);
    return turn.then(([value]) => value);
  };
}

/** Runs a computation that is made of small steps, and lets everybody else have the thread between them. */
export async function inSteps<T>(steps: Iterator<void, T>, pace = createPace()): Promise<T> {
  for (;;) {
    const { done, value } = await pace(() => steps.next());
    if (done) return value;
  }
}
