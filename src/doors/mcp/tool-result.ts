import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Failure, Success } from "../../kernel/perform.ts";

/** What stands around a result, under the one name of ours in `_meta`. */
export const metaName = "overheard/meta";

/** The outcome of a call as the result of a tool: the route's data, a line to read, and the same data as text. */
export function toolResult(outcome: Success | Failure): CallToolResult {
  return outcome.ok ? succeeded(outcome) : failed(outcome);
}

function succeeded(success: Success): CallToolResult {
  const { written, requestId, billing, warnings, reply, limit, status } = success;
  const data: unknown = JSON.parse(written.json);
  const meta = {
    request_id: requestId,
    status,
    billing,
    ...(reply.pagination ? { pagination: reply.pagination } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(limit ? { limit: limitMeta(limit) } : {}),
  };
  return {
    content: [
      { type: "text", text: inShort(data, success) },
      // Clients of before 2025-06-18 show their model nothing but text.
      { type: "text", text: written.json },
    ],
    structuredContent: data as CallToolResult["structuredContent"],
    _meta: { [metaName]: meta },
  };
}

/** A failure the model can read and act on; never text from outside. */
function failed({ problem, requestId, limit }: Failure): CallToolResult {
  const { code, message, details, status } = problem;
  const error = { code, message, ...(details ? { details } : {}), request_id: requestId };
  return {
    isError: true,
    content: [{ type: "text", text: JSON.stringify(error) }],
    _meta: {
      [metaName]: { request_id: requestId, status, error, ...(limit ? { limit: limitMeta(limit) } : {}) },
    },
  };
}

const limitMeta = ({ limit, remaining, resetSeconds }: NonNullable<Success["limit"]>) => ({
  limit,
  remaining,
  reset_seconds: resetSeconds,
});

/** One or a few lines: what it says of itself, whether to come back for it, what to mind. */
function inShort(data: unknown, { warnings, reply }: Success): string {
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
