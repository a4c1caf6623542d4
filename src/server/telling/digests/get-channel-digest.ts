import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { WebhookId } from "../destinations/webhook-terms.ts";
import { findWebhook } from "../destinations/webhooks.ts";
import { channelDigest, webhookId } from "../telling-examples.ts";
import { ChannelDigestView, channelDigestView } from "./digest-view.ts";
import { findDigest } from "./digests.ts";

export const getChannelDigest = action({
  name: "get_channel_digest",
  http: "GET /v1/webhooks/{webhookId}/digest",
  summary: "Read whether a channel is told every Monday what the week brought.",
  description: "For admins. It is off until somebody chooses it.",
  tag: "organization",
  scope: "visibility:read",
  role: "admin",
  effect: "reads",
  limit: "read",
  problems: ["WEBHOOK_NOT_FOUND"],
  input: Type.Object({ webhookId: WebhookId }),
  output: ChannelDigestView,
  example: () => ({
    fields: { webhookId },
    answers: { ChannelDigest: { summary: "Every Monday", data: channelDigest } },
  }),
}).run(async ({ db, caller: { organizationId } }, { webhookId }) => {
  const webhook = await findWebhook(db, organizationId, webhookId);
  if (!webhook) throw new Problem("WEBHOOK_NOT_FOUND");
  return channelDigestView(await findDigest(db, organizationId, { webhookId: webhook.id }));
});
