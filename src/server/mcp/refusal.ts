import type { Exchange } from "../http/exchange.ts";
import { type Headers, jsonType, problemHeaders } from "../http/headers.ts";
import { send } from "../http/send.ts";
import type { Problem } from "../kernel/problem.ts";

/** Codes of JSON-RPC 2.0, and the one in its range that MCP leaves to servers. */
export const rpc = { parse: -32700, request: -32600, method: -32601, server: -32000 } as const;

/** A failure of the whole request before any message is served, in the protocol's shape. */
export interface Refusal {
  status: number;
  code: number;
  message: string;
  data?: Record<string, unknown>;
  headers?: Headers;
  /** The request's, where it could be read. */
  id?: unknown;
}

/** Thrown when a request is refused before anything in it is served. */
export class Refused extends Error {
  override name = "Refused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Answers with a refusal; `id` is the request's, if its message could be read. */
export function refuse(exchange: Exchange, common: Headers, refusal: Refusal, id: unknown): void {
  const { status, code, message, data = {}, headers = [] } = refusal;
  const messageId = id ?? refusal.id;
  const error = { code, message, data: { ...data, request_id: exchange.requestId } };
  send(
    exchange,
    status,
    [...common, ...exchange.headers, ...headers, "Content-Type", jsonType, "Cache-Control", "no-store"],
    JSON.stringify({ jsonrpc: "2.0", id: isId(messageId) ? messageId : null, error }),
  );
}

export const isId = (id: unknown): id is string | number =>
  typeof id === "string" || Number.isSafeInteger(id);

/** A problem as a Refusal; a challenge says where to get a token. */
export function refusalOf(problem: Problem, now: Date, resourceMetadata: string): Refusal {
  const { status, code } = problem;
  const challenge = challengeOf(problem, resourceMetadata);
  const headers = problemHeaders(problem, now).filter(
    (_, index, all) => all[index - (index % 2)] !== "WWW-Authenticate",
  );
  return {
    status,
    code: rpc.server,
    message: messageOf(problem),
    data: { code },
    headers: challenge ? [...headers, "WWW-Authenticate", challenge] : headers,
  };
}

/** What went wrong; of a missing scope, how to get it. */
export function messageOf({ code, message, details }: Problem): string {
  if (code !== "INSUFFICIENT_SCOPE") return message;
  const scopes = [...new Set(["visibility:read", details?.required].flat())].join();
  return `${message} The user can connect this assistant again and allow it, or, where it has a connector's key, make another connector with \`npm run -s overheard -- connector create --email ADDRESS --scopes ${scopes}\`.`;
}

/** RFC 6750 §3 with the pointer of RFC 9728 §5.1. */
function challengeOf({ code, details }: Problem, resourceMetadata: string): string | null {
  const where = `resource_metadata="${resourceMetadata}"`;
  const { reason, required } = details ?? {};
  if (code === "INSUFFICIENT_SCOPE") {
    const scope = Array.isArray(required) ? required.join(" ") : "";
    return `Bearer error="insufficient_scope", scope="${scope}", ${where}`;
  }
  if (code !== "UNAUTHORIZED") return null;
  const error = reason === "missing" ? "" : 'error="invalid_token", ';
  return `Bearer ${error}${where}, scope="visibility:read"`;
}
