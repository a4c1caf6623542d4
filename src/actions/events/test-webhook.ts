import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { testEvent } from "../../kernel/events/event.ts";
import { secretsAt } from "../../kernel/events/sealed-destination.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { insertTest } from "../../store/events/deliveries.ts";
import { findWebhook } from "../../store/events/webhooks.ts";
import { testedDelivery, webhookId } from "../examples/events.ts";
import { openDestination } from "./steps/sealed-destination.ts";
import { settingsUrlOf } from "./steps/told-event.ts";
import { WebhookId } from "./terms/webhook-terms.ts";
import { DeliveryView, deliveryView } from "./views/delivery-view.ts";

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
