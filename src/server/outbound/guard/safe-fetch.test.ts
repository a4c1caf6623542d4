import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import test, { type TestContext } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { startCanary } from "../../../../test/fixtures/canary.ts";
import { hostileUrls, rebound } from "../../../../test/fixtures/hostile-urls.ts";
import { startSite } from "../../../../test/fixtures/site.ts";
import { Problem } from "../../kernel/problem.ts";
import { OutsideError, type OutsideRequest } from "../outside.ts";
import { createOutside } from "./safe-fetch.ts";

/** Opened here, so that the guard's own words decide and not the network's. */
function outsideOf(t: TestContext, allow: string[], resolve?: (name: string) => Promise<string[]>) {
  const outside = createOutside({ allow, ...(resolve ? { resolve } : {}) });
  t.after(() => outside[Symbol.asyncDispose]());
  return outside;
}

const never = async (): Promise<string[]> => {
  throw new Error("ENOTFOUND");
};
const attacker = async (name: string): Promise<string[]> => [...(rebound[name] ?? (await never()))];

const refusedAs = (reason: string) => (error: unknown) =>
  error instanceof Problem && error.code === "URL_NOT_ALLOWED" && error.details?.reason === reason;
const failedAs = (kind: string) => (error: unknown) => error instanceof OutsideError && error.kind === kind;

test("of at least 120 hostile addresses none is connected to, asked directly or checked first", async (t) => {
  const canary = await startCanary(t);
  const outside = outsideOf(t, [], attacker);
  const urls = hostileUrls(canary.port);
  assert.ok(urls.length >= 120, `${urls.length} addresses`);

  for (const url of urls) {
    // The port is opened: a refusal is then one of the address itself.
    await assert.rejects(outside.fetch({ url, ports: [canary.port], timeoutMs: 2_000 }), Error, url);
    await outside
      .check(url, { ports: [canary.port] })
      .catch((error) => assert.ok(error instanceof Problem, url));
  }
  assert.equal(canary.hits(), 0);
});

test("no hostile address is reached by a redirect of a site that may be asked", async (t) => {
  const canary = await startCanary(t);
  const urls = hostileUrls(canary.port);
  const site = await startSite(t);
  for (const [index, url] of urls.entries()) {
    site.pages[`/${index}`] = (_request, response) => {
      // Node refuses to write some of these into a header; a hostile server would not.
      response.socket?.end(
        `HTTP/1.1 302 Found\r\nlocation: ${url.replace(/[\r\n\0]/g, "")}\r\ncontent-length: 0\r\n\r\n`,
      );
    };
  }
  const outside = outsideOf(t, [site.host], attacker);
  for (const [index, url] of urls.entries()) {
    const asked = outside.fetch({ url: `${site.url}/${index}`, ports: [canary.port], timeoutMs: 2_000 });
    // A relative-looking Location may well lead back to the site itself.
    await asked.then(
      ({ url: final }) => assert.ok(final.startsWith(site.url), url),
      (error) => assert.ok(error instanceof OutsideError, url),
    );
  }
  assert.equal(canary.hits(), 0);
});

test("the canary sings when it is reached, and an opened address is reached", async (t) => {
  const canary = await startCanary(t);
  const socket = connect(canary.port, "127.0.0.1");
  await once(socket, "data");
  socket.destroy();
  const { body } = await outsideOf(t, [`127.0.0.1:${canary.port}`]).fetch({
    url: `http://127.0.0.1:${canary.port}/`,
  });
  assert.deepEqual([String(body), canary.hits()], ["secret", 2]);
});

test("an opened address opens no other port, name or spelling of its machine", async (t) => {
  const canary = await startCanary(t);
  const site = await startSite(t, { "/": "hello" });
  const outside = outsideOf(t, [site.host], async () => ["127.0.0.1"]);
  const { port } = new URL(site.url);
  for (const url of [
    `http://127.0.0.1:${canary.port}/`,
    `http://127.0.0.2:${port}/`,
    `http://localhost:${port}/`,
    `http://attacker.example:${port}/`,
    `http://[::1]:${port}/`,
  ])
    await assert.rejects(outside.fetch({ url, ports: [Number(port), canary.port] }), Problem, url);
  assert.equal(canary.hits() + site.requests.length, 0);
});

test("a name that answers differently the second time gains nothing", async (t) => {
  const canary = await startCanary(t);
  const answers = [["93.184.216.34"], ["127.0.0.1"]];
  let asked = 0;
  const outside = outsideOf(t, [], async () => answers[asked++ % 2] ?? []);
  const url = `http://flip.attacker.example:${canary.port}/`;
  const ports = [canary.port];
  await outside.check(url, { ports });
  await assert.rejects(outside.fetch({ url, ports }), refusedAs("address"));
  assert.equal(asked, 2);
  assert.equal(canary.hits(), 0);
});

for (const [url, reason] of [
  ["file:///etc/passwd", "scheme"],
  ["http://example.com:22/", "port"],
  ["http://user@example.com/", "credentials"],
  ["http://intranet/", "host"],
  ["http://10.0.0.1/", "address"],
  ["http://exa\tmple.com/", "malformed"],
  ["", "malformed"],
] as const)
  test(`${JSON.stringify(url)} is refused for its ${reason}`, async (t) => {
    await assert.rejects(outsideOf(t, [], never).fetch({ url }), refusedAs(reason));
  });

for (const [url, message] of [
  [
    "https://10.0.0.1/",
    /^This address is not on the public internet\. The operator can allow it by its host and port, exactly as in the address, such as OVERHEARD_/,
  ],
  [
    "http://example.com/",
    /^Use https:\/\/, since this carries credentials\. The operator can allow it by its host and port, exactly as in the address, such as OVERHEARD_/,
  ],
  ["ftp://example.com/", /^Only http and https addresses can be fetched\.$/],
] as const)
  test(`a refusal of ${url} says what is wrong and who can allow it`, async (t) => {
    await assert.rejects(outsideOf(t, [], never).check(url, { encrypted: true }), { message });
  });

test("a refusal of a name that leads inside says so, and not that the address is no public one", async (t) => {
  for (const inside of ["198.18.0.84", "10.1.2.3", "64:ff9b::a01:203"])
    await assert.rejects(outsideOf(t, [], async () => [inside]).fetch({ url: "https://blog.example/" }), {
      message:
        /^Where this server looks it up, this name leads to .* a VPN's answers do\. The operator can allow it/,
    });
});

test("a name without an address is unreachable, not refused", async (t) => {
  const outside = outsideOf(t, [], never);
  await assert.rejects(outside.fetch({ url: "http://nowhere.example/" }), failedAs("dns"));
  assert.equal((await outside.check("http://nowhere.example/")).href, "http://nowhere.example/");
});

const zeros = Buffer.alloc(20 * 1024 * 1024);
const faults: [
  name: string,
  kind: string,
  page: Parameters<typeof startSite>[1],
  request?: Partial<OutsideRequest>,
][] = [
  ["a stream without an end", "too_large", { "/": (_, response) => void endless(response) }],
  [
    "a gzip bomb",
    "too_large",
    { "/": { headers: { "content-encoding": "gzip" }, body: gzipSync(zeros) } },
    { bytesMax: 1e9 },
  ],
  [
    "a brotli bomb",
    "too_large",
    { "/": { headers: { "content-encoding": "br" }, body: brotliCompressSync(zeros) } },
    { bytesMax: 1e9 },
  ],
  ["a slow drip", "timeout", { "/": (_, response) => void drip(response) }, { timeoutMs: 300 }],
  ["a server that never answers", "timeout", { "/": () => {} }, { timeoutMs: 300 }],
  ["a redirect loop", "too_many_redirects", { "/": { status: 302, headers: { location: "/" } } }],
  [
    "a redirect into the local network",
    "redirect_refused",
    { "/": { status: 302, headers: { location: "http://10.0.0.1/" } } },
  ],
  [
    "a redirect to a file",
    "redirect_refused",
    { "/": { status: 307, headers: { location: "file:///etc/passwd" } } },
  ],
  ["headers beyond 16 KiB", "headers_too_large", { "/": { headers: { "x-long": "a".repeat(20_000) } } }],
  [
    "bytes that are not the gzip they claim",
    "bad_response",
    { "/": { headers: { "content-encoding": "gzip" }, body: "plain text" } },
  ],
  [
    "an encoding nobody asked for",
    "bad_response",
    { "/": { headers: { "content-encoding": "zip" }, body: "x" } },
  ],
  [
    "something other than HTTP",
    "bad_response",
    { "/": (_, response) => void response.socket?.end("220 ftp ready\r\n") },
  ],
  ["a connection that breaks off", "connection", { "/": (_, response) => void response.socket?.destroy() }],
];

for (const [name, kind, pages, request] of faults)
  test(`${name} ends as ${kind}`, async (t) => {
    const site = await startSite(t, pages);
    await assert.rejects(
      outsideOf(t, [site.host]).fetch({ url: `${site.url}/`, ...request }),
      failedAs(kind),
    );
  });

test("nobody listening is a failed connection", async (t) => {
  await assert.rejects(
    outsideOf(t, ["127.0.0.1:1"]).fetch({ url: "http://127.0.0.1:1/" }),
    failedAs("connection"),
  );
});

test("who cancels is told so", async (t) => {
  const site = await startSite(t, { "/": () => {} });
  const stop = new AbortController();
  const asked = outsideOf(t, [site.host]).fetch({ url: site.url, signal: stop.signal });
  stop.abort();
  await assert.rejects(asked, failedAs("cancelled"));
});

test("a body is decompressed, and cut where the caller can do with a part of it", async (t) => {
  const text = "Überall ".repeat(2_000);
  const site = await startSite(t, {
    "/gzip": { headers: { "content-encoding": "gzip" }, body: gzipSync(text) },
    "/br": { headers: { "content-encoding": "br" }, body: brotliCompressSync(text) },
    "/plain": text,
  });
  const outside = outsideOf(t, [site.host]);
  for (const path of ["/gzip", "/br", "/plain"]) {
    const { body, cut } = await outside.fetch({ url: site.url + path });
    assert.deepEqual([String(body), cut], [text, false]);
  }
  const { body, cut } = await outside.fetch({ url: `${site.url}/plain`, bytesMax: 100, whenTooLarge: "cut" });
  assert.deepEqual([body.length, cut], [100, true]);
});

test("redirects are followed and told of; cookies are not kept, secrets stay with their host", async (t) => {
  const other = await startSite(t, { "/end": "there" });
  const site = await startSite(t, {
    "/": { status: 301, headers: { location: "/next", "set-cookie": "a=1" } },
    "/next": { status: 302, headers: { location: `${other.url}/end` } },
  });
  const { status, url, redirects } = await outsideOf(t, [site.host, other.host]).fetch({
    url: site.url,
    headers: { Authorization: "Basic secret" },
  });
  assert.deepEqual(
    [status, url, redirects],
    [
      200,
      `${other.url}/end`,
      [
        { url: `${site.url}/`, status: 301 },
        { url: `${site.url}/next`, status: 302 },
      ],
    ],
  );
  assert.deepEqual(
    [...site.requests, ...other.requests].map(({ headers }) => [headers.authorization, headers.cookie]),
    [
      ["Basic secret", undefined],
      ["Basic secret", undefined],
      [undefined, undefined],
    ],
  );
});

test("a write is not sent on to where it is redirected", async (t) => {
  const site = await startSite(t, { "/": { status: 307, headers: { location: "/other" } } });
  const { status } = await outsideOf(t, [site.host]).fetch({ url: site.url, method: "POST", body: "{}" });
  assert.deepEqual([status, site.requests.length], [307, 1]);
});

async function endless(response: ServerResponse): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, "a");
  response.writeHead(200);
  response.on("error", () => {});
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write("a"), 20);
  response.on("close", () => clearInterval(timer));
}
