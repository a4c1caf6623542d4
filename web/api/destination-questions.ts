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

export type Bucket = Schemas["Bucket"];

/** Where the organization's rows and figures go every night, asked for where there is such a place; null: nowhere. */
export const bucketNow = (): Question<Bucket | null> => ({
  key: "bucket",
  ask: async () => {
    const { has_bucket } = await answerTo(() => api.GET("/organization"));
    return has_bucket ? answerTo(() => api.GET("/bucket")) : null;
  },
});

/** What came of the newest exports. */
export const bucketExports = (): Question<Schemas["BucketExport"][]> => ({
  key: "bucket exports",
  ask: () => answerTo(() => api.GET("/bucket/exports", { params: { query: { limit: 10 } } })),
});
