import { setTimeout as pause } from "node:timers/promises";

/** Things made in rounds, by name, for everybody who asks for them meanwhile. */
export interface Rounds<Wanted, Made> {
  /**
   * What the next round makes of this, or the one under way if it has it already; `previous`, what was made before, where that
   * lasts too long or fails. Whoever knows something waits for no rest between rounds, and is in the next one.
   */
  next(name: string, request: Wanted, previous: Made | null): Promise<Made | null>;
}

export interface RoundTerms<Wanted, Made> {
  /** Makes all that is wanted, by name; what it leaves out has failed. */
  make(requests: ReadonlyMap<string, Wanted>): Promise<ReadonlyMap<string, Made>>;
  /** Milliseconds. */
  clock(): number;
  /** Of all rounds that one organization causes; absent: of these alone. */
  rest?: Rest;
}

/** When the next of several rounds may begin, by the clock: one at a time, all of them in a tenth of the time. */
export interface Rest {
  making: boolean;
  until: number;
}

export const noRest = (): Rest => ({ making: false, until: -Infinity });

/** From the beginning of one round to that of the next. */
export const everyMs = 1_000;
/** The same, in what the round took: making them takes a tenth of the time at most. */
const restFactor = 10;
/** The longest that somebody waits: a large read keeps others of its organization waiting. */
const longestMs = { withNothing: 2_000, withSomething: 500 };

/** Milliseconds between two looks whether another round has ended. */
const lookMs = 20;

export function createRounds<Wanted, Made>(terms: RoundTerms<Wanted, Made>): Rounds<Wanted, Made> {
  const { clock, rest = noRest() } = terms;
  const waiting = new Map<string, Wanted>();
  let round: Promise<ReadonlyMap<string, Made>> | null = null;
  let restsUntil = -Infinity;

  async function make(): Promise<ReadonlyMap<string, Made>> {
    const startedAt = clock();
    const requests = new Map(waiting);
    waiting.clear();
    rest.making = true;
    try {
      return await terms.make(requests);
    } finally {
      round = null;
      rest.making = false;
      rest.until = startedAt + restFactor * (clock() - startedAt);
      restsUntil = Math.max(rest.until, startedAt + everyMs);
    }
  }

  return {
    async next(name, request, previous) {
      waiting.set(name, request);
      const until = clock() + (previous === null ? longestMs.withNothing : longestMs.withSomething);
      for (let remainingMs = until - clock(); remainingMs > 0; remainingMs = until - clock()) {
        const beginsAt = Math.max(restsUntil, rest.until);
        if (!round && !rest.making && clock() >= beginsAt) round = make();
        if (round) {
          const outcomes = await inTime(round, remainingMs);
          const outcome = outcomes?.get(name);
          if (outcome !== undefined) return outcome;
          waiting.set(name, request);
        } else if (previous !== null) return previous;
        else
          await pause(Math.min(remainingMs, Math.max(lookMs, beginsAt - clock())), undefined, { ref: false });
      }
      return previous;
    },
  };
}

/** What comes of some work; null if that lasts longer. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const stop = new AbortController();
  const late = pause(ms, null, { signal: stop.signal, ref: false }).catch(() => null);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}
