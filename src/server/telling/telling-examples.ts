import type { Static } from "typebox";
import {
  answered,
  earlier,
  later,
  memberId,
  reportId,
  projectId as toldOf,
} from "../api/examples/northwind.ts";
import type { DeliveryView } from "./deliveries/delivery-view.ts";
import type { CreatedWebhookView, WebhookView } from "./destinations/webhook-view.ts";
import type { ChannelDigestView, DigestView } from "./digests/digest-view.ts";

export const webhookId = "019bbf60-1d2e-7f3a-8b4c-5d6e7f8a9b0c";
export const deliveryId = "019bbf61-2e3f-7a4b-9c5d-6e7f8a9b0c1d";

export const webhook: Static<typeof WebhookView> = {
  ...{ id: webhookId, kind: "webhook", name: null, address: "hooks.northwind.example", user_id: memberId },
  ...{ project_id: null, types: null, quotes: true, active: true, off_because: null, failing_since: null },
  created_at: earlier,
};

/** Of the right form, and nobody's. */
const secret = `whsec_${"A".repeat(43)}=`;

export const createdWebhook: Static<typeof CreatedWebhookView> = { ...webhook, secret };

export const rotatedSecret = { id: webhookId, secret, previous_until: later };

export const delivery: Static<typeof DeliveryView> = {
  ...{ id: deliveryId, type: "report.completed" },
  ...{ project_id: toldOf, object_id: reportId, created_at: answered, state: "pending", attempts: 1 },
  ...{ next_attempt_at: later, attempted_at: answered, duration_ms: 84, status: 500, fault: "refused" },
  response: "Internal Server Error",
};

export const testedDelivery: Static<typeof DeliveryView> = {
  ...{ ...delivery, type: "webhook.test", project_id: null, object_id: webhookId, state: "delivered" },
  ...{ next_attempt_at: null, status: 204, fault: null, response: "" },
};

export const channelDigest: Static<typeof ChannelDigestView> = {
  ...{ active: true, off_because: null, timezone: "Europe/Berlin", only_changes: false },
  next_at: "2026-01-19T07:00:00.000Z",
};

export const digest: Static<typeof DigestView> = {
  ...{ ...channelDigest, address: "ada@harbour.example", mail: true },
};
