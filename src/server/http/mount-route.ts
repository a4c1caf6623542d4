import type { FastifyInstance } from "fastify";
import type { Api } from "./api.ts";
import type { Exchange } from "./exchange.ts";

type Method = "GET" | "HEAD" | "POST" | "DELETE";

/** Mounts a route outside the API: `api` keeps track of its requests, and `work` answers them. */
export function mountRoute(
  server: FastifyInstance,
  api: Api,
  method: readonly Method[],
  url: string,
  work: (exchange: Exchange) => Promise<void>,
): void {
  server.route({
    method: [...method],
    url,
    exposeHeadRoute: false,
    onRequest(request, reply) {
      reply.hijack();
      api.handle(request.raw, reply.raw, work);
    },
    handler: () => undefined,
  });
}
