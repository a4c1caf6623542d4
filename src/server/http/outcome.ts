import type { AnyAction } from "../api/action.ts";
import type { Failure, Success } from "../api/perform.ts";
import type { Problem } from "../kernel/problem.ts";
import { compressed, compressFrom, type Encoding, encodingFor } from "./compress.ts";
import { problemJson, successJson } from "./envelope.ts";
import { type Exchange, reads, singleHeader } from "./exchange.ts";
import {
  commonHeaders,
  deprecationHeaders,
  type Headers,
  jsonType,
  limitHeaders,
  problemHeaders,
} from "./headers.ts";
import { createHelp } from "./help.ts";
import { isUnchanged } from "./request/conditional.ts";
import { send, sendStream } from "./send.ts";

/** Writes the outcome of a call as an HTTP answer. */
export interface Outcomes {
  succeed(exchange: Exchange, action: AnyAction, success: Success): Promise<void>;
  fail(exchange: Exchange, action: AnyAction, failure: Failure): void;
  /** A failure that belongs to no action. */
  problem(exchange: Exchange, problem: Problem, extra?: Headers): void;
}

const noStore = ["Cache-Control", "no-store"];
const revalidate = ["Cache-Control", "private, no-cache"];

export function createOutcomes({
  actions,
  siteUrl,
  now,
}: {
  actions: readonly AnyAction[];
  siteUrl: string;
  now(): Date;
}): Outcomes {
  const common = [...commonHeaders(siteUrl), "Vary", "Authorization, Accept-Encoding, Origin"];
  const wordsOf = createHelp(actions);

  async function succeed(exchange: Exchange, action: AnyAction, success: Success): Promise<void> {
    const { request, method } = exchange;
    const { reply, status, content } = success;
    const headers = [
      ...common,
      ...exchange.headers,
      ...limitHeaders(success.limit),
      ...deprecationHeaders(action.deprecated),
    ];
    headers.push(...(action.noStore || action.secret ? noStore : revalidate));
    if (reply.location) headers.push("Location", reply.location);
    if (reply.retryAfterSeconds || status === 202)
      headers.push("Retry-After", String(Math.max(1, Math.ceil(reply.retryAfterSeconds ?? 2))));
    if (success.replayed) headers.push("Idempotent-Replayed", "true");
    // A secret beside text of the caller's choice must not be compressed (BREACH).
    const encoding = action.secret ? null : encodingFor(singleHeader(request.headers["accept-encoding"]));
    if (reply.stream)
      return stream(exchange, status, headers, reply.stream, reply.stream.compressed ? null : encoding);

    if (reads(method)) {
      headers.push("ETag", content.etag);
      if (isUnchanged(request.headers["if-none-match"], content.etag))
        return send(exchange, 304, headers, null);
    }
    headers.push("Content-Type", jsonType);
    const body = successJson(success);
    if (encoding === null || body.length < compressFrom) return send(exchange, status, headers, body);
    headers.push("Content-Encoding", encoding);
    send(exchange, status, headers, await compressed(body, encoding));
  }

  function problem(exchange: Exchange, problem: Problem, extra: Headers = [], message?: string): void {
    const headers = [
      ...common,
      ...exchange.headers,
      ...extra,
      ...problemHeaders(problem, now()),
      ...noStore,
      "Content-Type",
      jsonType,
    ];
    send(exchange, problem.status, headers, problemJson(problem, exchange.requestId, message));
  }

  return {
    succeed,
    fail: (exchange, action, failure) =>
      problem(
        exchange,
        failure.problem,
        [...limitHeaders(failure.limit), ...deprecationHeaders(action.deprecated)],
        wordsOf(action, failure.problem),
      ),
    problem,
  };
}

function stream(
  exchange: Exchange,
  status: number,
  headers: Headers,
  { contentType, fileName, chunks }: NonNullable<Success["reply"]["stream"]>,
  encoding: Encoding | null,
): Promise<void> {
  headers.push("Content-Type", contentType);
  headers.push("Content-Disposition", `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, "_")}"`);
  if (encoding) headers.push("Content-Encoding", encoding);
  return sendStream(exchange, status, headers, chunks, encoding);
}
