/** How to reach a blog. */
export type BlogAccess =
  | { kind: "wordpress"; siteUrl: string; username: string; applicationPassword: string }
  /** `adminApiKey`: id and secret of a custom integration, as Ghost shows them: `id:secret`. */
  | { kind: "ghost"; siteUrl: string; adminApiKey: string };

export type PublishMode = "publish" | "draft";

/** A post on our side. */
export interface BlogPost {
  /** The draft's id: it makes it one post, however often it is sent. */
  reportId: string;
  title: string;
  /** Sanitised. */
  html: string;
  slug: string | null;
  tags: readonly string[];
  metaDescription: string | null;
  mode: PublishMode;
}

/** A post on the blog's side; all of it is foreign. */
export interface PostedPost {
  id: string;
  /** Null if readers cannot open it. */
  url: string | null;
  mode: PublishMode;
}

/** A blog that somebody has connected. */
export interface Blog {
  /** Checks that the blog answers and that the credentials are valid for publishing; returns its name. Throws BlogError. */
  verify(signal: AbortSignal): Promise<{ name: string | null }>;
  /**
   * Makes sure that the blog holds this post exactly once, as `mode` says: a post that it already holds (found by its
   * report id) is not created again. `already`: it was there as requested, and nothing changed. Throws BlogError, which may
   * leave a draft that the next call takes up.
   */
  publish(post: BlogPost, signal: AbortSignal): Promise<PostedPost & { already: boolean }>;
}

/** A text for a blog. */
export interface PostHtml {
  /** Sanitised. */
  html: string;
  /** Images of the text, which it does not show. */
  imagesLeftOut: number;
}

export interface Blogs {
  /** An address in its stored form. Throws URL_NOT_ALLOWED, also for plain http over the open network. */
  check(siteUrl: string): Promise<string>;
  open(access: BlogAccess): Blog;
  /** Renders Markdown as sanitised HTML. */
  htmlOf(markdown: string): Promise<PostHtml>;
}

export type BlogErrorKind =
  | "unreachable" // no answer, or none in time: retry
  | "overloaded" // 429 or 5xx: retry
  | "untrusted" // no certificate that proves its name
  | "no_blog" // what answers is not this blog system
  | "bad_credentials"
  | "not_permitted" // good credentials of somebody who may not publish
  | "refused"; // it will not take this post

/** A blog that did not do what was asked. `message` is ours; the blog's words are in `cause`. */
export class BlogError extends Error {
  override name = "BlogError";
  readonly kind: BlogErrorKind;
  /** A post was sent but not acknowledged: it may yet appear. */
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
