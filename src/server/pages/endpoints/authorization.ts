import type { FastifyInstance } from "fastify";
import type { Authorization } from "../../auth/oauth/authorization.ts";
import type { Api } from "../../http/api.ts";
import { formPairs, jsonFields } from "../../http/body/fields.ts";
import type { Exchange } from "../../http/exchange.ts";
import { commonHeaders, jsonType } from "../../http/headers.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { neighbourhoodOf, networkOf, sourceOf } from "../../http/request/address.ts";
import { send } from "../../http/send.ts";
import type { LimitClass, Limiter } from "../../kernel/limit.ts";
import { Problem } from "../../kernel/problem.ts";
import { notConnected } from "../connect-forms.ts";
import { sendPage } from "../page.ts";

export interface AuthorizationDoorOptions {
  authorization: Authorization;
  limiter: Limiter;
  config: { siteUrl: string; trustedProxies: number };
}

/** The OAuth server's endpoints at the root of the origin: RFC 6749, 7009, 7591 and 8414. */
export function mountAuthorization(
  server: FastifyInstance,
  api: Api,
  { authorization, limiter, config }: AuthorizationDoorOptions,
): void {
  const { endpoints, metadata } = authorization;
  const common = commonHeaders(config.siteUrl);
  const from = (exchange: Exchange) => sourceOf(exchange, config.trustedProxies);

  async function answer(exchange: Exchange, work: (exchange: Exchange) => Promise<Response>): Promise<void> {
    if (exchange.fault) throw exchange.fault;
    const response = await work(exchange);
    const body = response.body ? Buffer.from(await response.arrayBuffer()) : null;
    const headers = [...common, ...exchange.headers, ...passedHeadersOf(response)];
    send(exchange, response.status, headers, body);
  }

  // The issuer is the origin; clients from before RFC 9728 take the resource for it, and ask below its path.
  for (const below of ["", "/mcp", "/mcp/"])
    mountRoute(server, api, ["GET", "HEAD"], `/.well-known/oauth-authorization-server${below}`, (exchange) =>
      answer(exchange, async () =>
        Response.json(metadata, {
          headers: { "cache-control": "public, max-age=300", "access-control-allow-origin": "*" },
        }),
      ),
    );
  const route = (url: string, work: (exchange: Exchange) => Promise<Response>) =>
    mountRoute(server, api, ["POST"], url, (exchange) => answer(exchange, work));
  // People come here, and cannot do anything with JSON.
  mountRoute(server, api, ["GET"], "/oauth2/authorize", (exchange) =>
    answer(exchange, async ({ request, target }) => {
      const query = new URLSearchParams(target.query);
      return endpoints.authorize(query, request.headers.cookie ?? "", from(exchange));
    }).catch((error) => {
      if (!(error instanceof Problem)) throw error;
      const { status, message, retryAfterSeconds } = error;
      const headers = retryAfterSeconds ? ["Retry-After", String(retryAfterSeconds)] : [];
      const body = notConnected(message);
      sendPage(exchange, config.siteUrl, { status, title: "Not connected", body, headers });
    }),
  );
  route("/oauth2/token", async (exchange) =>
    endpoints.token(await formPairs(exchange.request), from(exchange)),
  );
  route("/oauth2/revoke", async (exchange) =>
    endpoints.revoke(await formPairs(exchange.request), from(exchange)),
  );
  route("/oauth2/register", async (exchange) => {
    await takeFrom(limiter, from(exchange));
    return endpoints.register(await documentIn(exchange));
  });
}

/**
 * Nobody needs to register many clients; a stranger who does would displace other people's. The nearest counter comes
 * first, so that whoever is refused there uses up nothing of the shared ones.
 */
async function takeFrom(limiter: Limiter, address: string): Promise<void> {
  const counters: [string, LimitClass][] = [
    [networkOf(address), "oauth_register"],
    [neighbourhoodOf(address), "oauth_register_near"],
    ["all", "oauth_register_all"],
  ];
  for (const [who, bucket] of counters) {
    const state = await limiter.take(who, bucket, bucket);
    if (!state || state.allowed) continue;
    throw new Problem("RATE_LIMITED", {
      details: { bucket: "oauth_register", limit: state.limit, reset_seconds: state.resetSeconds },
      retryAfterSeconds: state.resetSeconds,
    });
  }
}

/** Most bytes of a client's registration; far less is stored. */
const descriptionMax = 16 * 1024;

/** Null if it cannot be read, which is a fault of the description. */
const documentIn = ({ request }: Exchange): Promise<unknown> =>
  jsonFields(request, descriptionMax).catch((error) => {
    if (error instanceof Problem && error.status === 400) return null;
    throw error;
  });

/** The response headers to pass on to the client; it must not be cached unless it says so. */
function passedHeadersOf({ headers }: Response): string[] {
  const names = ["location", "retry-after", "www-authenticate", "access-control-allow-origin"];
  const headerPairs = names.flatMap((name) => (headers.has(name) ? [name, headers.get(name)!] : []));
  return [
    ...headerPairs,
    ...["Cache-Control", headers.get("cache-control") ?? "no-store"],
    ...(headers.get("content-type") ? ["Content-Type", jsonType] : []),
    ...headers.getSetCookie().flatMap((cookie) => ["Set-Cookie", cookie]),
  ];
}
