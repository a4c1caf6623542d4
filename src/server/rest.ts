import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import type { AnyAction } from "./api/action.ts";
import type { Ports } from "./api/context.ts";
import { asksForPage, type MissingPage, mountWeb } from "./app-files/app-files.ts";
import type { FetchAccounts } from "./auth/accounts/fetch-accounts.ts";
import type { Identity } from "./auth/accounts/identity.ts";
import type { Authorization } from "./auth/oauth/authorization.ts";
import { type Api, createApi } from "./http/api.ts";
import { createCors } from "./http/cors.ts";
import { answerParserErrors } from "./http/protocol.ts";
import { watchHops } from "./http/request/address.ts";
import type { CallOptions } from "./http/request/call.ts";
import type { Log } from "./kernel/log.ts";
import { Problem } from "./kernel/problem.ts";
import { type McpDoorOptions, mountMcp } from "./mcp/door.ts";
import { mountOperator, type Operator } from "./metrics/operator-routes.ts";
import { mountOpenapi } from "./openapi/route.ts";
import { mountAccount } from "./pages/account/account-page.ts";
import { mountFirstPage } from "./pages/account/first-page.ts";
import { type InvitationPageParts, mountInvitations } from "./pages/account/invitation-page.ts";
import { mountOncePage } from "./pages/account/once-page.ts";
import { mountSignIn } from "./pages/account/sign-in-pages.ts";
import { mountConnect } from "./pages/connect.ts";
import { mountAuthorization } from "./pages/endpoints/authorization.ts";
import { mountIdentity } from "./pages/endpoints/identity.ts";
import { type FindSharedPage, mountSharedPages } from "./pages/shared-pages.ts";
import { mountUnsubscribing, type Unsubscribing } from "./pages/unsubscribe-page.ts";

export interface RestDoorOptions {
  actions: readonly AnyAction[];
  /** Whether they are the product's, which openapi.json describes. */
  isProduct?: boolean;
  ports: Ports;
  config: RestDoorConfig;
  /** Throws UNAUTHORIZED. Gets every Authorization header as received. */
  authenticate: CallOptions["authenticate"];
  /** The built-in accounts, served below /api/auth. */
  identityHandler?: FetchAccounts;
  /** The pages on which people sign in and manage their own account. */
  people?: Pick<Identity, "signIn" | "own" | "useOnceLink" | "joining" | "memberLinks">;
  /** What the page of an invitation shows, by the token in its link. */
  invitations?: Pick<InvitationPageParts, "find" | "isIn">;
  /** The public pages of share links, served below /s on the site's origin. */
  findSharedPage?: FindSharedPage;
  /** What letters are unsubscribed from with, served below /unsubscribe on the site's origin. */
  unsubscribing?: Unsubscribing;
  /** Folder of the built web app, served at its pages' paths. */
  webFolder?: string;
  /** Who issues tokens to assistants; without it there is no /mcp. */
  authorization?: Authorization;
  /** Answers assistants in place of the actions, for tests of the transport. */
  mcpServing?: McpDoorOptions["serving"];
  operator?: Operator;
  log: Log;
  /** Bounds other than those of docs/contract/http-details.md, for tests. */
  bounds?: Partial<Bounds>;
}

export interface RestDoorConfig {
  baseUrl: string;
  siteUrl: string;
  corsOrigins: readonly string[];
  /** Number of reverse proxies in front whose X-Forwarded-For is trusted. */
  trustedProxies: number;
}

/** Times in milliseconds, sizes in bytes. Source: docs/contract/http-details.md. */
export interface Bounds {
  headersMs: number;
  requestMs: number;
  handlingMs: number;
  keepAliveMs: number;
  idleMs: number;
  headerBytes: number;
}

const contractBounds: Bounds = {
  headersMs: 15_000,
  requestMs: 30_000,
  handlingMs: 60_000,
  keepAliveMs: 65_000,
  idleMs: 75_000,
  headerBytes: 16 * 1024,
};

export interface HttpServer {
  /** For other doors to mount their routes on before it listens. */
  server: FastifyInstance;
  inject: FastifyInstance["inject"];
  /** Resolves with the address at which it can be reached. */
  listen(at: { host: string; port: number }): Promise<string>;
  /** From then on every answer ends its connection, and /readyz says so. */
  drain(): void;
  /** Stops accepting, lets requests in flight finish for `graceMs`, answers the rest with `rest`, and ends. */
  close(graceMs?: number, rest?: Problem): Promise<void>;
}

const apiRoute = "/v1/";

// No Fastify route here has a schema; if one did, Fastify would load two compilers at start.
const noSchema = () => () => {
  throw new Error("no schema is compiled here");
};
const noSchemas = { buildValidator: noSchema, buildSerializer: noSchema };

/** The REST door: Fastify for the server and its other routes, our own table for the API's paths. */
export function createHttpServer(options: RestDoorOptions): HttpServer {
  const { config, log } = options;
  const bounds = { ...contractBounds, ...options.bounds };
  const server: FastifyInstance = Fastify({
    logger: false,
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    requestTimeout: bounds.requestMs,
    keepAliveTimeout: bounds.keepAliveMs,
    connectionTimeout: bounds.idleMs,
    maxRequestsPerSocket: 0,
    http: {
      maxHeaderSize: bounds.headerBytes,
      headersTimeout: bounds.headersMs,
      connectionsCheckingInterval: Math.min(2000, bounds.headersMs / 4),
      requireHostHeader: false,
      insecureHTTPParser: false,
    },
    schemaController: { compilersFactory: noSchemas },
    clientErrorHandler: answerParserErrors(config.siteUrl, log),
    // The API is routed by its raw path, which Fastify's router would decode first.
    rewriteUrl: ({ url = "/" }) => routedUrl(url),
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      api.serve(request.raw, reply.raw);
    },
  });
  const cors = createCors(config.corsOrigins);
  const mounted = new Map<string, Set<string>>();
  server.addHook("onRoute", ({ method, url }) => {
    const methods = mounted.get(url) ?? new Set(["OPTIONS"]);
    for (const one of [method].flat()) methods.add(one);
    if (url !== apiRoute) mounted.set(url, methods);
  });
  const elsewhere = (path: string) => {
    const segments = path.split("/");
    const methods = mounted.get(path) ?? [...mounted].find(([url]) => leadsTo(url, segments))?.[1];
    return [...(methods ?? [])].sort();
  };
  const api = createApi({ ...options, cors, elsewhere, handlingMs: bounds.handlingMs });

  server.server.maxHeadersCount = 100;
  server.server.on("request", watchHops(log, config.trustedProxies));
  server.server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) =>
    server.routing(request, response),
  );
  server.server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) =>
    server.routing(request, response),
  );
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (_request, _payload, done) => done(null));
  let missingPage: MissingPage | undefined;
  server.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
    reply.hijack();
    if (missingPage && asksForPage(request.method, request.url, request.headers.accept))
      api.handle(request.raw, reply.raw, missingPage);
    else api.serve(request.raw, reply.raw);
  });
  server.route({
    method: server.supportedMethods,
    url: apiRoute,
    exposeHeadRoute: false,
    onRequest: (request, reply) => {
      reply.hijack();
      api.serve(request.raw, reply.raw);
    },
    handler: () => undefined,
  });
  mountOpenapi(server, api, options);
  if (options.findSharedPage) mountSharedPages(server, api, options.findSharedPage, { ...config, log });
  if (options.unsubscribing) mountUnsubscribing(server, api, options.unsubscribing, config);
  if (options.webFolder) missingPage = mountWeb(server, api, { ...config, folder: options.webFolder });
  if (options.operator) mountOperator(server, api, options.operator, config);
  if (options.identityHandler) mountIdentity(server, api, options.identityHandler, config);
  if (options.people) {
    mountSignIn(server, api, options.people, config);
    const { joining, signIn } = options.people;
    mountFirstPage(server, api, { joining, ways: signIn.ways }, config);
    mountOncePage(server, api, options.people.useOnceLink, config);
    mountAccount(server, api, options.people.own, config);
    mountInvitationPages(server, api, options);
  }
  if (options.authorization) mountAssistants(server, api, options.authorization, options, bounds);

  return {
    server,
    inject: server.inject.bind(server) as FastifyInstance["inject"],
    async listen({ host, port }) {
      await server.listen({ host, port });
      const { address, family, port: bound } = server.server.address() as AddressInfo;
      return `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`;
    },
    drain: () => api.drain(),
    async close(graceMs = 10_000, rest = new Problem("SERVICE_UNAVAILABLE")) {
      api.drain();
      const timer = setTimeout(() => {
        api.answerRest(rest);
        setTimeout(() => server.server.closeAllConnections(), 500).unref();
      }, graceMs);
      await server.close();
      clearTimeout(timer);
      api.close();
    },
  };
}

/** Mounts the page of invitations if people sign in here and there are the actions that it does. */
function mountInvitationPages(server: FastifyInstance, api: Api, options: RestDoorOptions): void {
  const { actions, ports, authenticate, people, invitations, config } = options;
  const actionNamed = (actionName: string) => actions.find(({ name }) => name === actionName);
  const [accept, choose] = [actionNamed("accept_invitation"), actionNamed("choose_organization")];
  const listProjects = actionNamed("list_projects");
  if (!people || !invitations || !accept || !choose || !listProjects) return;
  const { now } = ports.services;
  const { own, joining, signIn } = people;
  const by = { own, joining, ways: signIn.ways, accept, choose, listProjects, ports, authenticate, now };
  mountInvitations(server, api, { ...by, ...invitations }, config);
}

/** The assistants' door and its authorization server. */
function mountAssistants(
  server: FastifyInstance,
  api: Api,
  authorization: Authorization,
  { actions, ports, config, authenticate, mcpServing: serving }: RestDoorOptions,
  { handlingMs }: Bounds,
): void {
  const { limiter } = ports;
  const { issuer } = authorization;
  const calls = { authenticate, limiter, trustedProxies: config.trustedProxies };
  const served = serving ? { serving } : {};
  mountMcp(server, api, { actions, ports, config, issuer, handlingMs, ...calls, ...served });
  mountAuthorization(server, api, { authorization, limiter, config });
  mountConnect(server, api, authorization, config);
}

/** Whether a mounted address with a parameter or an open end is that of a path. */
function leadsTo(url: string, pathSegments: readonly string[]): boolean {
  const routeSegments = url.split("/");
  if (routeSegments.at(-1) === "*")
    return (
      pathSegments.length >= routeSegments.length &&
      routeSegments.slice(0, -1).every((segment, at) => segment === pathSegments[at])
    );
  const fits = (segment: string, at: number) =>
    segment.startsWith(":") ? pathSegments[at] !== "" : segment === pathSegments[at];
  return url.includes(":") && routeSegments.length === pathSegments.length && routeSegments.every(fits);
}

/** One route for the whole API; drops the origin of an absolute-form address. */
function routedUrl(url: string): string {
  const local = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?#]*/i, "");
  if (local.startsWith(apiRoute)) return apiRoute;
  return local.startsWith("/") ? local : `/${local}`;
}
