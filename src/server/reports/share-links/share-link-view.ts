import { type Static, Type } from "typebox";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { Closed, Nullable, Time, Uuid } from "../../api/schema/schema.ts";
import { TimeframeWord } from "../../api/schema/words.ts";
import type { ShareLink } from "./share-link.ts";

const properties = {
  id: Uuid("Id of the link."),
  token_prefix: Type.String({ description: "First characters of its token." }),
  project_id: Uuid("Id of its project."),
  report_id: Type.String({ description: "Id of the report it shows." }),
  timeframe: TimeframeWord({ description: "How far back the trend goes." }),
  expires_at: Nullable(Time(), { description: "When it expires; null: never." }),
  presenter_name: Nullable(Type.String(), { description: "Who presents it." }),
  logo_url: Nullable(Type.String(), { description: "URL of the presenter's logo." }),
  summary: Nullable(Type.String(), { description: "The introduction, as plain text." }),
  created_at: Time("When it was made."),
};

export const ShareLinkView = Closed(properties, {
  title: "ShareLink",
  description: "A public page of a report, for anyone with its URL.",
});

export const CreatedShareLinkView = showAs(
  Closed(
    { ...properties, url: Type.String({ description: "Its URL, shown only this once." }) },
    { title: "CreatedShareLink", description: "A new public page of a report." },
  ),
  { bases: [ShareLinkView] },
);

export const shareLinkView = (link: ShareLink): Static<typeof ShareLinkView> => ({
  id: link.id,
  token_prefix: link.tokenPrefix,
  project_id: link.projectId,
  report_id: link.reportId,
  timeframe: link.timeframe,
  expires_at: link.expiresAt,
  presenter_name: link.presenterName,
  logo_url: link.logoUrl,
  summary: link.summary,
  created_at: link.createdAt,
});
