import { hasFewJsonValues } from "../../domain/text/json-values.ts";
import { BlogError, type BlogErrorKind } from "../../kernel/outside/blog.ts";
import {
  type Outside,
  OutsideError,
  type OutsideErrorKind,
  type OutsideResponse,
} from "../../kernel/outside/outside.ts";
import { Problem } from "../../kernel/problem.ts";

const bytesMax = 4 * 1024 * 1024;
const timeoutMs = 10_000;
const urlLengthMax = 2048;

export interface BlogRequest {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  /** Redirects to follow, if no credentials go along; none by default. */
  redirects?: number;
  signal: AbortSignal;
}

/** One request to a blog; returns any answer below 400. Throws BlogError, and the guard's URL_NOT_ALLOWED. */
export async function callBlog(
  outside: Outside,
  url: string,
  { method = "GET", headers = {}, json, redirects = 0, signal }: BlogRequest,
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
      encrypted: true,
      redirects,
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

/** For a request that creates something: if it was not acknowledged, it may have succeeded all the same, or may yet. */
export async function sendOnce<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof BlogError) || !error.retryable) throw error;
    throw new BlogError(error.kind, { cause: error.cause, unsettled: true });
  }
}

/**
 * The body as JSON; `no_blog` if it is not JSON, as from a site without this blog's API, or has more values than any blog
 * sends.
 */
export function jsonOf(response: OutsideResponse): unknown {
  if (!hasFewJsonValues(response.body)) throw new BlogError("no_blog");
  try {
    return JSON.parse(response.body.toString("utf8"));
  } catch (cause) {
    throw new BlogError("no_blog", { cause });
  }
}

/** Where readers find a post, according to its blog; null if it is not a web address, or has credentials in it. */
export function readersUrl(text: unknown): string | null {
  const url = typeof text === "string" && text.length <= urlLengthMax ? URL.parse(text) : null;
  const isWeb = url !== null && ["http:", "https:"].includes(url.protocol);
  return isWeb && url.username === "" && url.password === "" ? url.href : null;
}

/** A name that is shown on one line: without control characters. */
export const shownText = (name: string): string => name.replace(/\p{Cc}+/gu, " ").trim();

/** An object from a blog's answer; `no_blog` for anything else. */
export function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new BlogError("no_blog");
  return value as Record<string, unknown>;
}

/** The port that a blog's owner gave with its address. */
export function portOf(url: string): number[] {
  const port = URL.parse(url)?.port ?? "";
  return port === "" ? [] : [Number(port)];
}

/** Address failures that would be the same the next time. */
const noBlog: OutsideErrorKind[] = [
  ...(["too_large", "bad_response", "headers_too_large"] as const),
  ...(["too_many_redirects", "redirect_refused"] as const),
];

function kindOfError(error: unknown): BlogErrorKind {
  const kind = error instanceof OutsideError ? error.kind : null;
  if (kind === "tls") return "untrusted";
  return kind !== null && noBlog.includes(kind) ? "no_blog" : "unreachable";
}

function kindOfStatus(status: number): BlogErrorKind | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401) return "bad_credentials";
  if (status === 403) return "not_permitted";
  if (status === 404 || (status >= 300 && status < 400)) return "no_blog";
  if (status === 408 || status === 429 || status >= 500) return "overloaded";
  return "refused";
}
