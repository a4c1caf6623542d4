/** The blog systems that a draft can be published to. */
export const blogKinds = ["wordpress", "ghost"] as const;
export type BlogKind = (typeof blogKinds)[number];

/** How to reach a blog. */
export type BlogAccess =
  | { kind: "wordpress"; siteUrl: string; username: string; applicationPassword: string }
  /** `adminApiKey`: id and secret of a custom integration, as Ghost shows them: `id:secret`. */
  | { kind: "ghost"; siteUrl: string; adminApiKey: string };

export type PublishMode = "publish" | "draft";

/** A post on our side. */
export interface BlogPost {
  /** The draft's id, by which the post is found again. */
  reportId: string;
  title: string;
  /** Sanitised. */
  html: string;
  slug: string | null;
  tags: readonly string[];
  metaDescription: string | null;
}

/** A post on the blog's side; all of it is foreign. */
export interface PostedPost {
  id: string;
  /** Null if readers cannot open it. */
  url: string | null;
  mode: PublishMode;
  /** Null if the blog did not say. */
  slug: string | null;
  /** What the blog wants back with a change, so that it refuses one if somebody changed the post meanwhile; null if nothing. */
  version: string | null;
}

/** A post that was sent to a blog which has not said whether it made it. */
export interface SentPost {
  cms: BlogKind;
  siteUrl: string;
  /** RFC 3339 UTC. */
  at: string;
}

/** A blog that somebody has connected. Its methods throw BlogError. */
export interface Blog {
  /** Checks that the blog answers and that the credentials are valid for publishing; returns its name. */
  verify(signal: AbortSignal): Promise<{ name: string | null }>;
  /** Checks no more than that the blog answers. */
  answers(signal: AbortSignal): Promise<void>;
  /**
   * The oldest post with the report's mark; null if the blog shows none. `thorough`: looks among the posts of its slug and
   * the newest as well, for a blog whose search does not find everything or is behind.
   */
  find(
    post: Pick<BlogPost, "reportId" | "slug">,
    terms: { thorough: boolean },
    signal: AbortSignal,
  ): Promise<PostedPost | null>;
  /** Creates the post as a draft, which is one more each time. `sending` is called and waited for right before that request. */
  create(post: BlogPost, sending: () => Promise<void>, signal: AbortSignal): Promise<PostedPost>;
  /** Makes a post public; `already`: it was, and nothing changed. Throws `gone` if the blog has no such post. */
  show(
    post: Pick<PostedPost, "id" | "version">,
    signal: AbortSignal,
  ): Promise<PostedPost & { already: boolean }>;
}

export interface Blogs {
  /** An address in its stored form. Throws URL_NOT_ALLOWED, also for plain http over the open network. */
  check(siteUrl: string): Promise<string>;
  open(access: BlogAccess): Blog;
}

export type BlogErrorKind =
  | "unreachable" // no answer, or none in time: retry
  | "overloaded" // 429 or 5xx: retry
  | "maintenance" // it says so: retry
  | "untrusted" // no certificate that proves its name
  | "no_blog" // what answers is not this blog system
  | "blocked" // a firewall answers in its place
  | "locked" // the web server asks for a password of its own
  | "api_disabled" // its API is switched off, or for those who are not signed in
  | "passwords_disabled" // it accepts no application passwords
  | "credentials_lost" // it takes us for nobody: the credentials did not reach it
  | "bad_credentials"
  | "not_permitted" // good credentials of somebody who may not publish
  | "slug_taken"
  | "gone" // it has no post of this id
  | "refused"; // it will not take this post

/** A blog that did not do what was asked. `message` is ours; the blog's words are in `cause`. */
export class BlogError extends Error {
  override name = "BlogError";
  readonly kind: BlogErrorKind;
  /** Of the answer; null if there was none. */
  readonly status: number | null;
  /** A post was sent and nothing says that it was not made: it may be there, or may yet appear. */
  readonly unsettled: boolean;

  constructor(
    kind: BlogErrorKind,
    options: { cause?: unknown; status?: number | null; unsettled?: boolean } = {},
  ) {
    super(kind, options);
    this.kind = kind;
    this.status = options.status ?? null;
    this.unsettled = options.unsettled ?? false;
  }

  /** Whether the same request can succeed later. */
  get retryable(): boolean {
    return ["unreachable", "overloaded", "maintenance", "gone"].includes(this.kind);
  }
}
