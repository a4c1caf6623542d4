import { Problem } from "../../kernel/problem.ts";
import type { BlogError, BlogErrorKind, SentPost } from "../../outbound/cms/blog.ts";
import { postsUrl } from "./edit-url.ts";

/** What went wrong with the blog and what to do, in our own words. */
const says: Record<BlogErrorKind, string> = {
  unreachable: "The blog did not answer, or not in time.",
  overloaded: "The blog is overloaded or under maintenance.",
  maintenance: "The blog says that it is under maintenance.",
  untrusted: "The blog's certificate is not valid for its name.",
  no_blog: "What answers at the blog's address is not the blog that was connected.",
  blocked:
    "A firewall in front of the blog refuses this server's requests. Let the blog's owner allow this server's address or the blog's API there.",
  locked:
    "The web server asks for a password of its own in front of the blog, which leaves no room for the blog's. Take that protection off the blog's API.",
  api_disabled:
    "The blog's REST API is switched off for this user, usually by a security plug-in. Allow it there for the connected user.",
  passwords_disabled:
    "This WordPress accepts no application passwords: a security plug-in switches them off, or WordPress does not know that it is served over https.",
  credentials_lost:
    "WordPress takes us for a stranger, as if no credentials had come. Let the web server pass the Authorization header on to WordPress, and check the user name and the application password.",
  bad_credentials: "The blog rejects the credentials it is connected with.",
  not_permitted: "The blog does not let the connected user publish.",
  slug_taken:
    "The blog does not take this slug, probably because another post has it. Publish with another slug.",
  gone: "The blog does not show the post that it has just made.",
  refused: "The blog rejected this post.",
};

/** How long a blog may be behind with a post that was sent to it. */
export const confirmMs = 60_000;

/** Seconds before looking for a post that was sent but not acknowledged. */
const settleSeconds = 15;

/** Seconds after which it makes sense to try again. */
const restSeconds = 5;

/** CMS_UPSTREAM_ERROR; `reason` gives the kind of failure. */
export function upstreamProblem(error: BlogError, retryable = error.retryable): Problem {
  return new Problem("CMS_UPSTREAM_ERROR", {
    message: upstreamSays(error.kind),
    details: { retryable, reason: error.kind },
    ...(retryable ? { retryAfterSeconds: error.unsettled ? settleSeconds : restSeconds } : {}),
    cause: error,
  });
}

export const upstreamSays = (kind: BlogErrorKind): string => says[kind];

/** CMS_UPSTREAM_ERROR for a post that was sent and is not shown: to be waited for, and then a person's to decide. */
export function unconfirmedProblem({ cms, siteUrl, at }: SentPost, now: Date): Problem {
  const leftMs = Date.parse(at) + confirmMs - now.getTime();
  const retryable = leftMs > 0;
  return new Problem("CMS_UPSTREAM_ERROR", {
    message: retryable
      ? "The post was sent, but the blog did not confirm it and does not show it yet. Retry after the given delay: it is looked for and not sent again."
      : "The post was sent, but the blog did not confirm it and does not show it. It may exist all the same: look for it among the blog's posts (`details.look_at`). If it is not there, publish with `sendAgain: true`.",
    details: { retryable, reason: "may_exist", sent_at: at, look_at: postsUrl(cms, siteUrl) },
    ...(retryable
      ? { retryAfterSeconds: Math.max(1, Math.min(settleSeconds, Math.ceil(leftMs / 1_000))) }
      : {}),
  });
}
