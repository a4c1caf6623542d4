import { BlogError, type BlogErrorKind } from "../../kernel/blog.ts";
import { type Outside, OutsideError, type OutsideResponse } from "../../kernel/outside.ts";
import { Problem } from "../../kernel/problem.ts";

const bytesMax = 4 * 1024 * 1024;
const timeoutMs = 10_000;

export interface BlogRequest {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  signal: AbortSignal;
}

/** One request to a blog; whatever it answers below 400. Throws BlogError, and URL_NOT_ALLOWED of the guard. */
export async function callBlog(
  outside: Outside,
  url: string,
  { method = "GET", headers = {}, json, signal }: BlogRequest,
): Promise<OutsideResponse> {
  const response = await outside
    .fetch({
      url,
      method,
      headers: {
        accept: "application/json",
        ...headers,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ports: portOf(url),
      bytesMax,
      timeoutMs,
      signal,
    })
    .catch((error) => {
      if (error instanceof Problem) throw error;
      throw new BlogError(kindOfError(error), { cause: error });
    });
  const kind = kindOfStatus(response.status);
  if (kind) throw new BlogError(kind, { cause: response.body.toString("utf8", 0, 2_000) });
  return response;
}

/** The body as JSON; `no_blog` where it is none, which is what a site without this blog's API answers. */
export function jsonOf(response: OutsideResponse): unknown {
  try {
    return JSON.parse(response.body.toString("utf8"));
  } catch (cause) {
    throw new BlogError("no_blog", { cause });
  }
}

/** The owner of a blog names its port with its address. */
function portOf(url: string): number[] {
  const { port } = new URL(url);
  return port === "" ? [] : [Number(port)];
}

function kindOfError(error: unknown): BlogErrorKind {
  const kind = error instanceof OutsideError ? error.kind : null;
  return kind === "too_large" || kind === "bad_response" || kind === "too_many_redirects"
    ? "no_blog"
    : "unreachable";
}

function kindOfStatus(status: number): BlogErrorKind | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401) return "bad_credentials";
  if (status === 403) return "not_permitted";
  if (status === 404 || (status >= 300 && status < 400)) return "no_blog";
  if (status === 408 || status === 429 || status >= 500) return "overloaded";
  return "refused";
}
