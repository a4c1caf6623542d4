import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { webhook, webhookId } from "../telling-examples.ts";
import { shownWebhook } from "./seal-destination.ts";
import { WebhookId } from "./webhook-terms.ts";
import { WebhookView } from "./webhook-view.ts";
import { findWebhook } from "./webhooks.ts";

export const getWebhook = action({
  name: "get_webhook",
  http: "GET /v1/webhooks/{webhookId}",
  summary: "Read a destination: what it is told, and whether it takes it.",
  description: "For admins.",
  tag: "organization",
  scope: "visibility:read",
  role: "admin",
  effect: "reads",
  limit: "read",
  problems: ["WEBHOOK_NOT_FOUND"],
  input: Type.Object({ webhookId: WebhookId }),
  output: WebhookView,
  example: () => ({
    fields: { webhookId },
    answers: { Webhook: { summary: "A destination", data: webhook } },
  }),
}).run(async ({ db, caller, destinationVault }, { webhookId }) => {
  const webhook = await findWebhook(db, caller.organizationId, webhookId);
  if (!webhook) throw new Problem("WEBHOOK_NOT_FOUND");
  return shownWebhook(destinationVault, webhook);
});
