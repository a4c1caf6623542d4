import type { Deprecation } from "../api/action.ts";
import type { LimitState } from "../kernel/limit.ts";
import type { Problem } from "../kernel/problem.ts";

/** Response headers as name, value, name, value: the form that node:http writes fastest. */
export type Headers = string[];

export const jsonType = "application/json; charset=utf-8";

/** For an answer that is data: nothing in it may be loaded, run or framed. */
const nothing = "default-src 'none'; frame-ancestors 'none'";

/** Features of a browser that no page of ours uses, nor anything in it. */
const features = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";

const opener = "Cross-Origin-Opener-Policy";

/** For a page that another site may have opened in a window which has to find its way back there. */
export const openedElsewhere: Headers = [opener, "unsafe-none"];

/**
 * What browsers keep apart: windows of other origins, and answers that a page of another origin loads without asking.
 * Answers that CORS lets a page read are not concerned. A redirect parts no windows: what it leads to decides.
 */
export function isolation(status: number, headers: Headers): Headers {
  const parted = (status >= 300 && status < 400) || headers.includes(opener);
  return [
    ...(parted ? [] : [opener, "same-origin"]),
    ...["Cross-Origin-Resource-Policy", "same-origin", "Permissions-Policy", features],
  ];
}

/** The headers of every answer; `policy` is what a page may load. */
export function commonHeaders(siteUrl: string, policy = nothing): Headers {
  return [
    ...["X-Content-Type-Options", "nosniff"],
    ...["Content-Security-Policy", policy],
    ...["Referrer-Policy", "no-referrer"],
    ...(siteUrl.startsWith("https:")
      ? ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"]
      : []),
  ];
}

/** Of a page: networks before the server, such as Cloudflare, write scripts into others, and put them in place of addresses. */
export const cachedPage = (how: string): Headers => ["Cache-Control", `${how}, no-transform`];

export const limitHeaders = (limit: LimitState | null): Headers =>
  limit
    ? [
        ...["RateLimit-Limit", String(limit.limit)],
        ...["RateLimit-Remaining", String(limit.remaining)],
        ...["RateLimit-Reset", String(Math.max(1, limit.resetSeconds))],
      ]
    : [];

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` (RFC 8288) of a retired route. Source: docs/contract/deprecation.md. */
export function deprecationHeaders(deprecated: Deprecation | undefined): Headers {
  if (!deprecated) return [];
  const { since, sunset, docs, successor } = deprecated;
  const links = [
    `<${docs}>; rel="deprecation"; type="text/html"`,
    `<${docs}>; rel="sunset"; type="text/html"`,
    ...(successor ? [`<${successor}>; rel="successor-version"`] : []),
  ];
  return [
    ...["Deprecation", `@${Math.floor(since.getTime() / 1000)}`],
    ...["Sunset", sunset.toUTCString()],
    ...["Link", links.join(", ")],
  ];
}

/** Headers of a failure: how to authenticate, when to come back. `now` is this answer's one clock reading. */
export function problemHeaders(problem: Problem, now: Date): Headers {
  const headers: Headers = [...challenge(problem)];
  const retryable = problem.status === 429 || problem.status === 503;
  if (!retryable && problem.retryAfterSeconds === null) return headers;
  const seconds = Math.max(1, Math.ceil(problem.retryAfterSeconds ?? 2));
  headers.push("Retry-After", String(seconds));
  if (problem.status === 429) {
    const { limit } = problem.details ?? {};
    headers.push("X-RateLimit-Limit", String(typeof limit === "number" ? limit : 0));
    headers.push("X-RateLimit-Remaining", "0");
    headers.push("X-RateLimit-Reset", String(Math.ceil(now.getTime() / 1000) + seconds));
  }
  return headers;
}

const descriptions: Record<string, string> = {
  malformed: "the Authorization header is malformed",
  invalid: "the token is not valid",
  expired: "the token has expired",
};

/** `WWW-Authenticate` of a 401, and of a 403 for a missing scope (RFC 6750 §3). */
function challenge(problem: Problem): Headers {
  const { reason, required } = problem.details ?? {};
  const say = (error: string, more: string) => [
    "WWW-Authenticate",
    `Bearer realm="api", error="${error}", ${more}`,
  ];
  if (problem.code === "JWT_REQUIRED")
    return say("invalid_token", 'error_description="session JWT required"');
  if (problem.code === "INSUFFICIENT_SCOPE") {
    return say("insufficient_scope", `scope="${Array.isArray(required) ? required.join(" ") : ""}"`);
  }
  if (problem.code !== "UNAUTHORIZED") return [];
  if (reason === "missing" || reason === undefined) return ["WWW-Authenticate", 'Bearer realm="api"'];
  return say("invalid_token", `error_description="${descriptions[String(reason)] ?? descriptions.invalid}"`);
}
