import { type Static, Type } from "typebox";
import { Closed, Nullable, Time, Uuid } from "../../api/schema/schema.ts";
import { BlogKindWord } from "../../api/schema/words.ts";
import type { CmsConnection } from "./cms-connections.ts";

export const CmsConnectionView = Closed(
  {
    project_id: Uuid("Id of its project."),
    kind: BlogKindWord({ description: "Kind of the blog." }),
    site_url: Type.String({ description: "Address of the blog." }),
    account: Nullable(Type.String(), { description: "User who posts; null for Ghost." }),
    site_name: Nullable(Type.String(), { description: "The blog's name." }),
    active: Type.Boolean({
      description: "False if the blog refused the credentials or they can't be decrypted: connect it again.",
    }),
    verified_at: Time("When the credentials were last tested."),
  },
  {
    title: "CmsConnection",
    description: "The blog that a project publishes to.",
  },
);

/** `readable`: its credentials can be decrypted. */
export const cmsConnectionView = (
  projectId: string,
  connection: CmsConnection,
  readable: boolean,
): Static<typeof CmsConnectionView> => ({
  project_id: projectId,
  kind: connection.kind,
  site_url: connection.siteUrl,
  account: connection.account,
  site_name: connection.siteName,
  active: connection.active && readable,
  verified_at: connection.verifiedAt,
});
