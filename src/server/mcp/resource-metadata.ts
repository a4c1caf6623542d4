import type { FastifyInstance } from "fastify";
import type { Api } from "../http/api.ts";
import { type Headers, jsonType } from "../http/headers.ts";
import { mountRoute } from "../http/mount-route.ts";
import { send } from "../http/send.ts";
import { scopes, staysConnected } from "../kernel/scope.ts";

const wellKnown = "/.well-known/oauth-protected-resource";

/**
 * RFC 9728: what the resource is and who issues tokens for it, at the address derived from the resource's own and at the
 * root. Returns the former.
 */
export function mountResourceMetadata(
  server: FastifyInstance,
  api: Api,
  common: Headers,
  { resource, issuer }: { resource: string; issuer: string },
): string {
  const body = JSON.stringify({
    resource,
    authorization_servers: [issuer],
    scopes_supported: [...scopes, staysConnected],
    bearer_methods_supported: ["header"],
    resource_name: "Overheard",
  });
  const headers = [
    ...common,
    ...["Content-Type", jsonType, "Cache-Control", "public, max-age=300", "Access-Control-Allow-Origin", "*"],
  ];
  const { origin, pathname } = new URL(resource);
  for (const url of [wellKnown + pathname, `${wellKnown}${pathname}/`, wellKnown])
    mountRoute(server, api, ["GET", "HEAD"], url, async (exchange) =>
      send(exchange, 200, [...headers, "X-Request-Id", exchange.requestId], body),
    );
  return origin + wellKnown + pathname;
}
