import { retryAfterMs } from "../../kernel/retry-after.ts";
import { objectIn, objectsIn, stringIn } from "./json.ts";

/** A longer wait is a vendor's mistake or its wish to be left alone; the job's own back-off decides then. */
const waitMsMax = 60 * 60 * 1000;

/**
 * How long the vendor asks us to wait, in milliseconds from `now`, at most an hour; null if it does not say. Reads
 * `retry-after-ms` (OpenAI, Anthropic), `Retry-After` in seconds or as an HTTP date (RFC 9110, 10.2.3), and Google's
 * RetryInfo (`retryDelay: "12.5s"`) in the body.
 */
export function vendorsWaitMs(headers: Headers | null, body: unknown, now: number): number | null {
  const wait = fromMs(headers) ?? fromHeader(headers, now) ?? fromBody(body);
  return wait === null ? null : Math.min(Math.max(0, Math.ceil(wait)), waitMsMax);
}

function fromMs(headers: Headers | null): number | null {
  return decimal(headers?.get("retry-after-ms"), 1);
}

function fromHeader(headers: Headers | null, now: number): number | null {
  return retryAfterMs(headers?.get("retry-after"), new Date(now));
}

function fromBody(body: unknown): number | null {
  const delays = objectsIn(objectIn(objectIn(body).error).details).map((detail) =>
    stringIn(detail.retryDelay),
  );
  const delay = delays.find((value) => value?.endsWith("s"));
  return decimal(delay?.slice(0, -1), 1000);
}

function decimal(text: string | null | undefined, factor: number): number | null {
  return text && /^\s*\d{1,12}(\.\d{1,9})?\s*$/.test(text) ? Number(text) * factor : null;
}
