import { type Static, Type } from "typebox";
import type { Publication } from "../../../store/content/publications.ts";
import { Closed, Nullable, Time } from "../../schema/schema.ts";
import { BlogKindWord, PublishModeWord } from "../../schema/words.ts";

export const PublicationView = Closed(
  {
    report_id: Type.String({ description: "Id of the draft." }),
    cms: BlogKindWord({ description: "Kind of the blog that has it." }),
    cms_post_id: Type.String({ description: "Id of the post there." }),
    url: Nullable(Type.String(), { description: "Address for readers; null for what they cannot open." }),
    mode: PublishModeWord({ description: "Whether readers see it." }),
    published_at: Time("When it was put there as `mode` says."),
    already_published: Type.Boolean({
      description: "The blog had it so before this call, which changed nothing.",
    }),
  },
  { title: "Publication", description: "A draft as the blog has it." },
);

export const publicationView = (
  reportId: string,
  { cms, postId, url, mode, publishedAt }: Publication,
  already: boolean,
): Static<typeof PublicationView> => ({
  report_id: reportId,
  cms,
  cms_post_id: postId,
  url,
  mode,
  published_at: publishedAt,
  already_published: already,
});
