import { setTimeout as delay } from "node:timers/promises";

/** How long requests took that were sent at a steady pace, whether or not those before them were answered. */
export interface Paced {
  /** Milliseconds from when each was due to the end of its answer. */
  ms: number[];
  /** Not answered, or with another status than 2xx. */
  failed: number;
}

/**
 * Sends requests in turn, so many a second for so many seconds. A request that is sent late, because this process or the
 * machine was busy, counts from when it was due.
 */
export async function atPace(
  perSecond: number,
  seconds: number,
  send: (number: number) => Promise<{ status: number }>,
): Promise<Paced> {
  const paced: Paced = { ms: [], failed: 0 };
  const began = performance.now();
  const under: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const due = began + (1_000 * number) / perSecond;
    const early = due - performance.now();
    if (early > 0) await delay(early);
    under.push(
      send(number).then(
        ({ status }) => {
          paced.ms.push(performance.now() - due);
          if (status < 200 || status > 299) paced.failed += 1;
        },
        () => {
          paced.ms.push(performance.now() - due);
          paced.failed += 1;
        },
      ),
    );
  }
  await Promise.all(under);
  return paced;
}

/** The value under which this part of the values lies. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;
