import { Type } from "typebox";
import { Nullable, OneOf } from "../../api/schema/schema.ts";
import { eventTypes } from "../../events/event.ts";
import { destinationKinds } from "../../outbound/destinations/destination.ts";

/** Opaque: an unknown or malformed id is a 404. */
export const WebhookId = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Id of the destination.",
});

export const DeliveryId = Type.String({ minLength: 1, maxLength: 128, description: "Id of the delivery." });

export const KindWord = OneOf(destinationKinds, {
  description:
    "A program of yours, a channel of a chat tool (of Teams, a workflow that starts when a webhook request comes in), or your own inbox.",
  default: "webhook",
});

export const EventTypeWord = OneOf(eventTypes);

const name = Type.String({ minLength: 1, maxLength: 80, description: "A name for it." });

/** Checked by the outbound guard, whose URL_NOT_ALLOWED says more than a schema could. */
export const WebhookUrl = Type.String({
  minLength: 1,
  maxLength: 2_048,
  writeOnly: true,
  description:
    "Its https URL, stored encrypted and never shown. For mail, none: it goes to your own address.",
  examples: ["https://hooks.acme.example/overheard"],
});

const types = Type.Array(EventTypeWord, {
  minItems: 1,
  maxItems: eventTypes.length,
  description: "The events it is told.",
});

const projectId = Type.String({ format: "uuid", description: "The project whose events it is told." });

/** What may be set at first and changed later. */
export const webhookFields = {
  name: Type.Optional(Nullable(name)),
  types: Type.Optional(Nullable(types, { description: "The events it is told; null: all." })),
  projectId: Type.Optional(
    Nullable(projectId, { description: "The project whose events it is told; null: all projects." }),
  ),
  quotes: Type.Optional(
    Type.Boolean({ description: "Whether texts that assistants and pages wrote go along.", default: true }),
  ),
};
