import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { Problem } from "../../kernel/problem.ts";
import { DeliveryId, WebhookId } from "../destinations/webhook-terms.ts";
import { findWebhook } from "../destinations/webhooks.ts";
import { delivery, deliveryId, webhookId } from "../telling-examples.ts";
import { retryDelivery as retry } from "./deliveries.ts";
import { DeliveryView, deliveryView } from "./delivery-view.ts";

export const retryDelivery = action({
  name: "retry_delivery",
  http: "POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/retry",
  summary: "Send an event again now, whatever came of it; its `webhook-id` stays the same.",
  description: "For admins. It waits while the destination is off.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "write",
  problems: ["WEBHOOK_NOT_FOUND", "DELIVERY_NOT_FOUND"],
  input: Type.Object({ webhookId: WebhookId, deliveryId: DeliveryId }),
  output: DeliveryView,
  example: () => ({
    fields: { webhookId, deliveryId },
    answers: { Delivery: { summary: "It waits for its turn", data: { ...delivery, attempts: 0 } } },
  }),
}).run(async ({ caller, now, queue, write }, { webhookId, deliveryId }) => {
  const replied = await write(async (db) => {
    const { organizationId } = caller;
    const webhook = await findWebhook(db, organizationId, webhookId, { lock: true });
    if (!webhook) throw new Problem("WEBHOOK_NOT_FOUND");
    const again = await retry(db, { organizationId, webhookId: webhook.id, id: deliveryId }, now());
    if (!again) throw new Problem("DELIVERY_NOT_FOUND");
    return reply(deliveryView(again));
  });
  queue.wake();
  return replied;
});
