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

/** The outcome of one call: an answer, a final failure, one to retry, or our own stop. */
export type CallOutcome =
  | { kind: "answered"; answer: EngineAnswer; latencyMs: number }
  | { kind: "failed"; errorCode: string }
  | { kind: "again"; errorCode: string; afterMs: number; pauseMs: number | null }
  | { kind: "stopped" };

export interface CallTerms {
  /** Earlier failed calls for this ask. */
  failures: number;
  /** After this the call counts as timed out, whatever the engine does. */
  deadlineMs: number;
  stop: Stop;
  random: () => number;
}

/** Puts one question to an engine. Never rejects; an engine that ignores its signal is left behind. */
export function callEngine(engine: Engine, question: Question, terms: CallTerms): Promise<CallOutcome> {
  const { deadlineMs, stop } = terms;
  const began = performance.now();
  return new Promise((resolve) => {
    const cut = new AbortController();
    const end = (outcome: CallOutcome) => {
      clearTimeout(deadline);
      stay();
      resolve(outcome);
    };
    const deadline = setTimeout(() => {
      end(afterFailure(timeout, terms));
      cut.abort();
    }, deadlineMs);
    const leave = () => {
      end({ kind: "stopped" });
      cut.abort();
    };
    const stay = stop.onStop(leave);
    const asked = async () => engine.ask(question, cut.signal);
    asked().then(
      (answer) => end({ kind: "answered", answer, latencyMs: Math.round(performance.now() - began) }),
      (error) => end(afterFailure(failureOf(error), terms)),
    );
    if (stop.stopped()) leave();
  });
}

interface Failure {
  kind: string;
  retryable: boolean;
  retryAfterMs: number | null;
}

const timeout: Failure = { kind: "timeout", retryable: true, retryAfterMs: null };

/** Engines throw only EngineError; anything else is a fault of the adapter, and asking again may help. */
function failureOf(error: unknown): Failure {
  const { kind, retryable, retryAfterMs } = error as Partial<Failure>;
  if (typeof kind !== "string") return { kind: "unavailable", retryable: true, retryAfterMs: null };
  return { kind, retryable: retryable === true, retryAfterMs: retryAfterMs ?? null };
}

function afterFailure(failure: Failure, { failures, random }: CallTerms): CallOutcome {
  const { kind, retryable, retryAfterMs } = failure;
  const last = failures + 1 >= callsPerAsk || (retryAfterMs ?? 0) > longestPauseMs;
  if (!retryable || last) return { kind: "failed", errorCode: kind };
  const afterMs = backoffMs(failures + 1, retryAfterMs, random);
  return { kind: "again", errorCode: kind, afterMs, pauseMs: retryAfterMs };
}
