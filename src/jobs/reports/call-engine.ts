import type { Services } from "../../kernel/context.ts";
import { backoffMs, callsPerAsk, longestPauseMs } from "../worker/backoff.ts";
import type { Stop } from "../worker/stop.ts";

/** One finished call of an engine, for metrics. */
export interface EndedCall {
  provider: string;
  outcome: CallOutcome["kind"];
  seconds: number;
  costUsd: number;
}

export type Engine = NonNullable<ReturnType<Services["engines"]["get"]>>;
type Question = Parameters<Engine["ask"]>[0];
type EngineAnswer = Awaited<ReturnType<Engine["ask"]>>;

/** The outcome of one call: an answer, a final failure, one to retry, or our own stop. A failure has its bill, USD. */
export type CallOutcome =
  /** `lostUsd`: what a call may have cost besides that was given up for this one. */
  | { kind: "answered"; answer: EngineAnswer; latencyMs: number; lostUsd: number }
  | { kind: "failed"; errorCode: string; costUsd: number }
  | CallAgain
  | { kind: "stopped"; costUsd: number };

/** A failure after which the question is put once more; `roomier`: with more room for the answer. */
interface CallAgain {
  kind: "again";
  errorCode: string;
  costUsd: number;
  afterMs: number;
  pauseMs: number | null;
  roomier?: true;
}

export interface CallTerms {
  /** Earlier failed calls for this ask. */
  failures: number;
  /** After this a call is given up, whatever the engine does. */
  patienceMs: number;
  /** Whether a call that is given up may be made once more at once; absent: it has failed, as others do. */
  mayRepeat?: () => Promise<boolean>;
  /** Told how long each call took; null: it was given up. */
  took?: (ms: number | null) => void;
  stop: Stop;
  random: () => number;
}

/** Calls that may be under way for one question: one that is given up stays open while the other is waited for. */
const callsMost = 2;

/**
 * Puts one question to an engine. A call that is given up is made once more, and whichever answers first counts; what is given up twice has
 * failed. Never rejects; an engine that ignores its signal is left behind.
 */
export function callEngine(engine: Engine, question: Question, terms: CallTerms): Promise<CallOutcome> {
  const { patienceMs, stop } = terms;
  return new Promise((resolve) => {
    const open = new Set<AbortController>();
    let made = 0;
    /** Of calls that have ended without an answer. */
    let lostUsd = 0;
    let over = false;
    let timer: NodeJS.Timeout | undefined;

    const openUsd = () => lostUsd + open.size * engine.estimateUsd;
    const end = (outcome: CallOutcome) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      stay();
      for (const cut of open) cut.abort();
      resolve(outcome);
    };

    function call(): void {
      made += 1;
      const cut = new AbortController();
      open.add(cut);
      const began = performance.now();
      clearTimeout(timer);
      timer = setTimeout(giveUp, patienceMs);
      const newest = made;
      const asked = async () => engine.ask(question, cut.signal);
      asked().then(
        (answer) => {
          open.delete(cut);
          const latencyMs = Math.round(performance.now() - began);
          if (!over) terms.took?.(latencyMs);
          end({ kind: "answered", answer, latencyMs, lostUsd: openUsd() });
        },
        (error) => {
          open.delete(cut);
          if (!over) failed(failureOf(error), newest === made);
        },
      );
    }

    function giveUp(): void {
      clearTimeout(timer);
      terms.took?.(null);
      if (!terms.mayRepeat) return end(afterFailure(timeout, lostUsd, engine, terms));
      const fail = () => end({ kind: "failed", errorCode: "timeout", costUsd: openUsd() });
      if (made >= callsMost) return fail();
      terms.mayRepeat().then((may) => {
        if (over) return;
        if (may) call();
        else fail();
      }, fail);
    }

    function failed(failure: Failure, isNewest: boolean): void {
      const { kind, costUsd } = failure;
      if ((kind !== "timeout" || !terms.mayRepeat) && open.size === 0)
        return end(afterFailure(failure, lostUsd, engine, terms));
      lostUsd += costUsd ?? engine.estimateUsd;
      // The other call may still answer.
      if (kind === "timeout" && isNewest) giveUp();
    }

    const leave = () => end({ kind: "stopped", costUsd: openUsd() });
    const stay = stop.onStop(leave);
    call();
    if (stop.stopped()) leave();
  });
}

interface Failure {
  kind: string;
  retryable: boolean;
  retryAfterMs: number | null;
  /** Null: not known. */
  costUsd: number | null;
}

/** Engines throw only EngineError; anything else is a fault of the adapter, and asking again may help. */
function failureOf(error: unknown): Failure {
  const { kind, retryable, retryAfterMs, costUsd = 0 } = error as Partial<Failure>;
  if (typeof kind !== "string")
    return { kind: "unavailable", retryable: true, retryAfterMs: null, costUsd: 0 };
  return { kind, retryable: retryable === true, retryAfterMs: retryAfterMs ?? null, costUsd };
}

/** The vendor may have written the answer that nobody waited for. */
const timeout: Failure = { kind: "timeout", retryable: true, retryAfterMs: null, costUsd: null };

/** `lostUsd`: what a call has cost besides that was given up before. */
function afterFailure(
  failure: Failure,
  lostUsd: number,
  engine: Engine,
  { failures, random }: CallTerms,
): CallOutcome {
  const { kind, retryable, retryAfterMs } = failure;
  const costUsd = lostUsd + (failure.costUsd ?? engine.estimateUsd);
  const last = failures + 1 >= callsPerAsk || (retryAfterMs ?? 0) > longestPauseMs;
  if (!retryable || last) return { kind: "failed", errorCode: kind, costUsd };
  const afterMs = backoffMs(failures + 1, retryAfterMs, random);
  const again = { errorCode: kind, costUsd, afterMs, pauseMs: retryAfterMs };
  return { kind: "again", ...again, ...(kind === "cut_short" && { roomier: true as const }) };
}
