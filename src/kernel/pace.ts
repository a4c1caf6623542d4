/**
 * Computes what is given, one after the other, and lets everybody else have the thread every few milliseconds. What is
 * computed elsewhere, as a promise, keeps nobody waiting.
 */
export type Pace = <T>(compute: () => T | Promise<T>) => Promise<T>;

const sliceMs = 8;

/** Answers that arrive together would else be read in one go: a thousand of them kept requests waiting for a second. */
export function createPace(): Pace {
  let tail: Promise<unknown> = Promise.resolve();
  let sliceEnds = 0;

  async function inTurn<T>(before: Promise<unknown>, compute: () => T): Promise<[T]> {
    await before;
    if (performance.now() >= sliceEnds) {
      await new Promise((resolve) => setImmediate(resolve));
      sliceEnds = performance.now() + sliceMs;
    }
    // In a list a promise is not waited for.
    return [compute()];
  }

  return (compute) => {
    const turn = inTurn(tail, compute);
    tail = turn.catch(() => undefined);
    return turn.then(([value]) => value);
  };
}
