import { answerTo, api, type Schemas } from "./client.ts";
import type { Question } from "./resource.ts";

export type Digest = Schemas["Digest"];
export type ChannelDigest = Schemas["ChannelDigest"];

/** What is chosen of a digest. */
export interface DigestChoice {
  active: boolean;
  timezone: string;
  onlyChanges: boolean;
}

/** Whether the reader is mailed what each week brought. */
export const ownDigest = (): Question<Digest> => ({
  key: "digest",
  ask: () => answerTo(() => api.GET("/account/digest")),
});

/** The same of a channel; of admins and owners alone. */
export const channelDigest = (webhookId: string): Question<ChannelDigest> => ({
  key: `digest ${webhookId}`,
  ask: () => answerTo(() => api.GET("/webhooks/{webhookId}/digest", { params: { path: { webhookId } } })),
});

/** Throws ApiProblem. */
export const chooseOwnDigest = (body: DigestChoice): Promise<Digest> =>
  answerTo(() => api.PUT("/account/digest", { body }));

/** Throws ApiProblem. */
export const chooseChannelDigest = (webhookId: string, body: DigestChoice): Promise<ChannelDigest> =>
  answerTo(() => api.PUT("/webhooks/{webhookId}/digest", { params: { path: { webhookId } }, body }));

/** The time zone of this browser. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
