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
  | { kind: "answered"; answer: EngineAnswer; latencyMs: number }
  | { kind: "failed"; errorCode: string; costUsd: number }
  | CallAgain
  | { kind: "stopped" };

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
      end(afterFailure(timeout, engine, terms));
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
      (error) => end(afterFailure(failureOf(error), engine, terms)),
    );
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

/** The vendor may have written the answer that nobody waited for. */
const timeout: Failure = { kind: "timeout", retryable: true, retryAfterMs: null, costUsd: null };

/** Engines throw only EngineError; anything else is a fault of the adapter, and asking again may help. */
function failureOf(error: unknown): Failure {
  const { kind, retryable, retryAfterMs, costUsd = 0 } = error as Partial<Failure>;
  if (typeof kind !== "string")
    return { kind: "unavailable", retryable: true, retryAfterMs: null, costUsd: 0 };
  return { kind, retryable: retryable === true, retryAfterMs: retryAfterMs ?? null, costUsd };
}

function afterFailure(failure: Failure, engine: Engine, { failures, random }: CallTerms): CallOutcome {
  const { kind, retryable, retryAfterMs } = failure;
  const costUsd = failure.costUsd ?? engine.estimateUsd;
  const last = failures + 1 >= callsPerAsk || (retryAfterMs ?? 0) > longestPauseMs;
  if (!retryable || last) return { kind: "failed", errorCode: kind, costUsd };
  const afterMs = backoffMs(failures + 1, retryAfterMs, random);
  const again = { errorCode: kind, costUsd, afterMs, pauseMs: retryAfterMs };
  return { kind: "again", ...again, ...(kind === "cut_short" && { roomier: true as const }) };
}
