/** The website of `bench/crawl.ts`, in a separate process: 200 good pages, and one bad start page for each fault. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip, gzipSync } from "node:zlib";

const pages = 200;
const words =
  "invoice payment reminder ledger account bank tax return freelancer agency client project hour rate".split(
    " ",
  );
const paragraph = (seed: number): string =>
  Array.from({ length: 80 }, (_, index) => words[(seed * 7 + index * 3) % words.length]).join(" ");

function page(number: number): string {
  const links = Array.from(
    { length: 30 },
    (_, index) => `<a href="/page/${(number * 5 + index) % pages}">more</a>`,
  ).join("");
  const body = Array.from(
    { length: 8 },
    (_, index) => `<h2>${words[index]} ${number}</h2><p>${paragraph(number + index)}</p>`,
  ).join("");
  return `<!doctype html><html lang="en"><head><title>Page ${number} – Ledgerly</title></head><body><nav>${links}</nav><main><h1>Page ${number}</h1>${body}</main></body></html>`;
}

const bomb = gzipSync(Buffer.alloc(400 * 1024 * 1024, "<p>"), { level: 9 });
const manyLinks = Array.from(
  { length: 50_000 },
  (_, index) => `<a href="/l/${index}">link ${index}</a>`,
).join("\n");

const faults: Record<string, (response: ServerResponse) => void> = {
  "/large": (response) => void response.writeHead(200, html).end(page(0).repeat(60)),
  "/stream": (response) => endless(response),
  "/stream-gzip": (response) => endless(response, true),
  "/bomb": (response) => void response.writeHead(200, { ...html, "content-encoding": "gzip" }).end(bomb),
  "/drip": (response) => drip(response),
  "/loop": (response) => void response.writeHead(302, { location: "/loop" }).end(),
  "/charset": (response) =>
    void response
      .writeHead(200, { "content-type": "text/html; charset=utf-16" })
      .end(Buffer.alloc(1_900_000, "\xe9\xff<p>", "latin1")),
  "/links": (response) => void response.writeHead(200, html).end(`<title>Links</title>${manyLinks}`),
  "/depth": (response) =>
    void response.writeHead(200, html).end("<b>".repeat(300_000) + "</i>".repeat(250_000)),
};

/** Sitemaps of the site, by the start page that was asked for last. */
const sitemaps: Record<string, Buffer> = {
  "/sitemap-bomb": gzipSync(Buffer.alloc(400 * 1024 * 1024, "<url><loc>http://site/</loc></url>"), {
    level: 9,
  }),
  "/sitemap-tags": Buffer.from(`<urlset>${"<url><loc>".repeat(200_000)}`),
};
let start = "/";

const html = { "content-type": "text/html; charset=utf-8" };

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://site");
  response.on("error", () => {});
  const number = /^\/page\/(\d+)$/.exec(pathname)?.[1];
  if (pathname === "/" || sitemaps[pathname]) start = pathname;
  if (pathname === "/sitemap.xml" && sitemaps[start]) response.writeHead(200).end(sitemaps[start]);
  else if (start === pathname) response.writeHead(200, html).end(page(0));
  else if (number) response.writeHead(200, html).end(page(Number(number)));
  else if (faults[pathname]) faults[pathname](response);
  else response.writeHead(404).end();
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

/** 10 GB and more: it ends when nobody reads on. */
function endless(response: ServerResponse, zipped = false): void {
  response.writeHead(200, { ...html, ...(zipped ? { "content-encoding": "gzip" } : {}) });
  const target = zipped ? createGzip() : response;
  if (zipped) target.pipe(response);
  const chunk = Buffer.alloc(256 * 1024, "<p>word ");
  const more = (): void => {
    if (response.destroyed) return;
    if (target.write(chunk)) setImmediate(more);
    else target.once("drain", more);
  };
  more();
}

function drip(response: ServerResponse): void {
  response.writeHead(200, html);
  const timer = setInterval(() => response.write("<p>a"), 50);
  response.on("close", () => clearInterval(timer));
}
