import { invalid, type Problem } from "../../kernel/problem.ts";
import { parseTrace } from "../../kernel/trace.ts";

/** Seconds of `Prefer: wait=N` (RFC 7240); null if there is no valid number. */
export function waitSecondsIn(prefer: string | undefined): number | null {
  const seconds =
    prefer === undefined ? undefined : /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i.exec(prefer)?.[1];
  return seconds === undefined ? null : Number(seconds);
}

/** The key of an `Idempotency-Key` header, bare or as a quoted string, or the Problem it causes. */
export function idempotencyKeyIn(header: string | undefined): {
  key: string | null;
  problem: Problem | null;
} {
  if (header === undefined) return { key: null, problem: null };
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)?.[1];
  const key = quoted === undefined ? header : quoted.replaceAll(/\\(["\\])/g, "$1");
  const sound =
    key.length >= 1 &&
    key.length <= 255 &&
    /^[ -~]+$/.test(key) &&
    (quoted !== undefined || !header.startsWith('"'));
  if (sound) return { key, problem: null };
  const issue = {
    in: "header" as const,
    path: "/Idempotency-Key",
    code: "bad_format",
    message: "The header Idempotency-Key must have 1 to 255 printable ASCII characters, bare or quoted.",
  };
  return { key: null, problem: invalid([issue]) };
}

/** A `traceparent` header (W3C Trace Context) as it came; null if there is none, or if it is malformed. */
export const traceparentIn = (header: string | undefined): string | null =>
  header !== undefined && parseTrace(header) ? header : null;
