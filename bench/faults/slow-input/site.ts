/**
 * The strangers of `bench/faults/slow-input.ts`, in a separate process: websites and blogs, each on its own port, and an
 * assistant whose answers are slow to read, or long if it is asked for emoji. Tells its parent the ports, by name.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { slowAnswer } from "./texts.ts";

type Files = Record<string, { type: string; body: string | Buffer }>;

const html = (body: string) => ({ type: "text/html; charset=utf-8", body });
const text = (body: string) => ({ type: "text/plain", body });
const xml = (body: string | Buffer) => ({ type: "application/xml", body });
const pageMax = 2_000_000;
const filled = (piece: string, length = pageMax) => piece.repeat(Math.ceil(length / piece.length));

const sites: Record<string, (origin: string) => Files> = {
  robots: (origin) => ({
    "/": html("<title>Robots</title><p>Text."),
    "/robots.txt": text(
      `User-agent: *\n${Array.from({ length: 19_000 }, (_, at) => `Disallow: /*a*a*a*a*a${at}Z`).join("\n")}\nSitemap: ${origin}/sitemap.xml\n`,
    ),
    "/sitemap.xml": xml(
      `<urlset>${Array.from({ length: 1_000 }, (_, at) => `<url><loc>${origin}/${at}${"a".repeat(1_900)}</loc></url>`).join("")}</urlset>`,
    ),
  }),
  headings: () => ({
    "/": html(`<title>Headings</title>${"<h1>".repeat(990)}${filled("word ")}`),
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`/${at}`, html(`${"<h1>".repeat(990)}${filled("word ")}`)]),
    ),
  }),
  keys: () => ({
    "/": html(
      `<title>Keys</title><script type="application/ld+json">{${Array.from({ length: 190_000 }, (_, at) => `"${at}":1`).join(",")}}</script>`,
    ),
  }),
  sitemaps: (origin) => ({
    "/": html("<title>Sitemaps</title><p>Text."),
    "/robots.txt": text(`Sitemap: ${origin}/loop.xml\nSitemap: ${origin}/bomb.xml.gz\n`),
    "/loop.xml": xml(
      `<sitemapindex>${filled(`<sitemap><loc>${origin}/loop.xml</loc></sitemap><sitemap><loc>${origin}/tags.xml</loc></sitemap>`)}</sitemapindex>`,
    ),
    "/tags.xml": xml(`<urlset>${filled("<url><loc>")}`),
    "/bomb.xml.gz": xml(
      gzipSync(`<urlset>${filled(`<url><loc>${origin}/x</loc></url>`, 60_000_000)}</urlset>`),
    ),
  }),
  topics: () => ({
    "/": html(Array.from({ length: 60 }, (_, at) => `<a href="/${at}">x</a>`).join("")),
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, page) => [
        `/${page}`,
        html(
          Array.from(
            { length: 100 },
            (_, at) =>
              `<h2>${Array.from({ length: 30 }, (_, word) => `w${page}x${at}x${word}`).join(" ")}</h2>`,
          ).join(""),
        ),
      ]),
    ),
  }),
};

const ports: Record<string, number> = {};
for (const [name, filesOf] of Object.entries(sites)) {
  let files: Files = {};
  ports[name] = await serve((path, response) => {
    const file = files[path];
    if (file) response.writeHead(200, { "content-type": file.type }).end(file.body);
    else response.writeHead(404).end();
  });
  files = filesOf(`http://127.0.0.1:${ports[name]}`);
}
for (const [name, answer] of Object.entries({
  manyLists: `[${"[],".repeat(1_398_000)}0]`,
  // Just below what is refused: as many values, and as many bytes.
  fullLists: `[${`{"${"é\\n".repeat(30)}":0},`.repeat(24_000)}0]`,
})) {
  ports[name] = await serve((path, response) => {
    const link = `<http://127.0.0.1:${ports[name]}/wp-json/>; rel="https://api.w.org/"`;
    if (path === "/") response.writeHead(200, { link }).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
}
const emoji = "🎧".repeat(980_000);
const annotations = Array.from({ length: 500 }, (_, at) => ({
  type: "url_citation",
  url_citation: { url: "https://a.example/", title: "A", start_index: at, end_index: 980_000 - at },
}));
ports.assistant = await serve((_, response, asked) => {
  const long = asked.includes("emoji");
  const message = {
    role: "assistant",
    ...(long ? { content: emoji, annotations } : { content: slowAnswer(200_000) }),
  };
  const body = { id: "1", object: "chat.completion", created: 1, model: "slow" };
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ ...body, choices: [{ index: 0, message, finish_reason: "stop" }] }));
});
process.send?.(ports);

async function serve(
  answer: (path: string, response: ServerResponse, asked: string) => void,
): Promise<number> {
  const server = createServer((request, response) => {
    let asked = "";
    response.on("error", () => {});
    request.on("data", (chunk) => {
      asked += chunk;
    });
    request.on("end", () => answer(request.url ?? "/", response, asked));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
