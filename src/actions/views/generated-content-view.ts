import { type Static, Type } from "typebox";
import { baseProperties } from "./report-base.ts";
import { Closed, Nullable, ObjectOrNull, OneOf, Time } from "./schema.ts";

const text = (description: string) => Nullable(Type.String(), { description });

const PublishedView = Closed(
  { url: Type.String({ description: "Address of the post." }), at: Time("When it was published.") },
  { title: "Published", description: "Where a draft was published." },
);

/** A written draft; it has no views. */
export const GeneratedContentView = Closed(
  {
    ...baseProperties,
    view: Type.Null({ description: "Null: a draft has no views." }),
    platform: OneOf(["blog", "linkedin", "thread"], { description: "What it is written for." }),
    content_kind: OneOf(["article", "update_brief", "post", "thread"], {
      description: "What kind of text it is.",
    }),
    title: text("Its title."),
    body_markdown: text("Its text as Markdown."),
    posts: Nullable(Type.Array(Type.String()), { description: "The posts of a thread, in order." }),
    word_count: Nullable(Type.Integer({ minimum: 0 }), { description: "Words of the text." }),
    meta_description: text("Description for search results."),
    slug: text("Last part of its address."),
    target_url: text("Page that an update brief is about."),
    target_title: text("Title of that page."),
    topic: Type.String({ description: "What it was to be about." }),
    prompt_type: text("Kind of prompt that was asked for."),
    metadata: Type.Unsafe<Record<string, unknown>>({
      type: "object",
      additionalProperties: true,
      description: "What the caller passed along, as it came.",
    }),
    context_quality: OneOf(["full", "partial", "none"], {
      description: "How much of a website analysis the draft could use.",
    }),
    context_message: Type.String({ description: "The same in words." }),
    published: ObjectOrNull(PublishedView, "Where it was published; null where it was not."),
  },
  { title: "GeneratedContentReport", description: "A written draft." },
);
export type GeneratedContentView = Static<typeof GeneratedContentView>;
