import type { IncomingMessage, ServerResponse } from "node:http";
import { joinWithAnd } from "../../figures/join-with-and.ts";
import { type AnyAction, route } from "../api/action.ts";
import type { Ports } from "../api/context.ts";
import { perform } from "../api/perform.ts";
import type { Log } from "../kernel/log.ts";
import { outageProblem } from "../kernel/outage.ts";
import { Problem } from "../kernel/problem.ts";
import { forVisitor } from "../kernel/turns/on-behalf.ts";
import type { Cors } from "./cors.ts";
import { type Exchange, openExchange, reads } from "./exchange.ts";
import { commonHeaders, type Headers } from "./headers.ts";
import { createLoopTurns } from "./loop-turns.ts";
import { nearRoute } from "./near-route.ts";
import { createOutcomes } from "./outcome.ts";
import { createPipelineBound } from "./pipelining.ts";
import { networkOf, sourceOf } from "./request/address.ts";
import { type CallOptions, callOf } from "./request/call.ts";
import { createRoutes } from "./routes.ts";
import { send } from "./send.ts";

export interface ApiOptions {
  actions: readonly AnyAction[];
  ports: Ports;
  config: { baseUrl: string; siteUrl: string; trustedProxies: number };
  authenticate: CallOptions["authenticate"];
  cors: Cors;
  /** Methods that routes outside the API have for this path. */
  elsewhere(path: string): readonly string[];
  log: Log;
  handlingMs: number;
}

export interface Api {
  /** Answers one request, always. */
  serve(request: IncomingMessage, response: ServerResponse): void;
  /** Handles a request for a route outside the API: it counts as under way, and a failure of `work` is a 500. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    work: (exchange: Exchange) => Promise<void>,
  ): void;
  drain(): void;
  draining(): boolean;
  /** Answers every waiting request with this problem and ends its work. */
  answerRest(problem: Problem): void;
  close(): void;
}

/** What clients do after 301 and 302 (RFC 9110 §15.4.2). */
const lostBody =
  "If you sent a POST, a redirect on the way, such as from http:// to https://, made a GET of it: use the address that it leads to.";

/** Routes requests to actions through `perform`, and keeps track of those under way. */
export function createApi(options: ApiOptions): Api {
  const { actions, ports, config, cors, elsewhere, log, handlingMs } = options;
  const routes = createRoutes(actions);
  const templates = [...new Set(actions.map(({ http }) => route(http).path))];
  const common = commonHeaders(config.siteUrl);
  const outcomes = createOutcomes({ actions, ...config, now: () => ports.services.now() });
  const calls: CallOptions = {
    authenticate: options.authenticate,
    limiter: ports.limiter,
    trustedProxies: config.trustedProxies,
  };
  const open = new Set<Exchange>();
  const beginInTurn = createLoopTurns();
  const isWithinPipeline = createPipelineBound();
  let draining = false;

  function handle(
    request: IncomingMessage,
    response: ServerResponse,
    work: (exchange: Exchange) => Promise<void>,
  ): void {
    if (!isWithinPipeline(request, response)) return;
    const url = (request as IncomingMessage & { originalUrl?: string }).originalUrl ?? request.url ?? "/";
    const exchange = openExchange(request, response, url, cors.headersFor, () => draining);
    open.add(exchange);
    if (!expiring) expire();
    response.once("close", () => {
      open.delete(exchange);
      if (!response.writableFinished) exchange.controller.abort(new Problem("REQUEST_TIMEOUT"));
    });
    // Until it is known whose request it is, it waits behind its own neighbours alone.
    const network = networkOf(sourceOf(exchange, config.trustedProxies));
    beginInTurn(network, () => {
      if (!exchange.controller.signal.aborted)
        forVisitor(network, () => work(exchange)).catch((error) => failed(exchange, error));
    });
  }

  function failed(exchange: Exchange, error: unknown): void {
    const { response, requestId } = exchange;
    if (error instanceof Problem && !response.headersSent) {
      refuse(exchange, error);
      return;
    }
    // The reader went away in the middle of a stream.
    if ((error as { code?: string }).code === "ERR_STREAM_PREMATURE_CLOSE") return;
    // What is sent was deleted meanwhile, say: the reader sees that it is not whole, and nothing of ours is broken.
    if (error instanceof Problem) log.info({ request_id: requestId, code: error.code }, "answer cut off");
    else log.error({ request_id: requestId, err: error }, "answer failed");
    if (response.headersSent) response.destroy();
    else refuse(exchange, outageProblem(error) ?? new Problem("INTERNAL_ERROR"));
  }

  async function answer(exchange: Exchange): Promise<void> {
    const { method, target } = exchange;
    if (exchange.fault) return refuse(exchange, exchange.fault);
    const { action, parameters, allow } = routes.match(method, target.path);
    if (action) return run(exchange, action, parameters);
    const allowed = allow.length > 0 ? allow : elsewhere(target.path);
    if (allowed.length === 0) return refuse(exchange, notFound(target.path));
    if (method === "OPTIONS") return describe(exchange, allowed);
    const redirected = reads(method) && allowed.includes("POST") ? ` ${lostBody}` : "";
    const message = `This route takes ${joinWithAnd(allowed)}, not ${method}.${redirected}`;
    refuse(exchange, new Problem("METHOD_NOT_ALLOWED", { message }), ["Allow", allowed.join(", ")]);
  }

  /** Says which path was probably meant. */
  function notFound(path: string): Problem {
    const near = nearRoute(path, templates, (each) => elsewhere(each).length > 0);
    if (near === null) return new Problem("NOT_FOUND");
    return new Problem("NOT_FOUND", {
      message: `This route does not exist: did you mean ${near}? /openapi.json lists all routes.`,
    });
  }

  async function run(
    exchange: Exchange,
    action: AnyAction,
    parameters: Record<string, string>,
  ): Promise<void> {
    exchange.deadline = performance.now() + handlingMs;
    const outcome = await perform(action, ports, callOf(exchange, action, parameters, calls));
    if (outcome.ok) await outcomes.succeed(exchange, action, outcome);
    else outcomes.fail(exchange, action, outcome);
  }

  /** Says what a path accepts: to a browser's preflight request, or to anyone. */
  function describe(exchange: Exchange, allow: readonly string[]): void {
    const { origin, "access-control-request-method": requestedMethod } = exchange.request.headers;
    if (origin === undefined || requestedMethod === undefined) {
      send(exchange, 204, [...common, ...exchange.headers, "Allow", allow.join(", ")], null);
      return;
    }
    const varies = ["Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"];
    send(
      exchange,
      204,
      [...common, "X-Request-Id", exchange.requestId, ...varies, ...cors.preflightFor(origin, allow)],
      null,
    );
  }

  /** A failure that no action saw; logged here, as `perform` logs the others. */
  function refuse(exchange: Exchange, problem: Problem, extra: Headers = []): void {
    outcomes.problem(exchange, problem, extra);
    const { requestId: request_id, method } = exchange;
    log.info({
      request_id,
      door: "rest",
      action: null,
      route: null,
      method,
      status: problem.status,
      code: problem.code,
    });
  }

  /** One timer for all requests, while there are any: those past their deadline are told so, and their work ends. */
  let expiring: NodeJS.Timeout | undefined;
  function expire(): void {
    expiring = open.size === 0 ? undefined : setTimeout(expire, Math.min(1000, handlingMs)).unref();
    const now = performance.now();
    for (const exchange of open) {
      if (exchange.deadline > now || exchange.response.headersSent) continue;
      exchange.deadline = Infinity;
      const late = new Problem("SERVICE_UNAVAILABLE", { retryAfterSeconds: 5 });
      exchange.controller.abort(late);
      outcomes.problem(exchange, late);
    }
  }

  return {
    serve: (request, response) => handle(request, response, answer),
    handle,
    drain() {
      draining = true;
    },
    draining: () => draining,
    answerRest(problem) {
      for (const exchange of open) {
        exchange.controller.abort(problem);
        refuse(exchange, problem);
      }
    },
    close: () => clearTimeout(expiring),
  };
}
