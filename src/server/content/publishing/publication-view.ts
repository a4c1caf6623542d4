import { type Static, Type } from "typebox";
import { Closed, Nullable, Time } from "../../api/schema/schema.ts";
import { BlogKindWord, PublishModeWord } from "../../api/schema/words.ts";
import { EditUrl, editUrl } from "./edit-url.ts";
import type { Publication } from "./publications.ts";

export const PublicationView = Closed(
  {
    report_id: Type.String({ description: "Id of the draft." }),
    cms: BlogKindWord({ description: "Kind of the blog." }),
    cms_post_id: Type.String({ description: "Id of the post there." }),
    url: Nullable(Type.String(), { description: "Public URL; null if readers can't open it." }),
    mode: PublishModeWord({ description: "Whether readers can see it." }),
    edit_url: EditUrl,
    published_at: Time("When it was put there."),
    already_published: Type.Boolean({
      description: "The blog already had it; this call changed nothing.",
    }),
  },
  { title: "Publication", description: "A draft on the blog." },
);

export const publicationView = (
  reportId: string,
  { cms, siteUrl, postId, url, mode, publishedAt }: Publication,
  already: boolean,
): Static<typeof PublicationView> => ({
  report_id: reportId,
  cms,
  cms_post_id: postId,
  url,
  mode,
  edit_url: editUrl(cms, siteUrl, postId),
  published_at: publishedAt,
  already_published: already,
});
