import type { HeavyReads } from "../../api/access/heavy-read.ts";
import { Problem } from "../../kernel/problem.ts";
import { onBehalfOf } from "../../kernel/turns/on-behalf.ts";
import { createTurns } from "../../kernel/turns/turns.ts";
import type { ReadPlaces } from "./read-places.ts";

/** Parts of large reads that one process works on at once: of all organizations, and of one. */
const partsAtOnce = { all: 2, each: 1 };
/** Milliseconds that a read waits to begin. */
const waitMs = 5_000;
/** With this many of one organization waiting in this process, the next is refused at once. */
const waitingMost = 100;
/** Milliseconds between two looks whether another process has given a place back; the first in a line looks for all. */
const lookMs = 200;
/** Seconds after which to come again. */
const retrySeconds = 2;

interface Waiter {
  go(leave: () => void): void;
  fail(error: unknown): void;
}

interface Line {
  readCount: number;
  waiting: Set<Waiter>;
  serving: boolean;
  /** Ends the wait for the next look. */
  look: () => void;
}

/**
 * So many large reads of one organization at once in all processes, in the order in which they came to this one. Nobody who
 * waits holds a connection, and a read has one only while a part of it is made.
 */
export function createHeavyReads({ atOnce, places }: { atOnce: number; places: ReadPlaces }): HeavyReads {
  const lines = new Map<string, Line>();
  const turns = createTurns(partsAtOnce.all, () => partsAtOnce.each);

  /** Hands places to whoever waits, until nobody does or this process has all. */
  async function serve(organizationId: string, line: Line): Promise<void> {
    if (line.serving) return;
    line.serving = true;
    try {
      while (line.waiting.size > 0 && line.readCount < atOnce) {
        const giveBack = await places.claim(organizationId);
        if (giveBack) hand(organizationId, line, giveBack);
        else await nextLook(line);
      }
    } catch (error) {
      for (const waiter of line.waiting) waiter.fail(error);
    } finally {
      line.serving = false;
      if (line.readCount === 0 && line.waiting.size === 0) lines.delete(organizationId);
    }
  }

  function hand(organizationId: string, line: Line, giveBack: () => Promise<void>): void {
    line.readCount += 1;
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      void giveBack().then(() => {
        line.readCount -= 1;
        line.look();
        void serve(organizationId, line);
      });
    };
    const [first] = line.waiting;
    // Whoever waited may have gone meanwhile.
    if (first) first.go(leave);
    else leave();
  }

  const placeIn = (organizationId: string, line: Line, signal: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      const stop = () => {
        line.waiting.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener("abort", gone);
      };
      const waiter: Waiter = {
        go(leave) {
          stop();
          resolve(leave);
        },
        fail(error) {
          stop();
          reject(error);
        },
      };
      const gone = () => waiter.fail(signal.reason);
      const timer = setTimeout(() => waiter.fail(tooMany(atOnce)), waitMs);
      signal.addEventListener("abort", gone);
      line.waiting.add(waiter);
      void serve(organizationId, line);
    });

  return {
    async enter(organizationId, signal) {
      signal.throwIfAborted();
      const line = lines.get(organizationId) ?? emptyLine();
      if (line.waiting.size >= waitingMost) throw tooMany(atOnce);
      lines.set(organizationId, line);
      const leave = await placeIn(organizationId, line, signal);
      return {
        leave,
        part: (work) =>
          new Promise((resolve, reject) => {
            turns.take(organizationId, () => {
              const task = signal.aborted ? Promise.reject(signal.reason) : onBehalfOf(organizationId, work);
              task.then(resolve, reject).finally(() => turns.end(organizationId));
            });
          }),
      };
    },
  };
}

const emptyLine = (): Line => ({ readCount: 0, waiting: new Set(), serving: false, look: () => undefined });

const nextLook = (line: Line): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, lookMs);
    line.look = () => {
      clearTimeout(timer);
      resolve();
    };
  });

const tooMany = (atOnce: number): Problem =>
  new Problem("RATE_LIMITED", {
    message: `Your organization has ${atOnce} large reads under way. Retry after the given delay.`,
    details: { bucket: "heavy_reads", limit: atOnce, reset_seconds: retrySeconds },
    retryAfterSeconds: retrySeconds,
  });
