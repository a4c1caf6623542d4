import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { CrawlView } from "../../src/server/website/crawls/crawl-view.ts";
import { startCanary } from "../fixtures/canary.ts";
import { systemSites } from "../fixtures/content-systems.ts";
import { hostileUrls } from "../fixtures/hostile-urls.ts";
import { type Site, startSite } from "../fixtures/site.ts";
import { type Member, onAnyStore, type Project } from "../start-app.ts";

const html = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><nav><a href="/">Home</a></nav><main>${body}</main></body></html>`;

const bakery = (url: string) => ({
  "/robots.txt": {
    headers: { "content-type": "text/plain" },
    body: `User-agent: *\nDisallow: /private\nSitemap: ${url}/maps.xml.gz\n`,
  },
  "/maps.xml.gz": {
    headers: { "content-type": "application/gzip" },
    body: gzipSync(`<sitemapindex><sitemap><loc>${url}/pages.xml</loc></sitemap></sitemapindex>`),
  },
  "/pages.xml": `<urlset><url><loc>${url}/only-in-the-sitemap</loc></url><url><loc>https://elsewhere.example/</loc></url></urlset>`,
  "/": html(
    "Ledgerly – Invoicing software for freelancers",
    '<h1>Invoicing software for freelancers</h1><p>Send invoices.</p><a href="/pricing">Pricing</a><a href="/private/x">x</a><a href="/gone">gone</a><a href="https://elsewhere.example/">e</a>',
    '<meta name="description" content="Ledgerly is invoicing software for freelancers.">',
  ),
  "/pricing": {
    headers: { etag: '"p1"' },
    body: html("Pricing – Ledgerly", "<h1>Pricing</h1><p>Nine euros a month.</p>"),
  },
  "/private/x": html("Secret", "secret"),
  "/only-in-the-sitemap": {
    headers: { "content-type": "text/html" },
    body: Buffer.from(
      html("Caf\xe9 accounts", "<h1>Caf\xe9</h1>", '<meta charset="windows-1252">'),
      "latin1",
    ),
  },
});

const endings: (() => unknown)[] = [];
const systems: Site[] = [];
const sites: Record<"open" | "closed" | "broken" | "stuck", Site> = {} as never;
const start = async (): Promise<Site> =>
  startSite({ after: (end: unknown) => void endings.push(end as () => unknown) });

before(async () => {
  for (const name of ["open", "closed", "broken", "stuck"] as const) sites[name] ??= await start();
  for (const { pages } of systemSites) {
    const site = await start();
    Object.assign(site.pages, pages(site.url));
    systems.push(site);
  }
  Object.assign(sites.open.pages, bakery(sites.open.url));
  sites.closed.pages["/robots.txt"] = "user-agent: OverheardBot\ndisallow: /\n";
  sites.closed.pages["/"] = html("Closed", "Nobody is to read this.");
  sites.broken.pages["/robots.txt"] = { status: 503 };
  sites.stuck.pages["/"] = html("Stuck", '<a href="/bad">bad</a><a href="/empty">e</a>');
  sites.stuck.pages["/bad"] = (_, response) => void response.socket?.destroy();
});
after(async () => {
  for (const end of endings) await end();
});

const crawl = { pagesMax: 50, timeMs: 60_000, delayMs: 0, atOnce: 4 };

onAnyStore(
  () => ({
    config: {
      crawl,
      rateLimitScale: 0,
      outboundAllow: [...Object.values(sites), ...systems].map(({ host }) => host),
    },
  }),
  (app) => {
    const crawled = async (me: Member, body: Record<string, unknown>) => {
      const { status, data, text } = await me.call<CrawlView>("POST", "/v1/crawls", body);
      assert.equal(status, 202, text);
      await app().settle();
      return (await me.call<CrawlView>("GET", `/v1/crawls/${data.id}`)).data;
    };

    test("a crawl is accepted with 202 and a place to poll, and its record tells what the site is", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { status, data, headers } = await me.call<CrawlView>("POST", "/v1/crawls", {
        url: sites.open.url,
        projectId,
      });
      assert.deepEqual(
        [status, data.status, data.terminal, headers.location, headers["retry-after"]],
        [202, "processing", false, `/v1/crawls/${data.id}`, "2"],
      );
      await app().settle();
      const { data: record } = await me.call<CrawlView>("GET", `/v1/crawls/${data.id}`);
      assert.deepEqual(
        [record.status, record.pages, record.title, record.site_name, record.language, record.project_id],
        ["completed", 3, "Ledgerly – Invoicing software for freelancers", "Ledgerly", "en", projectId],
      );
      assert.equal(record.summary, "Ledgerly is invoicing software for freelancers.");
      assert.ok(record.topics.includes("invoicing software"), String(record.topics));
      assert.deepEqual(record.page_inventory.map(({ url, title }) => [new URL(url).pathname, title]).sort(), [
        ["/", "Ledgerly – Invoicing software for freelancers"],
        ["/only-in-the-sitemap", "Café accounts"],
        ["/pricing", "Pricing – Ledgerly"],
      ]);
      const { data: project } = await me.call<Project>("GET", `/v1/projects/${projectId}`);
      assert.equal(project.latest_crawl_record_id, data.id);
    });

    test("what robots.txt closes is not asked for", () => {
      assert.ok(!sites.open.requests.some(({ path }) => path.startsWith("/private")));
      assert.ok(
        sites.open.requests.every(({ headers }) => headers["user-agent"]?.startsWith("OverheardBot/")),
      );
    });

    test("a page that has not changed is not sent again, and is kept", async () => {
      const me = await app().member();
      sites.open.pages["/pricing"] = (request, response) => {
        const same = request.headers["if-none-match"] === '"p1"';
        response.writeHead(same ? 304 : 200, { etag: '"p1"', "content-type": "text/html" });
        response.end(same ? undefined : html("Pricing – Ledgerly", "<h1>Pricing</h1>"));
      };
      const first = await crawled(me, { url: sites.open.url });
      sites.open.requests.length = 0;
      const second = await crawled(me, { url: sites.open.url });
      assert.notEqual(second.id, first.id);
      assert.deepEqual(
        second.page_inventory.map(({ title }) => title),
        first.page_inventory.map(({ title }) => title),
      );
      const asked = sites.open.requests.find(({ path }) => path === "/pricing");
      assert.equal(asked?.headers["if-none-match"], '"p1"');
    });

    for (const [at, { system, kept }] of systemSites.entries())
      test(`all pages are kept of ${system}`, async () => {
        const me = await app().member();
        const record = await crawled(me, { url: `${systems[at]!.url}/` });
        const paths = record.page_inventory.map(({ url }) => url.slice(systems[at]!.url.length));
        assert.deepEqual(paths.sort(), [...kept].sort());
        if (system.includes("shop")) assert.equal(record.pages_merged, 2);
      });

    test("a firewall in the place of a site is said as such", async () => {
      const me = await app().member();
      sites.stuck.pages["/walled"] = { status: 403, headers: { "cf-mitigated": "challenge" } };
      const record = await crawled(me, { url: `${sites.stuck.url}/walled` });
      assert.deepEqual([record.status, record.failure?.code], ["failed", "FIREWALL"]);
    });

    test("a site that forbids us: the record says so and keeps nothing", async () => {
      const me = await app().member();
      const record = await crawled(me, { url: sites.closed.url });
      assert.deepEqual(
        [record.status, record.failure?.code, record.pages, record.page_inventory, record.title],
        ["failed", "ROBOTS_DISALLOWED", 0, [], null],
      );
      assert.ok(!sites.closed.requests.some(({ path }) => path === "/"));
    });

    test("a site that cannot be reached fails, and another try may help", async () => {
      const me = await app().member();
      const record = await crawled(me, { url: sites.broken.url });
      assert.deepEqual(
        [record.status, record.failure?.code, record.failure?.retryable],
        ["failed", "SITE_UNREACHABLE", true],
      );
    });

    test("where some pages fail the record is partial", async () => {
      const me = await app().member();
      const record = await crawled(me, { url: sites.stuck.url });
      assert.deepEqual([record.status, record.pages, record.pages_failed], ["partial", 1, 1]);
    });

    test("an address that may not be fetched is 400 URL_NOT_ALLOWED, and nothing is connected to", async (t) => {
      // At port 80 nothing but the address itself is wrong. Names that a public resolver would have to answer are
      // left to the guard's own test.
      const canary = await startCanary(t, 80);
      const me = await app().member();
      const urls = hostileUrls(canary.port).filter((url) => !/attacker|^http:\/\/example\.com#/.test(url));
      assert.ok(urls.length >= 120, `${urls.length} addresses`);
      for (const url of urls) {
        const { status, error } = await me.call("POST", "/v1/crawls", { url });
        assert.equal(status, 400, url);
        assert.ok(["URL_NOT_ALLOWED", "VALIDATION_ERROR"].includes(error.code), url);
      }
      await app().settle();
      assert.equal(canary.hits(), 0);
    });

    test("a crawl of long ago says that its pages are not kept, at every route that would read them", async () => {
      const me = await app().member();
      const { id, topics } = await crawled(me, { url: sites.open.url });
      await app().db.deleteFrom("crawl_pages").where("crawl_record_id", "=", id).execute();
      const read = await me.call<CrawlView>("GET", `/v1/crawls/${id}`);
      assert.deepEqual([read.data.page_inventory, read.data.topics], [[], topics]);
      const { data, meta, status } = await me.call<{ prompts: unknown[] }>("POST", "/v1/suggest-prompts", {
        crawlRecordId: id,
      });
      assert.deepEqual([status, data.prompts.length > 0], [200, true]);
      for (const { warnings } of [read.meta, meta])
        assert.ok(warnings?.some(({ code }) => code === "CRAWL_PAGES_GONE"));
    });

    test("another's crawl record is missing, as is a malformed one", async () => {
      const me = await app().member();
      const other = await app().member();
      const { id } = await crawled(me, { url: sites.closed.url });
      for (const wanted of [id, randomUUID(), "x"]) {
        const { status, error } = await other.call("GET", `/v1/crawls/${wanted}`);
        assert.deepEqual([status, error.code], [404, "CRAWL_RECORD_NOT_FOUND"]);
      }
      const foreign = await me.project();
      const { error } = await other.call("POST", "/v1/crawls", {
        url: sites.open.url,
        projectId: foreign.id,
      });
      assert.equal(error.code, "PROJECT_NOT_FOUND");
    });

    test("the same crawl asked for twice at once is one crawl", async () => {
      const me = await app().member();
      const both = await Promise.all(
        [1, 2].map(() => me.call<CrawlView>("POST", "/v1/crawls", { url: sites.open.url })),
      );
      await app().settle();
      // The first may have ended before the second was accepted.
      assert.ok(both.every(({ status }) => status === 202));
    });

    test("a project that goes while it is crawled takes the crawl with it", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const { data } = await me.call<CrawlView>("POST", "/v1/crawls", { url: sites.open.url, projectId });
      await me.call("DELETE", `/v1/projects/${projectId}`);
      await app().settle();
      assert.equal((await me.call("GET", `/v1/crawls/${data.id}`)).status, 404);
    });
  },
);
