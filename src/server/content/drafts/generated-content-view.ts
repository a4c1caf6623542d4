import { type Static, Type } from "typebox";
import { wordCount } from "../../../reader/text/word-count.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { AlwaysNull, Closed, Nullable, ObjectOrNull, OneOf, Time } from "../../api/schema/schema.ts";
import { ContentKindWord, DraftPlatformWord, PublishModeWord } from "../../api/schema/words.ts";
import type { SentPost } from "../../outbound/cms/blog.ts";
import { baseProperties, ReportBase, type ReportRecord, reportBase } from "../../reports/report-base.ts";
import { EditUrl, editUrl, postsUrl } from "../publishing/edit-url.ts";
import type { DraftContent } from "../writing/draft.ts";
import type { Draft, PublishedDraft } from "./drafts.ts";

const text = (description: string) => Nullable(Type.String(), { description });

export const PublishedView = Closed(
  {
    url: Nullable(Type.String(), {
      description: "Public URL; null if readers can't open it.",
    }),
    mode: PublishModeWord({ description: "Whether readers can see it." }),
    edit_url: EditUrl,
    at: Time("When the blog accepted it."),
  },
  { title: "Published", description: "Where a draft stands on the blog." },
);

export const publishedView = (published: PublishedDraft | null): Static<typeof PublishedView> | null =>
  published && {
    url: published.url,
    mode: published.mode,
    edit_url: editUrl(published.cms, published.siteUrl, published.postId),
    at: published.at,
  };

const UnconfirmedView = Closed(
  {
    sent_at: Time("When it was sent."),
    look_at: Type.String({
      description: "Where the blog lists its posts, for whoever is signed in there.",
    }),
  },
  {
    title: "Unconfirmed",
    description: "A post that the blog did not confirm: it may exist. Look for it there.",
  },
);

const unconfirmedView = (post: SentPost | null): Static<typeof UnconfirmedView> | null =>
  post && { sent_at: post.at, look_at: postsUrl(post.cms, post.siteUrl) };

const SourceView = Closed(
  { url: Type.String({ description: "URL of the page." }), title: text("Its title.") },
  { title: "DraftSource", description: "A page that a draft is based on." },
);

/** A written draft; it has no other views. */
export const GeneratedContentView = showAs(
  Closed(
    {
      ...baseProperties,
      type: OneOf<ReportRecord["type"]>(["generated_content"], { description: "A written draft." }),
      view: AlwaysNull("Null: drafts have no views."),
      platform: DraftPlatformWord({ description: "What it is written for." }),
      content_kind: ContentKindWord({
        description: "Kind of draft.",
      }),
      title: text("Its title."),
      body_markdown: text("Its text as Markdown."),
      posts: Nullable(Type.Array(Type.String()), { description: "The posts of a thread, in order." }),
      word_count: Nullable(Type.Integer({ minimum: 0 }), { description: "Words of the text." }),
      meta_description: text("Description for search results."),
      slug: text("Last part of its URL."),
      target_url: text("Page that an update brief is about."),
      target_title: text("Title of that page."),
      topic: Type.String({ description: "The requested topic." }),
      prompt_type: text("The requested angle."),
      sources: Type.Array(SourceView, { description: "Pages that its claims are based on." }),
      metadata: Type.Unsafe<Record<string, unknown>>({
        type: "object",
        additionalProperties: true,
        description: "Metadata as the caller sent it.",
      }),
      context_quality: OneOf(["full", "partial", "none"], {
        description: "How much of the website analysis was available.",
      }),
      context_message: Type.String({ description: "The same in words." }),
      published: ObjectOrNull(PublishedView, "Where it stands on the blog; null: not known to be there."),
      unconfirmed: ObjectOrNull(UnconfirmedView, "Sent without an answer; null: no such doubt."),
    },
    { title: "GeneratedContentReport", description: "A written draft." },
  ),
  { bases: [ReportBase] },
);
export type GeneratedContentView = Static<typeof GeneratedContentView>;

export function generatedContentView(draft: Draft, siteUrl: string): GeneratedContentView {
  const { content, target, context, published } = draft;
  return {
    ...reportBase(draft.report, siteUrl),
    view: null,
    platform: draft.platform,
    content_kind: draft.kind,
    title: content?.title ?? null,
    body_markdown: content?.bodyMarkdown ?? null,
    posts: content?.posts ?? null,
    word_count: content && wordCount(textOf(content)),
    meta_description: content?.metaDescription ?? null,
    slug: content?.slug ?? null,
    target_url: target?.url ?? null,
    target_title: target?.title ?? null,
    topic: draft.topic,
    prompt_type: draft.promptType,
    sources: content?.sources ?? [],
    metadata: draft.metadata,
    context_quality: context.quality,
    context_message: context.message,
    published: publishedView(published),
    unconfirmed: unconfirmedView(draft.unconfirmed),
  };
}

// An address holds brackets in pairs only, so that no place of a text is looked at from many others.
const linkTarget = /\]\((?:[^()\s]|\([^()\s]*\))*\)/g;

/** What readers see: the addresses of links do not count as words. */
const textOf = ({ bodyMarkdown, posts }: DraftContent): string =>
  (bodyMarkdown ?? posts?.join("\n") ?? "").replace(linkTarget, "]");
