import type { EngineErrorKind } from "../../kernel/engine.ts";
import { EngineError } from "../../kernel/engine.ts";
import type { Exchange } from "./bounded-fetch.ts";
import { objectIn, objectsIn, stringIn } from "./json.ts";
import { retryAfterMs } from "./retry-after.ts";

/** The EngineError for a call that ended in `cause`, judging by its last exchange. */
export function failureOf(cause: unknown, exchange: Exchange, now: number): EngineError {
  if (cause instanceof EngineError) return cause;
  const { status, headers, errorBody, complete, tooLarge } = exchange;
  if (status !== null && status >= 300) {
    const body = parsed(errorBody);
    return new EngineError(kindOf(status, body), { retryAfterMs: retryAfterMs(headers, body, now), cause });
  }
  if (tooLarge) return new EngineError("bad_answer", { cause });
  // No status: no connection. A status without a whole body: the connection broke off.
  if (!complete) return new EngineError("unavailable", { cause });
  return new EngineError("bad_answer", { cause });
}

/**
 * What a status of 300 or more means. Vendors' documented codes refine it: Google calls a bad key 400, OpenAI calls an
 * empty account 429, and Anthropic may put an overload in any status.
 */
export function kindOf(status: number, body: unknown): EngineErrorKind {
  const codes = codesIn(body);
  if (codes.has("overloaded_error")) return "rate_limited";
  if (codes.has("api_key_invalid") || codes.has("invalid_api_key")) return "bad_key";
  if (codes.has("insufficient_quota") || codes.has("billing_hard_limit_reached")) return "refused";
  if (status === 401 || status === 403) return "bad_key";
  if (status === 429 || status === 529) return "rate_limited";
  if (status === 408 || status === 409 || status === 425 || status >= 500) return "unavailable";
  return status >= 400 ? "refused" : "bad_answer";
}

/** The machine-readable codes of an error body; messages are prose and never decide anything. */
function codesIn(body: unknown): Set<string> {
  const outer = objectIn(body);
  const error = objectIn(outer.error);
  const reasons = objectsIn(error.details).map((detail) => detail.reason);
  const codes = [outer.code, outer.type, error.code, error.type, error.status, ...reasons].map(stringIn);
  return new Set(codes.filter((code) => code !== null).map((code) => code.toLowerCase()));
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}
