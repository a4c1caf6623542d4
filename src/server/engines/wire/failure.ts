import { EngineError } from "../engine.ts";
import type { Exchange } from "./bounded-fetch.ts";
import { type ErrorInBody, errorOf } from "./error-in-body.ts";
import { vendorsWaitMs } from "./retry-after.ts";

/**
 * The EngineError for a call that ended in `cause`, judging by its last exchange. What came with a success is billed, if
 * only at the estimate, and so is what we did not wait for; a call that was refused or broke off before is not.
 */
export function failureOf(cause: unknown, exchange: Exchange, now: number): EngineError {
  const { status, headers, errorBody, complete, tooLarge, answers } = exchange;
  if (cause instanceof EngineError) return cause;
  const costUsd = answers > 0 ? null : 0;
  if (status !== null && status >= 300) {
    const body = parsed(errorBody);
    const failure = body === null && isPage(exchange) ? byPage(status, headers) : errorOf(status, body);
    return new EngineError(failure.kind, {
      ...{ reason: failure.reason, costUsd, cause },
      retryAfterMs: vendorsWaitMs(headers, body, now),
    });
  }
  if (tooLarge) return new EngineError("bad_answer", { cause });
  // No status: no connection. A status without a whole body: the connection broke off.
  if (!complete) return new EngineError("unavailable", { costUsd: status === null ? costUsd : null, cause });
  return new EngineError("bad_answer", { reason: isPage(exchange) ? "page" : null, cause });
}

/** Vendors answer in JSON: a page is a firewall's or a proxy's, which knows nothing of keys. */
function byPage(status: number, headers: Headers | null): ErrorInBody {
  // Cloudflare says so where a browser would have to show that it is one.
  if (headers?.get("cf-mitigated") === "challenge") return { kind: "unavailable", reason: "page" };
  // Perplexity's own word for a wrong key is a page.
  if (status === 401) return { kind: "bad_key", reason: null };
  return { kind: errorOf(status, null).kind, reason: "page" };
}

const isPage = ({ headers, errorBody }: Exchange): boolean =>
  headers?.get("content-type")?.includes("html") === true || /^\s*<(?:!doctype|html)/i.test(errorBody ?? "");

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}
