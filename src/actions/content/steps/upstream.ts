import type { BlogError, BlogErrorKind } from "../../../kernel/outside/blog.ts";
import { Problem } from "../../../kernel/problem.ts";

/** What went wrong with the blog, in our own words. */
const says: Record<BlogErrorKind, string> = {
  unreachable: "The blog did not answer, or not in time.",
  overloaded: "The blog is overloaded or under maintenance.",
  untrusted: "The blog's certificate is not valid for its name.",
  no_blog: "What answers at the blog's address is not the blog that was connected.",
  bad_credentials: "The blog rejects the credentials it is connected with.",
  not_permitted: "The blog does not let the connected user publish.",
  refused: "The blog rejected this post.",
};

/** Seconds before looking for a post that was sent but not acknowledged. */
export const settleSeconds = 15;

/** Seconds after which it makes sense to try again. */
const restSeconds = 5;

/** CMS_UPSTREAM_ERROR; `reason` gives the kind of failure. */
export function upstreamProblem(error: BlogError, retryable = error.retryable): Problem {
  return new Problem("CMS_UPSTREAM_ERROR", {
    message: says[error.kind],
    details: { retryable, reason: error.kind },
    ...(retryable ? { retryAfterSeconds: error.unsettled ? settleSeconds : restSeconds } : {}),
    cause: error,
  });
}
