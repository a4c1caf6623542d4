import type { ForeignResponse } from "../../outbound/foreign-response.ts";
import { EngineError } from "../engine.ts";
import { boundedFetch, type Fetch, newExchange } from "./bounded-fetch.ts";
import { failureOf } from "./failure.ts";

/** What every adapter gets for reaching its vendor. */
export interface Line {
  timeoutMs: number;
  network: Fetch;
  /** Milliseconds since the epoch, for a `Retry-After` that is a date. */
  now: () => number;
}

/**
 * Puts one question to a vendor: `call` gets a bounded fetch for its SDK, and everything, including continuations, ends
 * within `timeoutMs` or as soon as `signal` aborts, whatever the SDK does. Throws only EngineError, after `noteFailure`.
 */
export async function callVendor<T>(
  line: Line,
  signal: AbortSignal,
  call: (fetch: Fetch) => Promise<T>,
  noteFailure: (failure: EngineError, response: ForeignResponse | null) => void = () => undefined,
): Promise<T> {
  if (signal.aborted) throw new EngineError("cancelled");
  const controller = new AbortController();
  const exchange = newExchange();
  const broken = Promise.withResolvers<never>();
  const end = (kind: "timeout" | "cancelled") => {
    broken.reject(new EngineError(kind));
    controller.abort();
  };
  const onAbort = () => end("cancelled");
  signal.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => end("timeout"), line.timeoutMs);
  try {
    const answered = call(boundedFetch(line.network, controller.signal, exchange));
    return await Promise.race([answered, broken.promise]);
  } catch (cause) {
    const failure = failureOf(cause, exchange, line.now());
    noteFailure(failure, exchange.response);
    throw failure;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
