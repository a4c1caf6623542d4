import assert from "node:assert/strict";
import { test } from "node:test";
import { startCanary } from "../../../../test/fixtures/canary.ts";
import { startConnectProxy } from "../../../../test/fixtures/connect-proxy.ts";
import { hostileUrls, rebound } from "../../../../test/fixtures/hostile-urls.ts";
import { startSite } from "../../../../test/fixtures/site.ts";
import type { Ending } from "../../../../test/stores.ts";
import { Problem } from "../../kernel/problem.ts";
import { createOutside } from "../guard/safe-fetch.ts";
import { allowlist } from "../guard/target.ts";
import { OutsideError } from "../outside.ts";
import { exceptionIn, proxyRules } from "./proxy-rules.ts";
import { openWayOut } from "./way-out.ts";

const publicAddress = "93.184.215.14";
const known: Record<string, string[]> = { "acme.example.com": [publicAddress], ...rebound };

function guard(
  t: Ending,
  url: string,
  { resolves = false, allow = [] }: { resolves?: boolean; allow?: string[] } = {},
) {
  const outside = createOutside({
    ...{ allow, proxy: { url, except: [], resolves } },
    resolve: async (name) => {
      const addresses = known[name];
      if (!addresses) throw new Error("ENOTFOUND");
      return addresses;
    },
  });
  t.after(() => outside[Symbol.asyncDispose]());
  return outside;
}

test("a stranger's site is asked for by its checked address, over http too, with its own name in the request", async (t) => {
  const [proxy, site] = [await startConnectProxy(t), await startSite(t)];
  site.pages["/"] = (request, response) => void response.end(request.headers.host);
  proxy.leads.set(`${publicAddress}:80`, site.host);
  const outside = guard(t, proxy.url.replace("//", "//me:s%40fe@"));
  const { body } = await outside.fetch({ url: "http://acme.example.com/", headers: { authorization: "x" } });
  assert.equal(Buffer.from(body).toString(), "acme.example.com");
  const credentials = `Basic ${Buffer.from("me:s@fe").toString("base64")}`;
  assert.deepEqual(proxy.asked, [{ target: `${publicAddress}:80`, credentials }]);
  proxy.opens = 201;
  const later = guard(t, proxy.url);
  assert.equal((await later.fetch({ url: "http://acme.example.com/" })).status, 200);
});

test("of at least 120 hostile addresses the proxy is asked for none, directly or by redirects", async (t) => {
  const [proxy, canary, site] = [await startConnectProxy(t), await startCanary(t), await startSite(t)];
  proxy.leads.set(`${publicAddress}:80`, site.host);
  const outside = guard(t, proxy.url);
  const urls = hostileUrls(canary.port);
  assert.ok(urls.length >= 120, `${urls.length} addresses`);
  const terms = { ports: [canary.port], timeoutMs: 2_000 };
  for (const [index, url] of urls.entries()) {
    await assert.rejects(outside.fetch({ url, ...terms }), Error, url);
    site.pages[`/${index}`] = (_request, response) =>
      void response.socket?.end(
        `HTTP/1.1 302 Found\r\nlocation: ${url.replace(/[\r\n\0]/g, "")}\r\ncontent-length: 0\r\n\r\n`,
      );
    // Some of these are another page of the same site there.
    await outside.fetch({ url: `http://acme.example.com/${index}`, ...terms }).catch(() => undefined);
  }
  assert.equal(canary.hits(), 0);
  assert.deepEqual([...new Set(proxy.asked.map(({ target }) => target))], [`${publicAddress}:80`]);
});

test("a name that is unknown here is left to the proxy only if that is set, and never an address", async (t) => {
  const [proxy, site] = [await startConnectProxy(t), await startSite(t)];
  site.pages["/"] = (_request, response) => void response.end("there");
  proxy.leads.set("only.there.example.com:80", site.host);
  const url = "http://only.there.example.com/";
  await assert.rejects(guard(t, proxy.url).fetch({ url }), (error: OutsideError) => error.kind === "dns");
  assert.equal(proxy.asked.length, 0);
  const outside = guard(t, proxy.url, { resolves: true });
  assert.equal(Buffer.from((await outside.fetch({ url })).body).toString(), "there");
  for (const inside of ["http://10.0.0.1/", "http://localhost/", "http://printer.local/"])
    await assert.rejects(outside.fetch({ url: inside }), Problem);
  assert.deepEqual(
    proxy.asked.map(({ target }) => target),
    ["only.there.example.com:80"],
  );
});

test("what the operator has opened is reached directly", async (t) => {
  const [proxy, site] = [await startConnectProxy(t), await startSite(t)];
  site.pages["/"] = (_request, response) => void response.end("here");
  const outside = guard(t, proxy.url, { allow: [site.host] });
  assert.equal(Buffer.from((await outside.fetch({ url: `${site.url}/` })).body).toString(), "here");
  assert.equal(proxy.asked.length, 0);
});

test("a proxy that refuses or is away is the named cause, without its words", async (t) => {
  const proxy = await startConnectProxy(t);
  for (const status of [403, 407, 502]) {
    proxy.refuses = status;
    await assert.rejects(guard(t, proxy.url).fetch({ url: "http://acme.example.com/" }), (error: Error) => {
      assert.ok(error instanceof OutsideError && error.kind === "proxy");
      assert.ok(!String((error.cause as Error).message).includes("hostile"));
      return true;
    });
  }
  await assert.rejects(
    guard(t, "http://127.0.0.1:1").fetch({ url: "http://acme.example.com/" }),
    (error: OutsideError) => error.kind === "proxy",
  );
});

test("servers that the operator chose are asked for by name, this machine directly", async (t) => {
  const [proxy, site] = [await startConnectProxy(t), await startSite(t)];
  site.pages["/"] = (request, response) => {
    request.pipe(response);
  };
  proxy.leads.set("api.vendor.example.com:80", site.host);
  await using way = await openWayOut({
    proxy: { url: proxy.url, except: [], resolves: false },
    outboundAllow: [],
  });
  const post = { method: "POST", body: "question", signal: AbortSignal.timeout(5_000) };
  assert.equal(await (await way.fetch("http://api.vendor.example.com/", post)).text(), "question");
  assert.equal(
    await (await way.fetch(new Request("http://api.vendor.example.com/", post))).text(),
    "question",
  );
  assert.equal(await (await way.fetch(`${site.url}/`, post)).text(), "question");
  assert.deepEqual([...new Set(proxy.asked.map(({ target }) => target))], ["api.vendor.example.com:80"]);
  assert.equal(way.proxyTo("smtps://mail.example.com"), `${proxy.url}/`);
  assert.equal(way.proxyTo("smtp://127.0.0.1:25"), null);
});

for (const [entry, direct, proxied] of [
  ["*", ["https://a.example"], []],
  ["example.com", ["https://example.com", "https://a.example.com"], ["https://badexample.com"]],
  [".example.com", ["https://a.example.com"], ["https://example.org"]],
  ["*.example.com", ["https://a.example.com"], ["https://example.org"]],
  ["example.com:8443", ["https://example.com:8443"], ["https://example.com"]],
  ["203.0.112.0/23", ["http://203.0.112.7"], ["http://8.8.8.8"]],
  ["2606:4700::/32", ["http://[2606:4700::1]"], ["http://[2a00::1]"]],
  ["9.9.9.9", ["http://9.9.9.9"], ["http://8.8.8.8"]],
  ["example.com.", ["https://example.com", "https://a.example.com"], ["https://example.org"]],
  ["müller.example", ["https://müller.example", "https://a.xn--mller-kva.example"], ["https://a.example"]],
  ["[2606:4700::0:1]:443", ["https://[2606:4700::1]"], ["http://[2606:4700::1]"]],
  ["[2606:4700::]/32", ["https://[2606:4700::1]"], ["http://[2a00::1]"]],
  ["8.8.8.8:443", ["https://8.8.8.8"], ["http://8.8.8.8"]],
  ["9.9.9.9:8080", ["http://9.9.9.9:8080"], ["http://9.9.9.9"]],
  ["[2606:4700::1]", ["http://[2606:4700::1]"], ["http://[2606:4700::2]"]],
  ["[2606:4700::1]:8443", ["http://[2606:4700::1]:8443"], ["http://[2606:4700::1]"]],
  ["https://llm.example.com/v1", ["https://llm.example.com"], ["https://example.com"]],
  ["EXAMPLE.com.", ["https://a.example.com"], ["https://example.org"]],
  [
    "",
    ["http://localhost", "http://127.0.0.1:11434", "http://[::1]", "http://192.168.1.9"],
    ["http://a.example"],
  ],
] as [string, string[], string[]][])
  test(`NO_PROXY=${entry}`, () => {
    const through = proxyRules({ except: entry ? [entry] : [] }, allowlist([]));
    for (const url of direct) assert.equal(through(new URL(url)), false, url);
    for (const url of proxied) assert.equal(through(new URL(url)), true, url);
  });

for (const entry of [
  ...[
    "10.0.0.0/",
    "fd00::/",
    "10.0.0.0/33",
    "10.0.0.0/255.0.0.0",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "fd00::/129",
  ],
  ...["169.254/16", "8.8.8.*", "10.", "*example.com", "*.*", "example.com:0", "a b", "<local>"],
  ...["example.com/path", "example.com:http", ".", "a..b", "[::1", "[example.com]"],
])
  test(`NO_PROXY=${entry} is no entry, and excepts nothing`, () => {
    assert.equal(exceptionIn(entry), null);
    const through = proxyRules({ except: [entry] }, allowlist([]));
    for (const url of ["http://8.8.8.8", "http://[2606:4700::1]", "https://example.com"])
      assert.equal(through(new URL(url)), true, url);
  });
