import type { BlogError, BlogErrorKind } from "../../../kernel/outside/blog.ts";
import { Problem } from "../../../kernel/problem.ts";

/** What went wrong with the blog, in our words. */
const says: Record<BlogErrorKind, string> = {
  unreachable: "The blog did not answer, or not in time.",
  overloaded: "The blog cannot take requests just now.",
  untrusted: "The blog has no certificate that proves its name.",
  no_blog: "What answers at the blog's address is not the blog that was connected.",
  bad_credentials: "The blog does not take the credentials that it is connected with.",
  not_permitted: "The blog does not let the connected user publish.",
  refused: "The blog did not take this post.",
};

/** A post that was sent and not acknowledged is looked for only after this time. */
export const settleSeconds = 15;

/** Seconds after which another try makes sense. */
const restSeconds = 5;

/** CMS_UPSTREAM_ERROR. `reason` says which kind of failure it was. */
export function upstreamProblem(error: BlogError, retryable = error.retryable): Problem {
  return new Problem("CMS_UPSTREAM_ERROR", {
    message: says[error.kind],
    details: { retryable, reason: error.kind },
    ...(retryable ? { retryAfterSeconds: error.unsettled ? settleSeconds : restSeconds } : {}),
    cause: error,
  });
}
