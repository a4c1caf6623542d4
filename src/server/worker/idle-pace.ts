import type { Loop } from "../queue/serial-loop.ts";

/** When loops look for what nobody told them of: often while there is work, seldom while there is none. */
export interface IdlePace {
  /** Nothing is to be done for so long, in milliseconds, unless somebody stirs. */
  rest(ms: number): void;
  stir(): void;
  /** Runs each again and again, after `usual` milliseconds or, while resting, after `seldom`. */
  repeat(loops: readonly TimedLoop[]): Disposable;
}

export interface TimedLoop {
  loop: Loop;
  usual: number;
  seldom: number;
}

/** `clock` is in milliseconds, monotonic. */
export function createIdlePace(clock = () => performance.now()): IdlePace {
  let restsUntil = Number.NEGATIVE_INFINITY;
  const resting = () => clock() < restsUntil;
  return {
    rest(ms) {
      restsUntil = clock() + ms;
    },
    stir() {
      restsUntil = Number.NEGATIVE_INFINITY;
    },
    repeat(loops) {
      const timers = loops.map(({ loop, usual, seldom }) => {
        let ranAt = clock();
        return setInterval(() => {
          if (resting() && clock() - ranAt < seldom - usual / 2) return;
          ranAt = clock();
          loop.soon();
        }, usual);
      });
      return { [Symbol.dispose]: () => timers.forEach(clearInterval) };
    },
  };
}
