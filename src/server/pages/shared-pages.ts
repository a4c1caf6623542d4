import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Api } from "../http/api.ts";
import { compressed, encodingFor } from "../http/compress.ts";
import { type Exchange, singleHeader } from "../http/exchange.ts";
import { cachedPage, commonHeaders, type Headers } from "../http/headers.ts";
import { mountRoute } from "../http/mount-route.ts";
import { isUnchanged } from "../http/request/conditional.ts";
import { send } from "../http/send.ts";
import type { Log } from "../kernel/log.ts";
import type { SharedPage } from "../reports/share-links/share-link.ts";
import { missingPage, reportPage } from "./report-page.ts";
import { reportStyle } from "./report-style.ts";

/** The page behind a share link's token; undefined if it is unknown, revoked or expired. */
export type FindSharedPage = (token: string) => Promise<SharedPage | undefined>;

const folder = "/s/";
const stylePath = `${folder}report.css`;

interface SharedPagesOptions {
  siteUrl: string;
  log: Log;
}

/** The public pages of share links, for browsers: one document, one stylesheet, one query. */
export function mountSharedPages(
  server: FastifyInstance,
  api: Api,
  findSharedPage: FindSharedPage,
  { siteUrl, log }: SharedPagesOptions,
): void {
  const css = reportStyle();
  // Named after its content, so that it may be cached forever.
  const style = `${stylePath}?v=${hash("sha1", css, "base64url").slice(0, 10)}`;
  const missing = missingPage(style);
  const get = (path: string, work: (exchange: Exchange) => Promise<void>) =>
    mountRoute(server, api, ["GET", "HEAD"], path, work);

  get(stylePath, async (exchange) => {
    const cacheHeader = ["Cache-Control", "public, max-age=31536000, immutable"];
    await answer(exchange, 200, [...commonHeaders(siteUrl), ...cacheHeader], "text/css; charset=utf-8", css);
  });

  get(`${folder}*`, async (exchange) => {
    const started = performance.now();
    const sharedPage = await findSharedPage(tokenIn(exchange.target.path));
    const headers = [
      ...commonHeaders(siteUrl, policyFor(sharedPage?.logoUrl ?? null)),
      ...["X-Robots-Tag", "noindex, nofollow"],
      // A revoked or expired link is gone at the next look.
      ...cachedPage(sharedPage ? "private, no-cache" : "no-store"),
    ];
    const page = sharedPage ? reportPage(sharedPage, { styleUrl: style, siteUrl }) : missing;
    const status = await answer(exchange, sharedPage ? 200 : 404, headers, "text/html; charset=utf-8", page);
    log.info({
      ...{ request_id: exchange.requestId, door: "pages", route: `GET ${folder}{token}`, status },
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  });
}

/** What a sentence puts behind an address, as it is or encoded, goes along when the link is clicked or copied. */
const behind =
  /(?:[.,;:!?)\]}>"'/*\u2019\u201d\u2026\u00bb\u060c\u061f\u06d4\u0964\u3001\u3002\u300d\uff01\uff09\uff0c\uff1f]|%(?:2[279ace]|3[abef]|[57]d|e2%80%(?:9[9d]|a6)|c2%bb|d8%(?:8c|9f)|db%94|e0%a5%a4|e3%80%8[12d]|ef%bc%(?:8[19c]|9f)))+$/i;

/** Many times a token; what goes on for kilobytes is none, and would be looked through from each of its characters on. */
const lookedAtMax = 256;

const tokenIn = (path: string): string =>
  path.length > lookedAtMax ? "" : path.slice(folder.length).replace(behind, "");

/** What the page may load: its stylesheet, its typeface, its icon, and images from the presenter's origin only. */
function policyFor(logoUrl: string | null): string {
  const pictures = ["img-src data:", ...(logoUrl === null ? [] : [new URL(logoUrl).origin])].join(" ");
  const rest = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  return ["default-src 'none'", "style-src 'self'", "font-src 'self'", pictures, ...rest].join("; ");
}

/** Sends it whole, or 304 if the reader already has it; returns the status. */
async function answer(
  exchange: Exchange,
  status: number,
  headers: Headers,
  type: string,
  body: string,
): Promise<number> {
  const accepted = exchange.request.headers;
  const encoding = encodingFor(singleHeader(accepted["accept-encoding"]));
  headers.push("X-Request-Id", exchange.requestId, "Vary", "Accept-Encoding");
  if (status === 200) {
    // A strong validator names exact bytes, so each encoding has its own.
    const etag = `"${hash("sha1", body, "base64url")}${encoding ? `-${encoding}` : ""}"`;
    headers.push("ETag", etag);
    if (isUnchanged(accepted["if-none-match"], etag)) {
      send(exchange, 304, headers, null);
      return 304;
    }
  }
  headers.push("Content-Type", type);
  if (encoding === null) send(exchange, status, headers, body);
  else send(exchange, status, [...headers, "Content-Encoding", encoding], await compressed(body, encoding));
  return status;
}
