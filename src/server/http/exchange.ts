import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { canonicalUuid } from "../kernel/id.ts";
import { Problem } from "../kernel/problem.ts";
import type { Headers } from "./headers.ts";
import { type Target, targetBytesMax, targetOf } from "./request/target.ts";

/** One request and its answer, while under way. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  method: string;
  target: Target;
  /** Every Authorization header as received: more than one is refused, not merged. */
  authorization: string[];
  /** A fault of the request as a whole, found before routing. */
  fault: Problem | null;
  /** Headers of every answer: security, request id, CORS. */
  headers: Headers;
  /** Whether this connection ends with this answer; evaluated when it is sent. */
  closing(): boolean;
  /** When it must be answered at the latest, in milliseconds of performance.now(). */
  deadline: number;
  /** Aborted when nobody waits for the answer any more; the reason is a Problem. */
  controller: AbortController;
}

/** The caller's own id if it is a UUID, otherwise a new one: it names no row, so it need not sort by time. */
function requestIdOf(request: IncomingMessage): string {
  const header = request.headers["x-request-id"];
  return (typeof header === "string" ? canonicalUuid(header) : null) ?? randomUUID();
}

export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  headersFor: (origin: string | undefined) => readonly string[],
  closing: () => boolean,
): Exchange {
  const requestId = requestIdOf(request);
  const { hosts, authorization } = countHeaders(request.rawHeaders);
  return {
    request,
    response,
    requestId,
    method: request.method ?? "GET",
    target: targetOf(url),
    authorization,
    fault: faultOf(request, url, hosts),
    headers: ["X-Request-Id", requestId, ...headersFor(request.headers.origin)],
    closing,
    deadline: Infinity,
    controller: new AbortController(),
  };
}

function countHeaders(rawHeaders: readonly string[]): { hosts: number; authorization: string[] } {
  const authorization: string[] = [];
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
    else if (name.length === 13 && name.toLowerCase() === "authorization")
      authorization.push(rawHeaders[at + 1]!);
  }
  return { hosts, authorization };
}

function faultOf(request: IncomingMessage, url: string, hosts: number): Problem | null {
  if (url.length > targetBytesMax) return new Problem("URI_TOO_LONG");
  const old = request.httpVersionMajor === 1 && request.httpVersionMinor === 0;
  if (hosts === 1 || (hosts === 0 && old)) return null;
  return new Problem("VALIDATION_ERROR", { message: "A request names its host exactly once." });
}

export const reads = (method: string): boolean => method === "GET" || method === "HEAD";

export const singleHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(", ") : value;
