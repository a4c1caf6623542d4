import type { Dispatcher } from "undici";
import { Problem } from "../../kernel/problem.ts";
import {
  type Outside,
  OutsideError,
  type OutsideErrorKind,
  type OutsideRequest,
  type OutsideResponse,
} from "../outside.ts";
import { type ProxySettings, proxyRules } from "../proxy/proxy-rules.ts";
import { ProxyFault } from "../proxy/tunnel.ts";
import { acceptEncoding, readBody } from "./body.ts";
import { checkedAddresses, guardedConnector } from "./connect.ts";
import { Agent, request as ask } from "./http-client.ts";
import { type Resolve, resolveBy } from "./resolve.ts";
import { type Allowlist, allowlist, targetOf } from "./target.ts";
import { userAgent } from "./user-agent.ts";

export const bytesMaxUsual = 2 * 1024 * 1024;
export const timeoutMsUsual = 10_000;
const redirectsUsual = 5;
const headerBytesMax = 16 * 1024;

export interface OutsideOptions {
  /** `OVERHEARD_OUTBOUND_ALLOW`. */
  allow: readonly string[];
  /** Null: everything is reached directly. */
  proxy?: ProxySettings | null;
  resolve?: Resolve;
}

/**
 * The outbound guard. Every request to an address that a user can influence goes through `fetch`: it checks the
 * address's text, then each address its name resolves to, then the socket itself, and does so again for every redirect.
 * It sends no cookies and reads no more than its bounds. Source: docs/contract/outbound.md.
 */
export function createOutside({
  allow,
  proxy = null,
  resolve = resolveBy(),
}: OutsideOptions): Outside & AsyncDisposable {
  const allowed = allowlist(allow);
  const via = proxy && {
    ...{ url: new URL(proxy.url), resolves: proxy.resolves },
    through: proxyRules(proxy, allowed),
  };
  const agent = new Agent({
    connect: guardedConnector(allowed, resolve, via),
    maxHeaderSize: headerBytesMax,
    // Our own bounds, over everything together, are stricter.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 1_000,
    pipelining: 1,
    connections: 16,
  });
  return {
    agent: userAgent,
    fetch: (request) => fetchWithin(agent, allowed, request),
    async check(text, terms) {
      const url = targetOf(text, allowed, terms);
      await checkedAddresses(url, allowed, resolve).catch((error) => {
        if (error instanceof Problem) throw error;
      });
      return url;
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

async function fetchWithin(
  agent: Dispatcher,
  allowed: Allowlist,
  request: OutsideRequest,
): Promise<OutsideResponse> {
  const deadline = AbortSignal.timeout(request.timeoutMs ?? timeoutMsUsual);
  const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
  try {
    return await follow(agent, allowed, request, signal);
  } catch (error) {
    if (error instanceof Problem || error instanceof OutsideError) throw error;
    if (request.signal?.aborted) throw new OutsideError("cancelled", { cause: error });
    if (deadline.aborted) throw new OutsideError("timeout", { cause: error });
    throw new OutsideError(kindOf(error), { cause: error });
  }
}

async function follow(
  agent: Dispatcher,
  allowed: Allowlist,
  request: OutsideRequest,
  signal: AbortSignal,
): Promise<OutsideResponse> {
  const started = performance.now();
  const { method = "GET" } = request;
  const reads = method === "GET" || method === "HEAD";
  const redirectsMax = reads ? (request.redirects ?? redirectsUsual) : 0;
  const redirects: OutsideResponse["redirects"] = [];
  let url = targetOf(request.url, allowed, request);

  for (;;) {
    const sameOrigin = url.origin === originOf(request.url);
    const startedAt = performance.now();
    const response = await refusedAsRedirect(redirects.length > 0, () =>
      ask(agent, url, {
        method,
        headers: headersFor(request, sameOrigin),
        body: request.body ?? null,
        signal,
      }),
    );
    const firstByteMs = performance.now() - startedAt;
    const headers = flat(response.headers);
    const next = redirectsMax > 0 ? locationOf(response.statusCode, headers, url) : null;
    if (!next) {
      const { body, cut } = await readBody(
        response.body,
        method === "HEAD" ? undefined : headers["content-encoding"],
        {
          bytesMax: request.bytesMax ?? bytesMaxUsual,
          whenTooLarge: request.whenTooLarge ?? "fail",
          whenBroken: request.whenBroken ?? "fail",
        },
      );
      const totalMs = performance.now() - started;
      return {
        status: response.statusCode,
        url: url.href,
        redirects,
        headers,
        body,
        cut,
        firstByteMs,
        totalMs,
      };
    }
    discard(response.body);
    redirects.push({ url: url.href, status: response.statusCode });
    if (redirects.length > redirectsMax) throw new OutsideError("too_many_redirects");
    url = await refusedAsRedirect(true, async () => targetOf(next, allowed, request));
  }
}

/** A bad address is the user's mistake; a bad redirect is the site's. */
async function refusedAsRedirect<T>(redirected: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (redirected && error instanceof Problem) throw new OutsideError("redirect_refused", { cause: error });
    throw error;
  }
}

const originOf = (url: string): string => new URL(url).origin;

/** Secrets are only for the host they were given for. */
const secretHeaders = new Set(["authorization", "cookie", "proxy-authorization"]);

function headersFor(request: OutsideRequest, sameOrigin: boolean): Record<string, string> {
  const headers = Object.entries(request.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => sameOrigin || !secretHeaders.has(name));
  return {
    "user-agent": userAgent,
    accept: "*/*",
    "accept-encoding": acceptEncoding,
    ...Object.fromEntries(headers),
  };
}

function locationOf(status: number, headers: Readonly<Record<string, string>>, base: URL): string | null {
  if (![301, 302, 303, 307, 308].includes(status) || !headers.location) return null;
  // The parser percent-encodes raw UTF-8 in a Location; one that it cannot parse is refused as malformed.
  return URL.canParse(headers.location, base.href) ? new URL(headers.location, base).href : headers.location;
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value] as const],
    ),
  );
}

/** A body that nobody reads must not hold its connection, however long it is. */
function discard(body: NodeJS.ReadableStream & { destroy(): unknown }): void {
  body.on("error", () => {});
  body.destroy();
}

function kindOf(error: unknown): OutsideErrorKind {
  if (error instanceof ProxyFault) return "proxy";
  const { code, name } = error as { code?: string; name?: string };
  return kindOfCode(code ?? "", name);
}

function kindOfCode(code: string, name: string | undefined): OutsideErrorKind {
  if (code === "UND_ERR_HEADERS_OVERFLOW") return "headers_too_large";
  if (code === "UND_ERR_CONNECT_TIMEOUT") return "timeout";
  if (name === "HTTPParserError" || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return "bad_response";
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) return "tls";
  return "connection";
}
