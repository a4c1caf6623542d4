/** What a blog is reached with. */
export type BlogAccess =
  | { kind: "wordpress"; siteUrl: string; username: string; applicationPassword: string }
  /** `adminApiKey`: id and secret of a custom integration, as Ghost shows them: `id:secret`. */
  | { kind: "ghost"; siteUrl: string; adminApiKey: string };

export type PublishMode = "publish" | "draft";

/** A post as we have it. */
export interface BlogPost {
  /** Of the draft: what makes it one post, however often it is sent. */
  reportId: string;
  title: string;
  /** Sanitised. */
  html: string;
  slug: string | null;
  tags: readonly string[];
  metaDescription: string | null;
  mode: PublishMode;
}

/** A post as the blog has it; all of it is foreign. */
export interface PostedPost {
  id: string;
  /** Null for what readers cannot open. */
  url: string | null;
  mode: PublishMode;
}

/** A blog that somebody has connected. */
export interface Blog {
  /** The blog answers, the credentials are good, and their owner may publish: what it calls itself. Throws BlogError. */
  verify(signal: AbortSignal): Promise<{ name: string | null }>;
  /**
   * Brings the blog to hold this post once, as `mode` says: one that it holds already (found by its report id) is
   * not made again. `already`: it was there as asked for, and nothing was changed. Throws BlogError, and then a draft
   * may be left that the next call takes up.
   */
  publish(post: BlogPost, signal: AbortSignal): Promise<PostedPost & { already: boolean }>;
}

export interface Blogs {
  /** An address in the one form in which it is kept. Throws URL_NOT_ALLOWED, also for plain http over the open network. */
  check(siteUrl: string): Promise<string>;
  open(access: BlogAccess): Blog;
  /** A text in Markdown as sanitised HTML. */
  htmlOf(markdown: string): Promise<string>;
}

export type BlogErrorKind =
  | "unreachable" // no answer, or none in time: retry
  | "overloaded" // 429 or 5xx: retry
  | "untrusted" // no certificate that proves its name
  | "no_blog" // what answers is not this blog system
  | "bad_credentials"
  | "not_permitted" // good credentials of somebody who may not publish
  | "refused"; // it will not take this post

/** A blog that did not do what was asked. `message` is ours; its words are in `cause`. */
export class BlogError extends Error {
  override name = "BlogError";
  readonly kind: BlogErrorKind;
  /** A post was sent and not acknowledged: it may yet appear. */
  readonly unsettled: boolean;

  constructor(kind: BlogErrorKind, options: { cause?: unknown; unsettled?: boolean } = {}) {
    super(kind, options);
    this.kind = kind;
    this.unsettled = options.unsettled ?? false;
  }

  /** Whether the same request can succeed later. */
  get retryable(): boolean {
    return this.kind === "unreachable" || this.kind === "overloaded";
  }
}
