/** A website of many linked pages, each of which says something else, until its parent goes. Tells the parent its host. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  const page = Number(/\d+/.exec(request.url ?? "")?.[0] ?? 0);
  const links = [1, 2, 3].map((step) => `<a href="/page-${3 * page + step}">Page ${3 * page + step}</a>`);
  response
    .writeHead(200, { "content-type": "text/html; charset=utf-8" })
    .end(
      `<!doctype html><title>Page ${page}</title><h1>Page ${page}</h1>${links.join("")}<p>${`Part ${page} of Acme. `.repeat(2_000)}`,
    );
});
await once(server.listen(0, "127.0.0.1"), "listening");
process.send!(`127.0.0.1:${(server.address() as AddressInfo).port}`);
process.once("disconnect", () => process.exit());
