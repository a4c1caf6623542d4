import { Problem } from "../../kernel/problem.ts";
import {
  type Outside,
  OutsideError,
  type OutsideErrorKind,
  type OutsideRequest,
  type OutsideResponse,
} from "../outside.ts";
import { BlogError, type BlogErrorKind } from "./blog.ts";
import { blogJson } from "./blog-json.ts";
import { kindOfPage, refusalOf } from "./blog-refusal.ts";

const bytesMax = 4 * 1024 * 1024;
const timeoutMs = 10_000;
const urlLengthMax = 2048;

export interface BlogRequest {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  /** In place of `json`. */
  xml?: string;
  /** Redirects to follow, if no credentials go along; none by default. */
  redirects?: number;
  signal: AbortSignal;
}

/** One request to a blog; returns any answer below 300. Throws BlogError, and the guard's URL_NOT_ALLOWED. */
export async function callBlog(
  outside: Outside,
  url: string,
  request: BlogRequest,
): Promise<OutsideResponse> {
  const response = await askBlog(outside, url, request);
  const kind = refusalOf(response);
  if (kind) throw new BlogError(kind, { status: response.status, cause: wordsOf(response) });
  return response;
}

/** The same, for which every answer will do. */
export async function askBlog(
  outside: Outside,
  url: string,
  { method = "GET", headers = {}, json, xml, redirects = 0, signal }: BlogRequest,
  bounds: Pick<OutsideRequest, "bytesMax" | "whenTooLarge"> = { bytesMax },
): Promise<OutsideResponse> {
  const body = json === undefined ? xml : JSON.stringify(json);
  const type = json === undefined ? "text/xml" : "application/json";
  return outside
    .fetch({
      url,
      method,
      headers: {
        accept: "application/json",
        ...headers,
        ...(body === undefined ? {} : { "content-type": type }),
      },
      ...(body === undefined ? {} : { body }),
      ports: portOf(url),
      encrypted: true,
      redirects,
      timeoutMs,
      signal,
      ...bounds,
    })
    .catch((error) => {
      if (error instanceof Problem) throw error;
      throw new BlogError(kindOfError(error), { cause: error });
    });
}

/** For a request that creates something: unless something says that it was not carried out, it may have been, or may yet be. */
export async function sendOnce<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof BlogError) || wasNotDone(error)) throw error;
    const { kind, cause, status } = error;
    throw new BlogError(kind, { cause, status, unsettled: true });
  }
}

function wasNotDone({ kind, status, cause }: BlogError): boolean {
  if (kind === "untrusted") return true;
  if (status !== null) return status >= 400 && status < 500 && status !== 408;
  return hasNoConnection(cause);
}

const connectionless = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"];

/** Whether a request never left, by what the network said. */
function hasNoConnection(cause: unknown): boolean {
  if (cause instanceof OutsideError && cause.kind === "dns") return true;
  for (let [error, depth] = [cause, 0]; error instanceof Error && depth < 5; depth += 1) {
    if ("code" in error && connectionless.includes(String(error.code))) return true;
    error = error.cause;
  }
  return false;
}

/** The body as JSON. Throws BlogError for a page in its place, or for more values than any blog sends. */
export function jsonOf(response: OutsideResponse): unknown {
  const value = blogJson(response.body);
  if (value === undefined)
    throw new BlogError(kindOfPage(response), { status: response.status, cause: wordsOf(response) });
  return value;
}

const wordsOf = ({ body }: OutsideResponse): string => body.toString("utf8", 0, 2_000);

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
