/**
 * Runs computations one after the other and lets everybody else have the thread every few milliseconds. A computation
 * that returns a promise, because it runs elsewhere, holds nobody up.
 */
export type Pace = <T>(compute: () => T | Promise<T>) => Promise<T>;

const sliceMs = 8;

/** Begins what arrives together one by one, giving everybody else a turn before each. */
export function oneByOne(): <T extends Promise<unknown>>(begin: () => T) => T {
  let last: Promise<unknown> = Promise.resolve();
  return <T extends Promise<unknown>>(begin: () => T): T => {
    const mine = last.then(() => new Promise((resolve) => setImmediate(resolve))).then(begin);
    last = mine.catch(() => undefined);
    return mine as Promise<unknown> as T;
  };
}

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
