import type { Static } from "typebox";
import { providerName } from "../../../reader/provider.ts";
import type { AssistantHealth } from "../../events/assistant-health.ts";
import type { EventMessage, StoredEvent } from "../../events/stored-event.ts";
import type { AssistantStateView } from "./state-views.ts";

/** Why its calls failed, as far as we have words for it. */
const because: Record<string, string> = {
  bad_key: "the key was refused",
  no_credentials: "there is no key for it",
  rate_limited: "its vendor takes no more calls",
  timeout: "no answer came in time",
  refused: "its vendor refused the calls",
};

/** Codes that a key mends. */
const ofKeys = new Set(["bad_key", "no_credentials"]);

/** Puts into words that an assistant has stopped answering, or answers again. */
export function engineMessage(siteUrl: string, { type, facts }: StoredEvent): EventMessage {
  const { reportId, ...health } = facts as unknown as AssistantHealth & { reportId: string };
  const { provider, answered, failed, code } = health;
  const isFailing = type === "engine.failing";
  const name = providerName(provider);
  const link =
    isFailing && code !== null && ofKeys.has(code)
      ? { label: "Check the assistants' keys", url: `${siteUrl}/organization?part=engines` }
      : { label: "Open the report", url: `${siteUrl}/reports/${reportId}` };
  const data: Static<typeof AssistantStateView> = {
    id: provider,
    ...health,
    report_id: reportId,
    url: link.url,
  };
  const why = code === null ? undefined : because[code];
  const calls = failed === 1 ? "the call" : `all ${failed} calls`;
  return {
    data,
    title: isFailing ? `${name} has stopped answering` : `${name} answers again`,
    says: isFailing
      ? `In the last report ${calls} to it failed${why ? `: ${why}` : ""}. Its figures are missing until it answers again.`
      : `In the last report it answered ${answered} of ${answered + failed} calls.`,
    link,
  };
}
