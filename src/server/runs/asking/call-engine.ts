import type { Services } from "../../api/context.ts";
import { backoffMs, callsPerAsk, longestPauseMs } from "../../queue/backoff.ts";
import type { Stop } from "../../queue/stop.ts";

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
  /** Absent: a call that is given up has failed, as others do. */
  repeating?: Repeating;
  /** Told how long each call took; null: it was given up. */
  took?: (ms: number | null) => void;
  stop: Stop;
  random: () => number;
}

/** How a call that is given up may be made once more. */
export interface Repeating {
  /** Whether it may be made; `later`: that cannot be told yet. */
  may(): Promise<"yes" | "no" | "later">;
  /** Told just before the call. */
  begins(): void;
}

/** Until it is asked again whether a call may be made once more. */
const laterMs = 1_000;

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
    let callCount = 0;
    /** Of calls that have ended without an answer. */
    let lostUsd = 0;
    /** What a call has failed of otherwise than by taking too long. */
    let callFailure: Failure | undefined;
    let deciding = false;
    let over = false;
    let timer: NodeJS.Timeout | undefined;

    const costUsd = () => lostUsd + open.size * engine.estimateUsd;
    const end = (outcome: CallOutcome) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      stay();
      for (const cut of open) cut.abort();
      resolve(outcome);
    };
    const after = (ms: number, then: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(then, ms);
    };

    function call(): void {
      callCount += 1;
      const cut = new AbortController();
      open.add(cut);
      const began = performance.now();
      after(patienceMs, giveUp);
      const askEngine = async () => engine.ask(question, cut.signal);
      askEngine().then(
        (answer) => {
          open.delete(cut);
          const latencyMs = Math.round(performance.now() - began);
          if (!over) terms.took?.(latencyMs);
          end({ kind: "answered", answer, latencyMs, lostUsd: costUsd() });
        },
        (error) => {
          open.delete(cut);
          if (!over) failed(failureOf(error));
        },
      );
    }

    function giveUp(): void {
      if (over || deciding) return;
      terms.took?.(null);
      const { repeating } = terms;
      if (!repeating) return end(afterFailure(timeout, costUsd(), terms));
      if (callCount >= callsMost) return fail();
      decide(repeating);
    }

    function decide(repeating: Repeating): void {
      deciding = true;
      const decided = (may: "yes" | "no" | "later") => {
        deciding = false;
        if (over) return;
        if (may === "yes") {
          repeating.begins();
          call();
        } else if (may === "no") fail();
        else if (open.size > 0) after(laterMs, () => decide(repeating));
        else end(afterFailure(callFailure ?? timeout, costUsd(), terms));
      };
      repeating.may().then(decided, () => decided("later"));
    }

    /** For good, unless another failure says that asking again may help. */
    const fail = () =>
      end(
        callFailure
          ? afterFailure(callFailure, costUsd(), terms)
          : { kind: "failed", errorCode: "timeout", costUsd: costUsd() },
      );

    function failed(failure: Failure): void {
      lostUsd += failure.costUsd ?? engine.estimateUsd;
      const tookTooLong = failure.kind === "timeout";
      if (!tookTooLong) callFailure = failure;
      // The other call may still answer, or one is about to be made.
      if (open.size > 0 || deciding) return;
      if (tookTooLong && terms.repeating && callCount < callsMost) giveUp();
      else if (tookTooLong && terms.repeating) fail();
      else end(afterFailure(failure, costUsd(), terms));
    }

    const leave = () => end({ kind: "stopped", costUsd: costUsd() });
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

/** `costUsd`: of all calls that were made. */
function afterFailure(failure: Failure, costUsd: number, { failures, random }: CallTerms): CallOutcome {
  const { kind, retryable, retryAfterMs } = failure;
  const last = failures + 1 >= callsPerAsk || (retryAfterMs ?? 0) > longestPauseMs;
  if (!retryable || last) return { kind: "failed", errorCode: kind, costUsd };
  const afterMs = backoffMs(failures + 1, retryAfterMs, random);
  const again = { errorCode: kind, costUsd, afterMs, pauseMs: retryAfterMs };
  return { kind: "again", ...again, ...(kind === "cut_short" && { roomier: true as const }) };
}
