import type { Caller } from "../../kernel/caller.ts";
import { longestWaitSeconds } from "../../kernel/context.ts";
import type { Call } from "../../kernel/perform.ts";
import { type Exchange, singleHeader } from "../rest/exchange.ts";
import { traceparentIn } from "../rest/request/preferences.ts";
import type { Message } from "./message.ts";

/** One request of an assistant whose token has been checked. */
export interface Visit {
  caller: Caller;
  exchange: Exchange;
  /** The address that it came from. */
  source: string;
}

/** Answers one message, null for a request without one; text is the JSON of a plain success. */
export type Serve = (
  request: () => Request,
  visit: Visit,
  message: Message | null,
) => Promise<Response | string>;

/** A tool's arguments as `perform` takes them. A caller who watches the progress is willing to wait for the end. */
export function toolCall(
  { caller, exchange, source }: Visit,
  fields: Record<string, unknown>,
  progress?: Call["progress"],
): Call {
  return {
    door: "mcp",
    source,
    requestId: exchange.requestId,
    traceparent: traceparentIn(singleHeader(exchange.request.headers.traceparent)),
    authenticate: async () => caller,
    raw: async () => fields,
    idempotencyKey: null,
    waitSeconds: progress ? longestWaitSeconds : null,
    signal: exchange.ended.signal,
    ...(progress ? { progress } : {}),
  };
}
