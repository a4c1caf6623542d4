import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Api } from "../http/api.ts";
import type { Exchange } from "../http/exchange.ts";
import { commonHeaders, type Headers, jsonType } from "../http/headers.ts";
import { mountRoute } from "../http/mount-route.ts";
import { send } from "../http/send.ts";
import { Problem } from "../kernel/problem.ts";
import { forEverybody } from "../kernel/turns/on-behalf.ts";
import type { Metrics } from "./metrics.ts";

/** The state of one thing that the server depends on. A failed check that is not `needed` leaves the server ready. */
export interface Check {
  state: string;
  ok: boolean;
  needed: boolean;
}

export interface Operator {
  /** Checks the database, the migrations and the key set; must not wait long. */
  checks(): Promise<Record<string, Check>>;
  metrics: Metrics;
  /** Bearer token of /metrics on the main port; null: it is not served there. */
  metricsToken: string | null;
}

const checkMs = 2000;
const checkLifeMs = 1000;

/** /healthz, /readyz and, with a token, /metrics at the root of the origin: for monitoring. */
export function mountOperator(
  server: FastifyInstance,
  api: Api,
  operator: Operator,
  config: { siteUrl: string },
): void {
  const common: Headers = [...commonHeaders(config.siteUrl), "Cache-Control", "no-store"];
  const json = (exchange: Exchange, status: number, body: unknown) =>
    send(
      exchange,
      status,
      [...common, "X-Request-Id", exchange.requestId, "Content-Type", jsonType],
      JSON.stringify(body),
    );
  const get = (path: string, work: (exchange: Exchange) => Promise<void>) =>
    mountRoute(server, api, ["GET", "HEAD"], path, async (exchange) => {
      if (exchange.fault) throw exchange.fault;
      await work(exchange);
    });
  // Whoever asks first, the look is everybody's.
  const look = shared(() => forEverybody(() => operator.checks()), checkMs, checkLifeMs);

  get("/healthz", async (exchange) => json(exchange, 200, { status: "ok" }));

  get("/readyz", async (exchange) => {
    const checks = api.draining() ? {} : await look();
    const states = Object.fromEntries(Object.entries(checks).map(([name, { state }]) => [name, state]));
    const down = api.draining() || Object.values(checks).some(({ ok, needed }) => needed && !ok);
    if (!down) return json(exchange, 200, { status: "ready", ...states });
    throw new Problem("SERVICE_UNAVAILABLE", {
      details: { status: api.draining() ? "draining" : "unavailable", ...states },
      retryAfterSeconds: 2,
    });
  });

  const { metrics, metricsToken } = operator;
  if (metricsToken === null) return;
  get("/metrics", async (exchange) => {
    if (!isToken(exchange.authorization, metricsToken)) {
      throw new Problem("UNAUTHORIZED", {
        details: { reason: exchange.authorization.length === 0 ? "missing" : "invalid" },
      });
    }
    const { contentType, text } = await metrics.read();
    send(exchange, 200, [...common, "X-Request-Id", exchange.requestId, "Content-Type", contentType], text);
  });
}

/**
 * /healthz, /readyz and /metrics on a separate port, for servers and workers alike. `token` guards only /metrics; null:
 * for a network that only the operator can reach.
 */
export async function serveMetrics(
  { checks, metrics }: Pick<Operator, "checks" | "metrics">,
  at: { host: string; port: number; token: string | null },
): Promise<Server> {
  const look = shared(checks, checkMs, checkLifeMs);
  const server = createServer(async (request, response) => {
    const health = (status: number, body: unknown) =>
      response
        .writeHead(status, { "Content-Type": jsonType, "Cache-Control": "no-store" })
        .end(JSON.stringify(body));
    if (request.method === "GET" && request.url === "/healthz") return health(200, { status: "ok" });
    if (request.method === "GET" && request.url === "/readyz") {
      const entries = Object.entries(await look());
      const states = Object.fromEntries(entries.map(([name, { state }]) => [name, state]));
      const down = entries.some(([, { ok, needed }]) => needed && !ok);
      return health(down ? 503 : 200, { status: down ? "unavailable" : "ready", ...states });
    }
    if (request.method !== "GET" || request.url !== "/metrics") return response.writeHead(404).end();
    const authorization = request.headersDistinct.authorization ?? [];
    if (at.token !== null && !isToken(authorization, at.token))
      return response.writeHead(401, { "WWW-Authenticate": "Bearer" }).end();
    const { contentType, text } = await metrics.read();
    response.writeHead(200, { "Content-Type": contentType }).end(text);
  });
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(at.port, at.host, resolve),
  );
  return server;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares digests, so that the time it takes reveals neither length nor content. */
function isToken(authorization: readonly string[], token: string): boolean {
  const bearer = authorization.length === 1 ? /^Bearer +(\S+)$/i.exec(authorization[0]!)?.[1] : undefined;
  return timingSafeEqual(digest(bearer ?? ""), digest(token)) && bearer !== undefined;
}

/** One look at a time, cached for a moment, so that nobody can load the database through /readyz. */
function shared(look: () => Promise<Record<string, Check>>, timeoutMs: number, lifeMs: number) {
  const late: Record<string, Check> = { checks: { state: "timeout", ok: false, needed: true } };
  let current: Promise<Record<string, Check>> | null = null;
  const fresh = async () => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<Record<string, Check>>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, late);
    });
    const checks = await Promise.race([look().catch(() => late), timeout]);
    clearTimeout(timer);
    setTimeout(() => (current = null), lifeMs).unref();
    return checks;
  };
  return () => (current ??= fresh());
}
