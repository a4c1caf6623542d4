import type { FastifyInstance } from "fastify";
import type { AnyAction } from "../api/action.ts";
import type { Caller } from "../api/caller.ts";
import type { Ports } from "../api/context.ts";
import { perform } from "../api/perform.ts";
import type { Api } from "../http/api.ts";
import type { Exchange } from "../http/exchange.ts";
import { commonHeaders } from "../http/headers.ts";
import { mountRoute } from "../http/mount-route.ts";
import { sourceOf } from "../http/request/address.ts";
import { authenticated, type CallOptions } from "../http/request/call.ts";
import { Problem } from "../kernel/problem.ts";
import { headersOf, type Message, messageIn } from "./message.ts";
import { createGate } from "./origin-check.ts";
import { Refused, refusalOf, refuse } from "./refusal.ts";
import { relay, sendText } from "./relay.ts";
import { mountResourceMetadata } from "./resource-metadata.ts";
import { type Serve, toolCall, type Visit } from "./tool-call.ts";
import { type Toolbox, toolbox } from "./tools.ts";

export interface McpDoorOptions extends CallOptions {
  actions: readonly AnyAction[];
  ports: Ports;
  config: { baseUrl: string; siteUrl: string; corsOrigins: readonly string[] };
  /** Who issues the tokens: the issuer of RFC 8414. */
  issuer: string;
  handlingMs: number;
  /** Serves messages in place of the actions, for tests of the transport. */
  serving?: () => Serve;
}

const path = "/mcp";

/** Methods with their own counter per caller. */
const countedMethods = [
  ...["initialize", "server/discover", "tools/list", "prompts/list", "prompts/get"],
  ...["resources/list", "resources/templates/list", "resources/read"],
];

/**
 * The assistants' door: MCP over Streamable HTTP beside the API, from the same list of actions. Each request carries a
 * connector token; nothing is kept between requests. Source: docs/contract/assistants.md.
 */
export function mountMcp(server: FastifyInstance, api: Api, options: McpDoorOptions): void {
  const { ports, config, issuer } = options;
  const { log, now } = ports.services;
  const resource = new URL(config.siteUrl).origin + path;
  const common = [...commonHeaders(config.siteUrl), "Vary", "Authorization, Origin"];
  const metadata = mountResourceMetadata(server, api, common, { resource, issuer });
  const gate = createGate(config);
  const tools = toolbox(options.actions);
  const answer = createAnswers(options, tools, resource);

  async function serve(exchange: Exchange): Promise<void> {
    gate(exchange);
    const caller = await connector(exchange, options);
    exchange.deadline = performance.now() + options.handlingMs;
    const message = exchange.method === "POST" ? await messageIn(exchange).catch(counting(caller)) : null;
    if (!isCall(message)) await count(caller, message);
    const answered = await answer(
      { caller, exchange, source: sourceOf(exchange, options.trustedProxies) },
      message,
    ).catch((error) => refused(exchange, error, message?.id));
    if (answered === undefined) return;
    if (typeof answered === "string") return sendText(exchange, common, answered);
    await relay(exchange, common, answered);
    if (message?.method !== "tools/call") record(exchange, answered.status);
  }

  /** A call uses its route's counter; everything else uses one for its method. */
  const isCall = (message: Message | null): boolean =>
    message?.method === "tools/call" && tools.has(String(message.params?.name));

  async function count(caller: Caller, message: Message | null): Promise<void> {
    const method = countedMethods.find((one) => one === message?.method) ?? "other";
    const state = await options.limiter.take(caller.countedAs, `mcp ${method}`, "read");
    if (!state || state.allowed) return;
    throw new Problem("RATE_LIMITED", {
      details: { bucket: `mcp ${method}`, limit: state.limit, reset_seconds: state.resetSeconds },
      retryAfterSeconds: state.resetSeconds,
    });
  }

  const counting = (caller: Caller) => async (error: unknown) => {
    await count(caller, null);
    throw error;
  };

  function refused(exchange: Exchange, error: unknown, id?: Message["id"]): void {
    if (exchange.response.headersSent || !(error instanceof Refused || error instanceof Problem)) throw error;
    const refusal = error instanceof Refused ? error.refusal : refusalOf(error, now(), metadata);
    refuse(exchange, common, refusal, id);
    record(exchange, refusal.status);
  }

  /** One log line for what `perform` does not see. */
  const record = ({ requestId: request_id, method }: Exchange, status: number) =>
    log.info({ request_id, door: "mcp", action: null, route: path, method, status });

  for (const url of [path, `${path}/`])
    mountRoute(server, api, ["GET", "POST", "DELETE"], url, (exchange) =>
      serve(exchange).catch((error) => refused(exchange, error)),
    );
}

const howToConnect =
  "Connect by OAuth, or send the key of a connector, which `connector create` and POST /v1/connectors make.";

/** What /mcp says of tokens, where what the API says of them would lead to another refusal here. */
const saysOfTokens: Record<string, string> = {
  missing: `There is no token. ${howToConnect}`,
  expired: `This token has expired. ${howToConnect}`,
};

/** The caller behind a connector token. Tokens of the API were not issued for this resource: UNAUTHORIZED. */
async function connector(exchange: Exchange, options: CallOptions): Promise<Caller> {
  const caller = await authenticated(exchange, options).catch((error) => {
    const { reason } = (error instanceof Problem && error.code === "UNAUTHORIZED" && error.details) || {};
    const message = saysOfTokens[String(reason)];
    throw message === undefined ? error : new Problem("UNAUTHORIZED", { message, details: { reason } });
  });
  if (caller.kind === "connector") return caller;
  throw new Problem("UNAUTHORIZED", {
    message: `API keys and sessions' tokens do not open /mcp. ${howToConnect}`,
    details: { reason: "invalid" },
  });
}

/** Answers messages with the protocol's library, which is loaded at the first message. */
function createAnswers({ actions, ports, serving }: McpDoorOptions, tools: Toolbox, resource: string) {
  let loading: Promise<Serve> | null = null;
  const load = async () =>
    serving?.() ?? (await import("./server.ts")).createServing({ actions, tools, ports });

  return async (visit: Visit, message: Message | null): Promise<Response | string> => {
    const { caller, exchange } = visit;
    const action = message?.method === "tools/call" ? tools.get(String(message.params?.name)) : undefined;
    if (action && !caller.scopes.includes(action.scope)) {
      // Only HTTP can ask for more scope, but it is `perform` that refuses.
      const outcome = await perform(action, ports, toolCall(visit, {}, action.input));
      if (!outcome.ok) throw outcome.problem;
    }
    const request = () => new Request(resource, { method: exchange.method, headers: headersOf(exchange) });
    loading ??= load();
    return (await loading)(request, visit, message);
  };
}
