import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Visitor } from "../auth/accounts/sign-in.ts";
import type { Api } from "../http/api.ts";
import type { Exchange } from "../http/exchange.ts";
import { mountRoute } from "../http/mount-route.ts";
import { sourceOf } from "../http/request/address.ts";
import { Problem } from "../kernel/problem.ts";
import { type Html, html } from "./html.ts";
import { sendPage } from "./page.ts";

export interface Site {
  siteUrl: string;
  trustedProxies: number;
}

/** `GET` answers HEAD too; a page that looking at uses up is `GET once`, and runs nothing of it for HEAD. */
export type PageRoute = (
  method: "GET" | "GET once" | "POST",
  url: string,
  work: (exchange: Exchange) => Promise<void>,
) => void;

export const visitorOf = (exchange: Exchange, { trustedProxies }: Site): Visitor => ({
  from: sourceOf(exchange, trustedProxies),
  cookie: exchange.request.headers.cookie ?? "",
});

type Refuse = (exchange: Exchange, status: number, why: string, retryAfterSeconds?: number | null) => void;

/** Answers with a page that says what could not be done. */
export const refuser =
  (siteUrl: string, title: string, body: (why: string) => Html): Refuse =>
  (exchange, status, why, wait) =>
    sendPage(exchange, siteUrl, {
      status,
      title,
      body: body(why),
      headers: wait ? ["Retry-After", String(wait)] : [],
    });

const methods = { GET: ["GET", "HEAD"], "GET once": ["GET"], POST: ["POST"] } as const;

const foreignForm = "This form was not sent from this site.";

/** Somebody opened this server by another name or address than it is set up for, where its links and cookies do not hold. */
const otherAddress = (siteUrl: string): string =>
  `This server is set up as ${siteUrl}, and you opened it under another address. Open it there; or whoever runs it sets OVERHEARD_BASE_URL to the address that people use, and restarts it.`;

/**
 * Whether a form was sent from a page of this site. Where a proxy adds `Referrer-Policy: no-referrer`, browsers hide the origin of
 * our own pages too, and only Sec-Fetch-Site, which no page can set, tells them from others. Source: Fetch, "append a request
 * `Origin` header"; Fetch Metadata §2.3.
 */
function isSentFrom(site: URL, { origin, host, "sec-fetch-site": from }: IncomingHttpHeaders): boolean {
  return origin === site.origin || (origin === "null" && from === "same-origin" && host === site.host);
}

/** Mounts pages: a form counts only if it was sent from this site, and failures are shown on a page. */
export function pageRoutes(
  server: FastifyInstance,
  api: Api,
  { siteUrl }: Site,
  refuse = refuser(siteUrl, "Not done", (why) => html`<h1>Not done</h1><p class="problem">${why}</p>`),
): PageRoute {
  const site = new URL(siteUrl);
  return (method, url, work) =>
    mountRoute(server, api, methods[method], url, async (exchange) => {
      try {
        if (exchange.fault) throw exchange.fault;
        // A form on somebody else's page must not act for the person who looks at it.
        const { origin: from, host } = exchange.request.headers;
        if (method === "POST" && !isSentFrom(site, exchange.request.headers)) {
          const isOwn = from !== undefined && URL.parse(from)?.host === host;
          return refuse(exchange, 403, isOwn ? otherAddress(siteUrl) : foreignForm);
        }
        await work(exchange);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        refuse(exchange, error.status, error.message, error.retryAfterSeconds);
      }
    });
}
