import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { answersTo, failedCall, tracked } from "../../../test/fixtures/answers.ts";
import { testDoor } from "../../../test/http/door.ts";
import { scoreReport } from "../../figures/report.ts";
import { sharedReport } from "../../figures/shared-report.ts";
import type { SharedPage } from "../reports/share-links/share-link.ts";

const scored = scoreReport(answersTo([[["Acme", "Bolt"]], [["Bolt"]]]), tracked);

function pageOf(more: Partial<SharedPage> = {}): SharedPage {
  const measuredAt = "2026-06-30T09:00:00.000Z";
  return {
    presenterName: null,
    logoUrl: null,
    summary: null,
    expiresAt: null,
    snapshot: sharedReport({
      ...{
        brand: "Acme",
        measuredAt,
        timezone: "UTC",
        sandbox: false,
        surfaces: ["api"],
        scored,
        change: null,
      },
      ...{ timeframe: "30d", points: [], now: new Date(measuredAt) },
    }),
    ...more,
  };
}

const pages: Record<string, SharedPage> = {
  plain: pageOf(),
  branded: pageOf({
    presenterName: `"><img src=x onerror=alert(1)>`,
    logoUrl: "https://agency.example:8443/logo.svg?a=1&b=%22%3E",
    summary: "<script>alert(1)</script>\n</main>",
  }),
};
const asked: string[] = [];
const door = testDoor({ after } as unknown as TestContext, {
  findSharedPage: async (token) => {
    asked.push(token);
    return pages[token];
  },
});
const get = (path: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  door.inject({ method, url: path, headers });

test("the page may load its own stylesheet, its typeface, its icon and pictures from the presenter's origin, and nothing else", async () => {
  const policyOf = async (path: string) => (await get(path)).headers["content-security-policy"];
  const own = "default-src 'none'; style-src 'self'; font-src 'self'";
  const rest = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  assert.equal(await policyOf("/s/plain"), `${own}; img-src data:; ${rest}`);
  assert.equal(await policyOf("/s/branded"), `${own}; img-src data: https://agency.example:8443; ${rest}`);
});

test("chats and mail programs find a title, a text and a picture for a link, the presenter's where there is a logo", async () => {
  const { body } = await get("/s/plain");
  assert.match(body, /<meta property="og:title" content="Acme in AI answers">/);
  assert.match(body, /<meta property="og:description" content="Acme is named in [^"]+">/);
  assert.match(body, /<meta property="og:image" content="https?:\/\/[^"/]+\/assets\/preview\.png">/);
  const { body: branded } = await get("/s/branded");
  assert.ok(branded.includes('og:image" content="https://agency.example:8443/logo.svg?a=1&amp;b=%22%3E"'));
  assert.ok(branded.includes('og:description" content="&lt;script&gt;alert(1)&lt;/script&gt;'));
  assert.doesNotMatch((await get("/s/unknown")).body, /og:/);
});

test("a link is found with what a sentence put behind it", async () => {
  for (const behind of [
    ".",
    ")",
    ").",
    "%29",
    ",",
    "%22",
    "/",
    "'",
    "%E2%80%9D",
    "%E3%80%82",
    "%EF%BC%89",
    "%D8%8C",
    "%E2%80%A6",
  ]) {
    const { statusCode } = await get(`/s/plain${behind}`);
    assert.equal(statusCode, 200, behind);
  }
  assert.equal((await get("/s/plain.js")).statusCode, 404);
});

test("a rate that is no plain share of the answers says how assistants weigh", async () => {
  const answers = answersTo([
    [["Acme"], ["Acme"]],
    [["Acme"], ["Acme"]],
  ]);
  const claude = answersTo([[[]]], { provider: "claude" });
  const failed = Array.from({ length: 3 }, () => failedCall({ provider: "claude", prompt: "p1" }));
  pages.weighed = pageOf({
    snapshot: sharedReport({
      ...{
        brand: "Acme",
        measuredAt: null,
        timezone: "UTC",
        sandbox: false,
        surfaces: ["api"],
        change: null,
      },
      ...{ timeframe: "30d", points: [], now: new Date("2026-06-30T09:00:00.000Z") },
      scored: scoreReport([...answers, ...claude, ...failed], tracked),
    }),
  });
  const { body } = await get("/s/weighed");
  assert.match(
    body,
    /Acme<\/bdi> is named in <b>50%<\/b> of 5 answers, each assistant weighed by its calls\./,
  );
  assert.doesNotMatch((await get("/s/plain")).body, /weighed/);
});

test("the page is kept from search engines, frames, other sites' logs and shared caches", async () => {
  const { headers, body } = await get("/s/plain");
  assert.deepEqual(
    ["x-robots-tag", "referrer-policy", "cache-control", "x-content-type-options", "vary"].map(
      (name) => headers[name],
    ),
    ["noindex, nofollow", "no-referrer", "private, no-cache, no-transform", "nosniff", "Accept-Encoding"],
  );
  assert.match(body, /<meta name="robots" content="noindex, nofollow">/);
  assert.equal(headers["set-cookie"], undefined);
  assert.doesNotMatch(body, /<script| style=| on\w+=/);
});

test("foreign words come out as text, in elements and in attributes", async () => {
  const { body } = await get("/s/branded");
  assert.ok(body.includes("&lt;script&gt;alert(1)&lt;/script&gt;"));
  assert.ok(body.includes(`src="https://agency.example:8443/logo.svg?a=1&amp;b=%22%3E"`));
  assert.equal(body.match(/<img /g)?.length, 1);
  assert.equal(body.match(/<\/main>/g)?.length, 1);
});

test("whoever has the page is told 304, in the encoding they have it", async () => {
  for (const encoding of ["", "gzip", "br"]) {
    const first = await get("/s/plain", { "accept-encoding": encoding });
    assert.equal(first.headers["content-encoding"] ?? "", encoding);
    const etag = String(first.headers.etag);
    const again = await get("/s/plain", { "accept-encoding": encoding, "if-none-match": etag });
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, "", etag]);
    const other = await get("/s/branded", { "accept-encoding": encoding, "if-none-match": etag });
    assert.equal(other.statusCode, 200);
  }
});

test("every encoding holds the same page", async () => {
  const { body } = await get("/s/plain");
  const packed = async (encoding: string) =>
    (await get("/s/plain", { "accept-encoding": encoding })).rawPayload;
  assert.equal(gunzipSync(await packed("gzip")).toString(), body);
  assert.equal(brotliDecompressSync(await packed("br")).toString(), body);
});

test("HEAD answers what GET answers, without the page", async () => {
  for (const path of ["/s/plain", "/s/nothing"]) {
    const [whole, head] = [await get(path), await get(path, {}, "HEAD")];
    assert.deepEqual(
      [head.statusCode, head.body, head.headers.etag],
      [whole.statusCode, "", whole.headers.etag],
    );
    assert.equal(head.headers["content-length"], whole.headers["content-length"]);
  }
});

test("the stylesheet is named by its content and kept for ever", async () => {
  const address = /<link rel="stylesheet" href="([^"]+)">/.exec((await get("/s/plain")).body)![1]!;
  asked.length = 0;
  const { statusCode, headers } = await get(address);
  assert.deepEqual([statusCode, headers["content-type"]], [200, "text/css; charset=utf-8"]);
  assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
  assert.deepEqual(asked, [], "without a look into the store");
});

test("a link that opens nothing is a 404 that no cache keeps; the token is asked for once and as it came", async () => {
  for (const path of ["/s/nothing", "/s/", "/s/a/b", "/s/plain%00"]) {
    asked.length = 0;
    const { statusCode, headers, body } = await get(path);
    assert.deepEqual([statusCode, headers["cache-control"]], [404, "no-store, no-transform"], path);
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    assert.match(body, /This page is not available/);
    assert.equal(headers.etag, undefined);
    assert.deepEqual(asked, [path.slice(3)]);
  }
});

test("the page takes no other method, and a query does not change it", async () => {
  const posted = await door.inject({ method: "POST", url: "/s/plain" });
  assert.ok([404, 405].includes(posted.statusCode));
  assert.equal((await get("/s/plain?x=<script>")).body, (await get("/s/plain")).body);
});

test("an address of kilobytes costs about what a short one does", async () => {
  const cpuMs = async (path: string) => {
    await get(path);
    const before = process.threadCpuUsage();
    for (let times = 0; times < 5; times += 1) assert.equal((await get(path)).statusCode, 404);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  const [short, long] = [await cpuMs("/s/unknown"), await cpuMs(`/s/${".".repeat(7_900)}x`)];
  assert.ok(long < 5 * short + 50, `${long} ms, and ${short} ms for a short one`);
});
