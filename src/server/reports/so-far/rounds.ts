import { setTimeout as pause } from "node:timers/promises";

/** Things made in rounds, by name, for everybody who asks for them meanwhile. */
export interface Rounds<Wanted, Made> {
  /**
   * What the next round makes of this, or the one under way if it has it already; `known`, what was made before, where that
   * lasts too long or fails. Whoever knows something waits for no rest between rounds, and is in the next one.
   */
  next(name: string, wanted: Wanted, known: Made | null): Promise<Made | null>;
}

export interface RoundTerms<Wanted, Made> {
  /** Makes all that is wanted, by name; what it leaves out has failed. */
  make(wanted: ReadonlyMap<string, Wanted>): Promise<ReadonlyMap<string, Made>>;
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
    const begun = clock();
    const wanted = new Map(waiting);
    waiting.clear();
    rest.making = true;
    try {
      return await terms.make(wanted);
    } finally {
      round = null;
      rest.making = false;
      rest.until = begun + restFactor * (clock() - begun);
      restsUntil = Math.max(rest.until, begun + everyMs);
    }
  }

  return {
    async next(name, wanted, known) {
      waiting.set(name, wanted);
      const until = clock() + (known === null ? longestMs.withNothing : longestMs.withSomething);
      for (let left = until - clock(); left > 0; left = until - clock()) {
        const beginsAt = Math.max(restsUntil, rest.until);
        if (!round && !rest.making && clock() >= beginsAt) round = make();
        if (round) {
          const made = await inTime(round, left);
          const found = made?.get(name);
          if (found !== undefined) return found;
          waiting.set(name, wanted);
        } else if (known !== null) return known;
        else await pause(Math.min(left, Math.max(lookMs, beginsAt - clock())), undefined, { ref: false });
      }
      return known;
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
