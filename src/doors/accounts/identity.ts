import type { FastifyInstance } from "fastify";
import { Problem } from "../../kernel/problem.ts";
import type { Api } from "../rest/api.ts";
import { collected, hasBody } from "../rest/body/body.ts";
import type { Exchange } from "../rest/exchange.ts";
import { commonHeaders, type Headers as HeaderList } from "../rest/headers.ts";
import { mountRoute } from "../rest/mount-route.ts";
import { sourceOf } from "../rest/request/address.ts";
import { send } from "../rest/send.ts";

export type FetchHandler = (request: Request) => Promise<Response>;

/** Serves the built-in accounts, a handler of web requests, below /api/auth on the site's origin. */
export function mountIdentity(
  server: FastifyInstance,
  api: Api,
  handler: FetchHandler,
  config: { siteUrl: string; trustedProxies: number },
): void {
  const common = commonHeaders(config.siteUrl);
  mountRoute(server, api, ["GET", "POST"], "/api/auth/*", async (exchange) => {
    if (exchange.fault) throw exchange.fault;
    const response = await handler(await webRequest(exchange, config));
    const body = Buffer.from(await response.arrayBuffer());
    send(exchange, response.status, [...common, ...exchange.headers, ...headersOf(response)], body);
  });
}

/** The same request for a handler of web requests; it gets the forwarded address that we trust. */
async function webRequest(
  exchange: Exchange,
  config: { siteUrl: string; trustedProxies: number },
): Promise<Request> {
  const { request, method, target } = exchange;
  const headers = new Headers();
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    headers.append(request.rawHeaders[at]!, request.rawHeaders[at + 1]!);
  headers.set("x-forwarded-for", sourceOf(exchange, config.trustedProxies));
  const body = method !== "GET" && hasBody(request) ? await collected(request, fieldsBytesMax) : null;
  demandText(new URLSearchParams(target.query));
  if (body) demandText(fieldsOf(body.toString("utf8")));
  const url = new URL(config.siteUrl).origin + target.path + (target.query ? `?${target.query}` : "");
  return new Request(url, { method, headers, body });
}

/** Most bytes of the fields of an account. */
const fieldsBytesMax = 32 * 1024;

/** The text fields of a body, JSON or a form. The handler refuses anything else. */
function* fieldsOf(body: string): Generator<[string, string]> {
  try {
    const value: unknown = JSON.parse(body);
    const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
    for (const [name, text] of fields) yield [name, typeof text === "string" ? text : ""];
  } catch {
    yield* new URLSearchParams(body);
  }
}

const control = /\p{Cc}/u;

/** Refuses text that no table can store and no name contains, before it is looked up. Throws VALIDATION_ERROR. */
function demandText(fields: Iterable<[string, string]>): void {
  for (const text of [...fields].flat())
    if (control.test(text) || !text.isWellFormed())
      throw new Problem("VALIDATION_ERROR", { message: "A parameter holds a control character." });
}

/** Its headers as pairs, each cookie separately, without those that `send` writes itself. */
function headersOf(response: Response): HeaderList {
  const own = new Set(["content-length", "transfer-encoding", "connection", "keep-alive", "set-cookie"]);
  const kept = [...response.headers].filter(([name]) => !own.has(name));
  const headers = [
    ...kept,
    ...response.headers.getSetCookie().map((cookie) => ["Set-Cookie", cookie]),
  ].flat();
  return response.headers.has("cache-control") ? headers : [...headers, "Cache-Control", "no-store"];
}
