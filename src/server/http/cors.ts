const exposed = [
  "X-Request-Id",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "Retry-After",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "ETag",
  "Location",
  "Deprecation",
  "Sunset",
  "Link",
  "Idempotent-Replayed",
  "WWW-Authenticate",
].join(", ");

/** Besides what is read here, what tracing in a browser adds to every request of a page. */
const requestHeaders =
  "Authorization, Content-Type, Idempotency-Key, If-None-Match, Overheard-Organization, Prefer, X-Request-Id, Traceparent, Tracestate, Baggage, Sentry-Trace, MCP-Protocol-Version, Mcp-Method, Mcp-Name";

/** Which pages of other origins may read answers; only bearer tokens count, never cookies. */
export interface Cors {
  /** Headers for an answer to a page of this origin, as name, value, name, value; empty if it may not read it. */
  headersFor(origin: string | undefined): readonly string[];
  preflightFor(origin: string | undefined, allow: readonly string[]): readonly string[];
}

export function createCors(origins: readonly string[]): Cors {
  const allowed = new Set(origins);
  const headersFor = (origin: string | undefined): readonly string[] => {
    if (origin === undefined) return [];
    const granted = allowed.has("*") ? "*" : allowed.has(origin) ? origin : null;
    return granted ? ["Access-Control-Allow-Origin", granted, "Access-Control-Expose-Headers", exposed] : [];
  };
  return {
    headersFor,
    preflightFor(origin, allow) {
      const [name, granted] = headersFor(origin);
      if (name === undefined) return [];
      return [
        ...[name, granted!],
        ...["Access-Control-Allow-Methods", allow.join(", ")],
        ...["Access-Control-Allow-Headers", requestHeaders],
        ...["Access-Control-Max-Age", "600"],
      ];
    },
  };
}
