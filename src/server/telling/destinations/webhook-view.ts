import { type Static, Type } from "typebox";
import { Closed, Nullable, OneOf, Time, Uuid } from "../../api/schema/schema.ts";
import { destinationKinds } from "../../outbound/destinations/destination.ts";
import { EventTypeWord } from "./webhook-terms.ts";
import type { Webhook } from "./webhooks.ts";

const offReasons = [
  ...(["paused", "gone", "failing", "bounced", "unreadable"] as const),
  ...(["member_gone", "member_disabled", "member_limited"] as const),
];

const properties = {
  id: Uuid("Id of the destination."),
  kind: OneOf(destinationKinds, { description: "What it is." }),
  name: Nullable(Type.String(), { description: "Its name." }),
  address: Nullable(Type.String(), {
    description: "What is shown of its address: the host, or the member's email address.",
  }),
  user_id: Uuid("The member whose it is: it tells only what they may see."),
  project_id: Nullable(Uuid(), { description: "The project whose events it is told; null: all projects." }),
  types: Nullable(Type.Array(EventTypeWord), { description: "The events it is told; null: all." }),
  quotes: Type.Boolean({ description: "Whether texts that assistants and pages wrote go along." }),
  active: Type.Boolean({ description: "Whether anything is sent to it." }),
  off_because: Nullable(OneOf(offReasons), {
    description:
      "Why nothing is: a person turned it off (`paused`), its address is no more (`gone`, `bounced`), it took nothing for five days (`failing`), it cannot be decrypted (`unreadable`), or who created it is no admin any more, is disabled or is limited to some clients (`member_…`); null while it is active.",
  }),
  failing_since: Nullable(Time(), {
    description: "Since when it has taken nothing; null: the last was taken.",
  }),
  created_at: Time("When it was created."),
};

export const WebhookView = Closed(properties, {
  title: "Webhook",
  description: "Where the organization is told what happened.",
});

const secret = Nullable(Type.String(), {
  description: "What its requests are signed with, shown only here; null for other kinds.",
});

export const CreatedWebhookView = Closed({ ...properties, secret }, { title: "CreatedWebhook" });

/** `host`: of its address; null if it has none or cannot be decrypted. */
export const webhookView = (webhook: Webhook, host: string | null): Static<typeof WebhookView> => ({
  id: webhook.id,
  kind: webhook.kind,
  name: webhook.name,
  address: webhook.kind === "email" ? webhook.email : host,
  user_id: webhook.userId,
  project_id: webhook.projectId,
  types: webhook.types,
  quotes: webhook.quotes,
  active: webhook.active,
  off_because: webhook.offBecause,
  failing_since: webhook.failingSince,
  created_at: webhook.createdAt,
});
