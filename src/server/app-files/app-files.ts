import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { Api } from "../http/api.ts";
import { encodingFor } from "../http/compress.ts";
import { type Exchange, singleHeader } from "../http/exchange.ts";
import { cachedPage, commonHeaders } from "../http/headers.ts";
import { mountRoute } from "../http/mount-route.ts";
import { isUnchanged } from "../http/request/conditional.ts";
import { send } from "../http/send.ts";
import { html } from "../pages/html.ts";
import { sendOn, sendPage } from "../pages/page.ts";
import { type BuiltFile, type BuiltFiles, readBuiltFiles } from "./built-files.ts";
import { pagePaths } from "./page-paths.ts";

interface WebOptions {
  siteUrl: string;
  baseUrl: string;
  /** Folder of the built app. */
  folder: string;
}

/** Where the page of an organization was before it was spelled as the API spells it; bookmarks still name it. */
const formerPath = "/organisation";

/** Answers a browser at a path that nothing else serves. */
export type MissingPage = (exchange: Exchange) => Promise<void>;

/** Mounts the web app on the site's origin: its shell at every page, and the files that the shell loads. */
export function mountWeb(
  server: FastifyInstance,
  api: Api,
  { siteUrl, baseUrl, folder }: WebOptions,
): MissingPage {
  const policy = policyFor(siteUrl, baseUrl);
  let reading: Promise<BuiltFiles | null> | null = null;

  /** Read once; looked for again while there is nothing. */
  async function built(): Promise<BuiltFiles | null> {
    reading ??= readBuiltFiles(folder).then((files) => files && withShell(files, baseUrl));
    const files = await reading;
    if (!files) reading = null;
    return files;
  }

  async function shell(exchange: Exchange, status: number): Promise<void> {
    const file = (await built())?.get("/index.html");
    if (file) return answer(exchange, siteUrl, status, file, policy);
    sendPage(exchange, siteUrl, {
      status: status === 200 ? 503 : status,
      title: "Not built",
      body: html`<h1>The web app is not built</h1>
<p>If this server has just been started, the app may still be being built. Look again in some seconds.</p>
<p>Otherwise, the server administrator can build it: the server’s README says how, under “In production”.</p>
<p>The API works without it: <a href="/openapi.json">openapi.json</a>.</p>`,
    });
  }

  for (const path of pagePaths)
    mountRoute(server, api, ["GET", "HEAD"], path, (exchange) => shell(exchange, 200));
  mountRoute(server, api, ["GET", "HEAD"], formerPath, async (exchange) => {
    const { query } = exchange.target;
    sendOn(exchange, query === "" ? "/organization" : `/organization?${query}`);
  });
  mountRoute(server, api, ["GET", "HEAD"], "/assets/*", async (exchange) => {
    const file = (await built())?.get(exchange.target.path);
    if (file) return answer(exchange, siteUrl, 200, file);
    const headers = [...commonHeaders(siteUrl), "X-Request-Id", exchange.requestId];
    send(exchange, 404, [...headers, "Cache-Control", "no-store"], null);
  });
  return (exchange) => shell(exchange, 404);
}

/** Whether a request is a browser's for a page, not a program's. */
export function asksForPage(method: string, path: string, accept: string | undefined): boolean {
  const ours = /^\/(api|assets|mcp|v1|\.well-known)(\/|$)/.test(path);
  return (method === "GET" || method === "HEAD") && !ours && /\btext\/html\b/.test(accept ?? "");
}

/** Scripts, styles and fonts are files of this site: nothing is inline, and no script is made from text. */
function policyFor(siteUrl: string, baseUrl: string): string {
  const apiOrigin = new URL(baseUrl).origin;
  const elsewhere = apiOrigin === new URL(siteUrl).origin ? "" : ` ${apiOrigin}`;
  return [
    "default-src 'none'",
    ...["script-src 'self'", "style-src 'self'", "font-src 'self'", "img-src 'self' data:"],
    `connect-src 'self'${elsewhere}`,
    ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].join("; ");
}

/** The built files, and the shell, which says where the API is. */
function withShell(files: BuiltFiles, baseUrl: string): BuiltFiles {
  const shell = files.get("/index.html")!;
  const { markup } = html`<meta name="overheard-api" content="${baseUrl}/v1">`;
  const body = Buffer.from(shell.body.toString("utf8").replace("<!-- api -->", () => markup));
  const etag = `${shell.etag}-${body.length}`;
  return new Map([...files, ["/index.html", { ...shell, body, packed: { gzip: gzipSync(body) }, etag }]]);
}

async function answer(
  exchange: Exchange,
  siteUrl: string,
  status: number,
  file: BuiltFile,
  policy?: string,
): Promise<void> {
  const accepted = exchange.request.headers;
  const preferredEncoding = encodingFor(singleHeader(accepted["accept-encoding"]));
  const encoding =
    preferredEncoding &&
    (file.packed[preferredEncoding] ? preferredEncoding : file.packed.gzip ? "gzip" : null);
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ""}"`;
  const how = status !== 200 ? "no-store" : file.forEver ? "public, max-age=31536000, immutable" : "no-cache";
  const headers = [
    ...commonHeaders(siteUrl, policy),
    ...["X-Request-Id", exchange.requestId, "Vary", "Accept-Encoding"],
    ...(file.type.startsWith("text/html") ? cachedPage(how) : ["Cache-Control", how]),
    ...["ETag", etag],
  ];
  if (status === 200 && isUnchanged(accepted["if-none-match"], etag))
    return send(exchange, 304, headers, null);
  const body = (encoding && file.packed[encoding]) || file.body;
  const coded = encoding ? ["Content-Encoding", encoding] : [];
  send(exchange, status, [...headers, ...coded, "Content-Type", file.type], body);
}
