import type { FastifyInstance } from "fastify";
import type { FetchAccounts } from "../../auth/accounts/fetch-accounts.ts";
import type { Api } from "../../http/api.ts";
import { demandText, jsonFields } from "../../http/body/fields.ts";
import type { Exchange } from "../../http/exchange.ts";
import { commonHeaders, type Headers as HeaderList } from "../../http/headers.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { sourceOf } from "../../http/request/address.ts";
import { send } from "../../http/send.ts";

const prefix = "/api/auth";

/** Serves the built-in accounts below /api/auth on the site's origin. */
export function mountIdentity(
  server: FastifyInstance,
  api: Api,
  fetch: FetchAccounts,
  config: { siteUrl: string; trustedProxies: number },
): void {
  const common = commonHeaders(config.siteUrl);
  mountRoute(server, api, ["GET", "POST"], `${prefix}/*`, async (exchange) => {
    if (exchange.fault) throw exchange.fault;
    const { request, method, target } = exchange;
    demandText([...new URLSearchParams(target.query)]);
    const response = await fetch({
      method,
      path: target.path.slice(prefix.length),
      query: target.query,
      fields: method === "POST" ? await jsonFields(request) : {},
      headers: requestHeadersOf(exchange),
      from: sourceOf(exchange, config.trustedProxies),
    });
    const body = Buffer.from(await response.arrayBuffer());
    send(exchange, response.status, [...common, ...exchange.headers, ...headersOf(response)], body);
  });
}

/** What the accounts hear of a request's headers: whose browser it is and where it is. No token, no address. */
const heardOf = [
  ...["accept", "cookie", "origin", "referer", "user-agent"],
  ...["sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site"],
];

function requestHeadersOf({ request }: Exchange): Headers {
  const headers = new Headers();
  for (const name of heardOf) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return headers;
}

/** Its headers as pairs, each cookie separately, without those that `send` writes itself. */
function headersOf(response: Response): HeaderList {
  const own = new Set(["content-length", "transfer-encoding", "connection", "keep-alive", "set-cookie"]);
  const passedHeaders = [...response.headers].filter(([name]) => !own.has(name));
  const headers = [
    ...passedHeaders,
    ...response.headers.getSetCookie().map((cookie) => ["Set-Cookie", cookie]),
  ].flat();
  return response.headers.has("cache-control") ? headers : [...headers, "Cache-Control", "no-store"];
}
