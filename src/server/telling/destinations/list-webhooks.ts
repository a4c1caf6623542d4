import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { webhook } from "../telling-examples.ts";
import { shownWebhook } from "./seal-destination.ts";
import { WebhookView } from "./webhook-view.ts";
import { listWebhooks as webhooksOf } from "./webhooks.ts";

export const listWebhooks = action({
  name: "list_webhooks",
  http: "GET /v1/webhooks",
  summary: "List the organization's destinations, newest first; at most 20.",
  description: "For admins. Of an address only the host is shown.",
  tag: "organization",
  scope: "visibility:read",
  role: "admin",
  effect: "reads",
  limit: "read",
  input: Type.Object({}),
  output: Type.Array(WebhookView),
  example: () => ({ answers: { WebhookList: { summary: "One destination", data: [webhook] } } }),
}).run(async ({ db, caller, destinationVault }) =>
  Promise.all(
    (await webhooksOf(db, caller.organizationId)).map((webhook) => shownWebhook(destinationVault, webhook)),
  ),
);
