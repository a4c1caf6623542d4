import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { testEvent } from "../../events/event.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { insertTest } from "../deliveries/deliveries.ts";
import { DeliveryView, deliveryView } from "../deliveries/delivery-view.ts";
import { testedDelivery, webhookId } from "../telling-examples.ts";
import { settingsUrlOf } from "../words/event-message.ts";
import { openDestination } from "./seal-destination.ts";
import { secretsAt } from "./sealed-destination.ts";
import { WebhookId } from "./webhook-terms.ts";
import { findWebhook } from "./webhooks.ts";

export const testWebhook = action({
  name: "test_webhook",
  http: "POST /v1/webhooks/{webhookId}/test",
  summary: "Send a message of the type `webhook.test` now, and learn what came of it.",
  description: "For admins. It is tried once, within 10 seconds, and also while the destination is off.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "publish",
  limitShared: true,
  problems: ["WEBHOOK_NOT_FOUND"],
  input: Type.Object({ webhookId: WebhookId }),
  output: DeliveryView,
  example: () => ({
    fields: { webhookId },
    answers: { TestedWebhook: { summary: "It was taken", data: testedDelivery } },
  }),
}).run(async (context, { webhookId }) => {
  const { db, caller, destinations, destinationVault, now, settings, signal, write } = context;
  const webhook = await findWebhook(db, caller.organizationId, webhookId);
  if (!webhook) throw new Problem("WEBHOOK_NOT_FOUND");
  const sealed = await openDestination(destinationVault, webhook);
  const address = webhook.kind === "email" ? webhook.email : (sealed?.url ?? null);
  const id = newId();
  const message = {
    ...{ id, type: testEvent, at: now().toISOString(), data: { id: webhook.id } },
    title: "A test from Overheard",
    says: "Messages reach this destination.",
    link: { label: "Open Overheard", url: settings.siteUrl },
    settingsUrl: settingsUrlOf(settings.siteUrl),
  };
  const unreadable = { status: null, response: null, retryAfterMs: null, durationMs: 0 };
  const outcome =
    sealed && address !== null
      ? await destinations.send(
          { kind: webhook.kind, address, secrets: secretsAt(sealed, now()) },
          message,
          signal,
        )
      : { ...unreadable, fault: "not_allowed" as const };
  return write(async (db) => {
    const place = { organizationId: caller.organizationId, webhookId: webhook.id, id };
    if (!(await findWebhook(db, caller.organizationId, webhook.id, { lock: true })))
      throw new Problem("WEBHOOK_NOT_FOUND");
    return reply(deliveryView(await insertTest(db, place, outcome, now())));
  });
});
