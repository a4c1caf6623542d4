import { type Issue, invalid, type Problem } from "../../kernel/problem.ts";
import type { BlogKind } from "../../outbound/cms/blog.ts";
import { type BlogAccess, BlogError, type BlogErrorKind, type Blogs } from "../../outbound/cms/blog.ts";
import { upstreamProblem, upstreamSays } from "../publishing/upstream.ts";

/**
 * Tries out a blog; returns what it calls itself. Throws a 400 that names the wrong field, CMS_UPSTREAM_ERROR if the
 * blog could not be asked, and the guard's URL_NOT_ALLOWED.
 */
export async function verifyConnection(
  blogs: Blogs,
  access: BlogAccess,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return (await blogs.open(access).verify(signal)).name;
  } catch (error) {
    throw error instanceof BlogError ? refusal(error, access.kind) : error;
  }
}

function refusal(error: BlogError, kind: BlogKind): Problem {
  if (error.retryable) return upstreamProblem(error);
  const wordpress = kind === "wordpress";
  const issue = (path: string, code: string, message: string): Problem =>
    invalid([{ in: "body", path, code, message } satisfies Issue]);
  if (error.kind === "bad_credentials") {
    return wordpress
      ? issue("/applicationPassword", "refused", "WordPress rejects this user name or application password.")
      : issue("/adminApiKey", "refused", "Ghost rejects this key.");
  }
  if (error.kind === "not_permitted") {
    return wordpress
      ? issue("/username", "not_permitted", "This user may not publish posts there.")
      : issue("/adminApiKey", "not_permitted", "This key may not publish posts there.");
  }
  if (error.kind === "untrusted")
    return issue("/siteUrl", "untrusted", "This site's certificate is not valid for its name.");
  const setUp = inTheWay[error.kind];
  if (setUp) return issue(setUp, error.kind, upstreamSays(error.kind));
  const name = wordpress ? "WordPress" : "Ghost";
  return issue(
    "/siteUrl",
    "no_such_blog",
    `There is no ${name} API at this address. Use the address that ${name} shows in its settings.`,
  );
}

/** What the blog's owner must change first, and the field that it is about. */
const inTheWay: Partial<Record<BlogErrorKind, string>> = {
  blocked: "/siteUrl",
  locked: "/siteUrl",
  api_disabled: "/siteUrl",
  credentials_lost: "/siteUrl",
  passwords_disabled: "/applicationPassword",
};
