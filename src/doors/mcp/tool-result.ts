import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Failure, Success } from "../../kernel/perform.ts";

/** What stands around a result, under the one name of ours in `_meta`. */
const metaName = "overheard/meta";

/** What a tool answers, before it is put into the shape of a version of the protocol. */
export interface ToolAnswer {
  isError: boolean;
  /** A line or a few to read, or the error as JSON. */
  text: string;
  /** The route's data, written; null for an error. */
  json: string | null;
  meta: { [metaName]: object };
}

/** The outcome of a call as the answer of a tool: the route's data, a line to read, and what stands around it. */
export const toolAnswer = (outcome: Success | Failure): ToolAnswer =>
  outcome.ok ? succeeded(outcome) : failed(outcome);

/** Clients of before 2025-06-18 show their model nothing but text, so the data is there as text too. */
export const textBlocks = ({ text, json }: ToolAnswer) => [
  { type: "text" as const, text },
  ...(json === null ? [] : [{ type: "text" as const, text: json }]),
];

/** The answer as the protocol's library takes it. */
export function toolResult(answer: ToolAnswer): CallToolResult {
  const { json, meta, isError } = answer;
  return {
    content: textBlocks(answer),
    ...(json === null ? {} : { structuredContent: JSON.parse(json) }),
    _meta: meta,
    ...(isError ? { isError } : {}),
  };
}

function succeeded(success: Success): ToolAnswer {
  const { written, requestId, billing, warnings, reply, limit, status } = success;
  const meta = {
    request_id: requestId,
    status,
    billing,
    ...(reply.pagination ? { pagination: reply.pagination } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(limit ? { limit: limitMeta(limit) } : {}),
  };
  return { isError: false, text: inShort(success), json: written.json, meta: { [metaName]: meta } };
}

/** A failure the model can read and act on; never text from outside. */
function failed({ problem, requestId, limit }: Failure): ToolAnswer {
  const { code, message, details, status } = problem;
  const error = { code, message, ...(details ? { details } : {}), request_id: requestId };
  const meta = { request_id: requestId, status, error, ...(limit ? { limit: limitMeta(limit) } : {}) };
  return { isError: true, text: JSON.stringify(error), json: null, meta: { [metaName]: meta } };
}

const limitMeta = ({ limit, remaining, resetSeconds }: NonNullable<Success["limit"]>) => ({
  limit,
  remaining,
  reset_seconds: resetSeconds,
});

/** One or a few lines: what it says of itself, whether to come back for it, what to mind. */
function inShort({ data, warnings, reply }: Success): string {
  const { pagination } = reply;
  return [
    ...gist(data),
    ...(pagination?.next_cursor
      ? [`There is more: call again with cursor "${pagination.next_cursor}".`]
      : []),
    ...warnings.map(({ code, path, message }) => `${code}${path ? ` ${path}` : ""}: ${message}`),
  ].join("\n");
}

function gist(data: unknown): string[] {
  if (Array.isArray(data)) return [`${data.length} ${data.length === 1 ? "item" : "items"}.`];
  const { headline, status, id, poll_after_seconds } = (data ?? {}) as Record<string, unknown>;
  if (status === "processing") {
    return [`Still processing; read report ${id} again in ${poll_after_seconds ?? 2} seconds.`];
  }
  if (typeof headline === "string" && headline !== "") return [headline];
  return [typeof status === "string" ? `Status: ${status}.` : "Done."];
}
