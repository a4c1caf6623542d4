import type { ShownBilling } from "../api/access/quota.ts";
import type { Success } from "../api/perform.ts";
import type { Problem } from "../kernel/problem.ts";

const billings = new WeakMap<ShownBilling, string>();

/** Requests within one second share a snapshot, which is serialised once. */
function billingJson(billing: ShownBilling): string {
  const cachedJson = billings.get(billing);
  if (cachedJson !== undefined) return cachedJson;
  const json = JSON.stringify(billing);
  billings.set(billing, json);
  return json;
}

/** `{ data, meta }` as text; the data is already serialised. Source: docs/contract/envelope.md. */
export function successJson({ content, requestId, billing, reply, warnings, replayed }: Success): string {
  const pagination = reply.pagination ? `,"pagination":${JSON.stringify(reply.pagination)}` : "";
  const warned = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : "";
  const replay = replayed ? ',"idempotent_replay":true' : "";
  return `{"data":${content.json},"meta":{"request_id":"${requestId}","billing":${billing ? billingJson(billing) : "null"}${pagination}${warned}${replay}}}`;
}

/** `{ error }` as text; `message` replaces the problem's own. */
export function problemJson(problem: Problem, requestId: string, message = problem.message): string {
  const { code, details } = problem;
  return JSON.stringify({ error: { code, message, ...(details ? { details } : {}), request_id: requestId } });
}
