import { Problem } from "../../kernel/problem.ts";
import { isPage } from "../foreign-response.ts";
import { OutsideError, type OutsideErrorKind, type OutsideResponse } from "../outside.ts";
import type { DeliveryFault, DestinationKind } from "./destination.ts";

/** What chat tools say when there is no channel any more. */
const goneWords: Partial<Record<DestinationKind, RegExp>> = {
  slack: /^(?:channel_not_found|channel_is_archived|no_service|no_team|team_disabled)\s*$/,
  // "Unknown Webhook"
  discord: /"code":\s*10015\b/,
};

/**
 * No chat tool takes a message with a page, which the address of a channel or a sign-in answers with, with `ok: false`, or with Teams' words for
 * a message that it has not posted. The type says
 * nothing: Slack's "ok" is `text/html`.
 */
function faultOfTaken(body: Buffer): DeliveryFault | null {
  if (isPage(body)) return "bad_response";
  return /^\s*(?:\{\s*"ok"\s*:\s*false\b|Webhook message delivery failed\b)/.test(body.toString("utf8"))
    ? "refused"
    : null;
}

/** What an answer means; null: it was taken. */
export function faultOf(
  kind: DestinationKind,
  { status, body }: Pick<OutsideResponse, "status" | "body">,
): DeliveryFault | null {
  if (status >= 200 && status < 300) return kind === "webhook" ? null : faultOfTaken(body);
  if (status === 410) return "gone";
  if (status >= 300 && status < 400) return "redirected";
  const isGone = status >= 400 && status < 500 && goneWords[kind]?.test(body.toString("utf8"));
  return isGone ? "gone" : "refused";
}

const faults: Record<OutsideErrorKind, DeliveryFault> = {
  dns: "unreachable",
  connection: "unreachable",
  proxy: "unreachable",
  cancelled: "unreachable",
  tls: "tls",
  timeout: "timeout",
  too_large: "bad_response",
  headers_too_large: "bad_response",
  bad_response: "bad_response",
  too_many_redirects: "redirected",
  redirect_refused: "redirected",
};

/** What a request that brought no answer failed of. Throws what is no failure of the other side. */
export function faultOfError(error: unknown): DeliveryFault {
  if (error instanceof Problem && error.code === "URL_NOT_ALLOWED") return "not_allowed";
  if (error instanceof OutsideError) return faults[error.kind];
  throw error;
}
