import { answerTo, api, type Schemas } from "./client.ts";
import type { Question } from "./resource.ts";

export type Organization = Schemas["Organization"];

/** The organization that the app works in, and what the reader is in it. */
export const organizationNow = (): Question<Organization> => ({
  key: "organization",
  ask: () => answerTo(() => api.GET("/organization")),
});
