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

/** What is due so soon after something else runs with it. */
const togetherMs = 20;

/** When it runs next, if the rest lasts until then. */
const dueAt = ({ usual, seldom, ranAt }: TimedLoop & { ranAt: number }, restsUntil: number): number =>
  Math.min(ranAt + seldom, Math.max(ranAt + usual, restsUntil));

/** `clock` is in milliseconds, monotonic. */
export function createIdlePace(clock = () => performance.now()): IdlePace {
  let restsUntil = Number.NEGATIVE_INFINITY;
  const alarms = new Set<() => void>();
  function restUntil(at: number): void {
    restsUntil = at;
    for (const setAlarm of alarms) setAlarm();
  }
  return {
    rest: (ms) => restUntil(clock() + ms),
    stir: () => restUntil(Number.NEGATIVE_INFINITY),
    repeat(loops) {
      const timed = loops.map((each) => ({ ...each, ranAt: clock() }));
      // One timer for all, since each time that the process wakes costs more than to see who is due.
      let alarm: NodeJS.Timeout | undefined;
      function setAlarm(): void {
        clearTimeout(alarm);
        const next = Math.min(...timed.map((each) => dueAt(each, restsUntil)));
        alarm = setTimeout(runDue, Math.max(0, next - clock()));
      }
      function runDue(): void {
        const now = clock();
        for (const each of timed) {
          if (dueAt(each, restsUntil) > now + togetherMs) continue;
          each.ranAt = now;
          each.loop.soon();
        }
        setAlarm();
      }
      alarms.add(setAlarm);
      setAlarm();
      return {
        [Symbol.dispose]() {
          alarms.delete(setAlarm);
          clearTimeout(alarm);
        },
      };
    },
  };
}
