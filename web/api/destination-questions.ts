import { answerTo, api, everyPage, type Schemas } from "./client.ts";
import type { Question } from "./resource.ts";

export type Destination = Schemas["Webhook"];
export type Delivery = Schemas["Delivery"];
export type DestinationKind = Destination["kind"];

/** Where the organization is told what happened; of admins and owners alone. */
export const destinationList = (): Question<Destination[]> => ({
  key: "destinations",
  ask: () => answerTo(() => api.GET("/webhooks")),
});

/** Deliveries in a page of a log, and in all that it shows. */
export const [deliveryPage, deliveriesMost] = [100, 1_000];

/** What was sent to a destination, newest first, in so many pages. */
export const deliveryLog = (webhookId: string, pages = 1): Question<Delivery[]> => ({
  key: `deliveries ${webhookId}`,
  ask: () =>
    everyPage(
      (cursor) =>
        api.GET("/webhooks/{webhookId}/deliveries", {
          params: {
            path: { webhookId },
            query: { limit: deliveryPage, ...(cursor ? { cursor } : {}) },
          },
        }),
      pages,
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
