import { answerTo, api, type Schemas } from "./client.ts";
import type { Question } from "./resource.ts";

export type Destination = Schemas["Webhook"];
export type Delivery = Schemas["Delivery"];
export type DestinationKind = Destination["kind"];

/** Where the organization is told what happened; of admins and owners alone. */
export const destinationList = (): Question<Destination[]> => ({
  key: "destinations",
  ask: () => answerTo(() => api.GET("/webhooks")),
});

/** What was sent to a destination, newest first. */
export const deliveryLog = (webhookId: string): Question<Delivery[]> => ({
  key: `deliveries ${webhookId}`,
  ask: () =>
    answerTo(() =>
      api.GET("/webhooks/{webhookId}/deliveries", { params: { path: { webhookId }, query: { limit: 100 } } }),
    ),
});
