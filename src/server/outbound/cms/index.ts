import type { Log } from "../../kernel/log.ts";
import { type ForeignResponse, foreignResponse, logFailure } from "../foreign-response.ts";
import type { Outside } from "../outside.ts";
import { type BlogAccess, BlogError, type Blogs } from "./blog.ts";
import { portOf } from "./blog-call.ts";
import { ghost } from "./ghost.ts";
import { wordpress } from "./wordpress.ts";

/** Remembers what came last, to be noted if the blog did not do what was asked. */
function lastResponse(
  outside: Outside,
  secrets: readonly string[],
): { outside: Outside; response(): ForeignResponse | null } {
  let last: ForeignResponse | null = null;
  return {
    response: () => last,
    outside: {
      ...outside,
      async fetch(request) {
        last = null;
        const { url, headers = {} } = request;
        const came = await outside.fetch(request);
        const { status, body } = came;
        const sentRequest = { url, headers: Object.entries(headers) };
        last = foreignResponse({ status, type: came.headers["content-type"], body }, sentRequest, secrets);
        return came;
      },
    },
  };
}

/** In every form that it is sent or computed with. */
function secretsOf(access: BlogAccess): string[] {
  if (access.kind === "ghost") return [access.adminApiKey, ...access.adminApiKey.split(":")];
  // WordPress shows it in groups of four, and takes it without blanks.
  const { applicationPassword: password } = access;
  return [password, password.replace(/\s+/g, "")];
}

/** The supported blogs, each reached through the outbound guard. */
export const createBlogs = (outside: Outside, log: Log): Blogs => ({
  async check(siteUrl) {
    const url = await outside.check(siteUrl, { ports: portOf(siteUrl), encrypted: true });
    url.search = "";
    return url.href;
  },
  open(access) {
    const recorder = lastResponse(outside, secretsOf(access));
    const blog =
      access.kind === "wordpress" ? wordpress(recorder.outside, access) : ghost(recorder.outside, access);
    const noted = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        if (error instanceof BlogError)
          logFailure(
            log,
            { blog: access.kind, kind: error.kind },
            recorder.response(),
            "a blog did not do what was asked",
          );
        throw error;
      }
    };
    return {
      verify: (signal) => noted(blog.verify(signal)),
      answers: (signal) => noted(blog.answers(signal)),
      find: (...terms) => noted(blog.find(...terms)),
      create: (...terms) => noted(blog.create(...terms)),
      show: (...terms) => noted(blog.show(...terms)),
    };
  },
});
