import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import test, { type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { type Site, startSite } from "../../../../test/fixtures/site.ts";
import { anyStore } from "../../../../test/stores.ts";
import { crawlOf, enginesOf, fakeEngine, startWork, type Work, workOn } from "../../../../test/work.ts";
import { wholeOf } from "../../db/reach.ts";
import { newId } from "../../kernel/id.ts";
import { BusyError, UnreadableError } from "../../outbound/parsing.ts";
import { createWebsite } from "../../outbound/website/index.ts";
import { crawlQueue } from "../../queue/boss.ts";
import { crawlsAtOnce } from "./crawl-loop.ts";
import { crawlPagesOf } from "./crawl-pages.ts";
import { findCrawlRecord, insertCrawl } from "./crawl-records.ts";

const engines = enginesOf(fakeEngine("chatgpt", () => Promise.resolve("Acme.")));
const settings = { pagesMax: 50, timeMs: 60_000, delayMs: 0, atOnce: 1 };

const linked = (count: number): Record<string, string> => {
  const links = Array.from({ length: count }, (_, index) => `<a href="/${index + 1}">x</a>`).join("");
  return Object.fromEntries(
    Array.from({ length: count + 1 }, (_, index) => [
      `/${index || ""}`,
      `<title>Page ${index}</title><p>Text.</p>${links}`,
    ]),
  );
};

/** A worker whose outbound guard lets it reach the site. */
function crawlingOn(t: TestContext, site: Site, over: Partial<typeof settings> = {}) {
  const crawl = crawlOf([site.host], { ...settings, ...over });
  t.after(() => Promise.all([crawl.outside, crawl.parsing].map((part) => part[Symbol.asyncDispose]())));
  return { engines, crawl };
}

/** `attempts` are those that the crawl has behind it. */
async function accept({ db, queue, project }: Work, url: string, attempts = 0) {
  const id = newId();
  await db.transaction().execute(async (db) => {
    await insertCrawl(db, {
      id,
      organizationId: project.organizationId,
      projectId: project.id,
      url,
      now: new Date(),
    });
    await db.updateTable("crawl_records").set({ attempts }).where("id", "=", id).execute();
    await queue.enqueueCrawl(db, id);
  });
  return { id, read: async () => (await findCrawlRecord(db, wholeOf(project.organizationId), id))! };
}

for (const store of anyStore) {
  const on = (name: string, run: (t: TestContext) => Promise<void>) =>
    test(`${name} (${store.name})`, { skip: store.skip }, run);

  on("a crawl that is stopped goes on with the pages it has, in another worker", async (t) => {
    const site = await startSite(t, linked(6));
    let reached = () => {};
    const atThree = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const three = site.pages["/3"];
    site.pages["/3"] = () => reached(); // never answers
    const first = await startWork(t, store, crawlingOn(t, site));
    const crawl = await accept(first, `${site.url}/`);
    await first.worker.start();
    first.queue.wake();
    await atThree;
    await first.worker[Symbol.asyncDispose]();
    assert.equal((await crawl.read()).status, "processing");
    assert.equal((await crawl.read()).pages, 3);

    site.pages["/3"] = three!;
    const second = await workOn(first.store, crawlingOn(t, site));
    t.after(() => second[Symbol.asyncDispose]());
    await second.worker.settle();
    const { status, pages } = await crawl.read();
    assert.deepEqual([status, pages], ["completed", 7]);
    for (const path of ["/", "/1", "/2"])
      assert.equal(site.requests.filter((request) => request.path === path).length, 1, `${path} once`);
  });

  on("a worker that lost its claim on a crawl leaves its end to the next one", async (t) => {
    const site = await startSite(t, linked(6));
    const three = site.pages["/3"] as string;
    const held: ServerResponse[] = [];
    site.pages["/3"] = (_, response) => void held.push(response);
    // It stood still, and so is out of time when it goes on; it does not renew its claim.
    const still = { timing: { renew: 60_000, poll: 60_000 } };
    const paused = await startWork(t, store, { ...crawlingOn(t, site, { timeMs: 3_000 }), ...still });
    const crawl = await accept(paused, `${site.url}/`);
    // It has as many crawls as it takes, so that it does not claim this one anew.
    for (let other = 1; other < crawlsAtOnce; other += 1) await accept(paused, `${site.url}/`);
    await paused.worker.start();
    paused.queue.wake();
    while (held.length < crawlsAtOnce) await delay(5);
    await paused.queue.boss.fail(crawlQueue, crawl.id);
    const next = await workOn(paused.store, { ...crawlingOn(t, site), timing: { poll: 20 } });
    t.after(() => next[Symbol.asyncDispose]());
    await next.worker.start();
    while (held.length <= crawlsAtOnce) await delay(5);

    for (const response of held.slice(0, crawlsAtOnce)) if (!response.closed) await once(response, "close"); // out of time
    const jobs = async () =>
      (await paused.queue.boss.findJobs(crawlQueue)).map(({ id, state }) => [id, state]);
    // The others end with what they have.
    while ((await jobs()).length > 1) await delay(20);
    assert.equal((await crawl.read()).status, "processing");
    assert.deepEqual(await jobs(), [[crawl.id, "active"]]);

    site.pages["/3"] = three;
    for (const response of held) response.end(three);
    while ((await crawl.read()).status === "processing") await delay(5);
    const { status, pages } = await crawl.read();
    assert.deepEqual([status, pages], ["completed", 7]);
    assert.deepEqual(await paused.queue.boss.findJobs(crawlQueue), []);
  });

  on("a crawl that runs out of time is what it has by then", async (t) => {
    const site = await startSite(t, linked(5));
    site.pages["/4"] = () => {};
    const work = await startWork(t, store, crawlingOn(t, site, { timeMs: 3_000 }));
    const crawl = await accept(work, `${site.url}/`);
    await work.worker.settle();
    const { status, pages } = await crawl.read();
    assert.deepEqual([status, pages], ["completed", 4]);
  });

  on("a crawl has at most as many pages as the settings say", async (t) => {
    const site = await startSite(t, linked(20));
    const work = await startWork(t, store, crawlingOn(t, site, { pagesMax: 5, atOnce: 4 }));
    const crawl = await accept(work, `${site.url}/`);
    await work.worker.settle();
    assert.equal((await crawl.read()).pages, 5);
    const stored = await crawlPagesOf(work.db, crawl.id);
    assert.deepEqual(
      stored.map(({ ordinal, page }) => [ordinal, page?.title]),
      [0, 1, 2, 3, 4].map((number) => [number, `Page ${number}`]),
    );
  });

  on("a page that cannot be read in time has failed, and the crawl goes on", async (t) => {
    const site = await startSite(t, linked(3));
    const options = crawlingOn(t, site);
    const { website } = options.crawl;
    const slow: typeof website = {
      ...website,
      visit: async (request, terms) => {
        if (request.url.endsWith("/2")) throw new UnreadableError("time");
        return website.visit(request, terms);
      },
    };
    const work = await startWork(t, store, { ...options, crawl: { ...options.crawl, website: slow } });
    const crawl = await accept(work, `${site.url}/`);
    await work.worker.settle();
    const { status, pages, profile } = await crawl.read();
    assert.deepEqual([status, pages, profile?.pagesFailed], ["partial", 3, 1]);
  });

  on("a site that the machine was too busy to read is crawled later, and not blamed", async (t) => {
    const site = await startSite(t, linked(2));
    const options = crawlingOn(t, site);
    const { website } = options.crawl;
    let busy = true;
    const sometimes: typeof website = {
      ...website,
      visit: async (request, terms) => {
        if (busy) throw new BusyError();
        return website.visit(request, terms);
      },
    };
    const work = await startWork(t, store, { ...options, crawl: { ...options.crawl, website: sometimes } });
    const crawl = await accept(work, `${site.url}/`);
    await work.worker.settle();
    assert.equal((await crawl.read()).status, "processing");
    busy = false;
    await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(work.db);
    await work.worker.settle();
    const { status, pages } = await crawl.read();
    assert.deepEqual([status, pages], ["completed", 3]);
  });

  on("a moment in which the machine is too busy to read a page costs the crawl no attempt", async (t) => {
    const site = await startSite(t, linked(3));
    const options = crawlingOn(t, site);
    const { outside, parsing } = options.crawl;
    let busy = 3;
    const website = createWebsite(outside, {
      ...parsing,
      async page(request) {
        if (request.url.endsWith("/2") && busy-- > 0) throw new BusyError();
        return parsing.page(request);
      },
    });
    const work = await startWork(t, store, { ...options, crawl: { ...options.crawl, website } });
    const crawl = await accept(work, `${site.url}/`);
    await work.worker.settle();
    const { status, pages } = await crawl.read();
    assert.deepEqual([status, pages, busy], ["completed", 4, -1]);
    const { attempts } = await work.db
      .selectFrom("crawl_records")
      .where("id", "=", crawl.id)
      .select("attempts")
      .executeTakeFirstOrThrow();
    assert.equal(attempts, 1);
  });

  on(
    "what the machine is too busy to read in the last attempt is left out, and the crawl says so",
    async (t) => {
      const site = await startSite(t, linked(3));
      const list = (page: string) => `<urlset><url><loc>${site.url}/${page}</loc></url></urlset>`;
      Object.assign(site.pages, {
        "/robots.txt": `Sitemap: ${site.url}/busy.xml\nSitemap: ${site.url}/listed.xml\n`,
        "/busy.xml": list("unseen"),
        "/listed.xml": list("listed"),
        "/listed": "<title>Listed</title><p>Text.</p>",
      });
      const options = crawlingOn(t, site);
      const { outside, parsing } = options.crawl;
      const busy = createWebsite(
        outside,
        {
          ...parsing,
          async page(request) {
            if (request.url.endsWith("/2")) throw new BusyError();
            return parsing.page(request);
          },
          async sitemap(request) {
            if (new TextDecoder().decode(request.body).includes("unseen")) throw new BusyError();
            return parsing.sitemap(request);
          },
        },
        { withinMs: 500 },
      );
      const work = await startWork(t, store, { ...options, crawl: { ...options.crawl, website: busy } });
      const crawl = await accept(work, `${site.url}/`, 4);
      await work.worker.settle();
      const { status, pages, profile } = await crawl.read();
      assert.deepEqual([status, pages, profile?.pagesFailed], ["partial", 4, 1]);
      assert.deepEqual(profile?.sitemapsUnread, [`${site.url}/busy.xml`]);
      assert.equal(profile?.hasSitemap, true);
    },
  );

  on("a start page that stays unread because the machine is too busy can be crawled again", async (t) => {
    const site = await startSite(t, linked(1));
    const options = crawlingOn(t, site);
    const website = { ...options.crawl.website, visit: () => Promise.reject(new BusyError()) };
    const work = await startWork(t, store, { ...options, crawl: { ...options.crawl, website } });
    const crawl = await accept(work, `${site.url}/`, 4);
    await work.worker.settle();
    const { status, failure } = await crawl.read();
    assert.deepEqual([status, failure?.code, failure?.retryable], ["failed", "CRAWL_INTERRUPTED", true]);
  });

  on("a page that asks not to be indexed is not kept, and its links are followed", async (t) => {
    const site = await startSite(t, linked(2));
    site.pages["/"] = '<meta name="robots" content="noindex"><p>Not this.</p><a href="/1">1</a>';
    site.pages["/1"] = '<title>One</title><p>Text.</p><a href="/2">2</a><a href="/3">3</a>';
    site.pages["/2"] = { headers: { "x-robots-tag": "noindex, nofollow" }, body: '<a href="/4">4</a>' };
    site.pages["/3"] = "<title>Three</title><p>Text.</p>";
    const work = await startWork(t, store, crawlingOn(t, site));
    const crawl = await accept(work, `${site.url}/`);
    await work.worker.settle();
    const { status } = await crawl.read();
    const stored = await crawlPagesOf(work.db, crawl.id);
    assert.equal(status, "completed");
    assert.deepEqual(
      stored.map(({ url, page }) => [new URL(url).pathname, page?.title ?? null]),
      [
        ["/", null],
        ["/1", "One"],
        ["/2", null],
        ["/3", "Three"],
      ],
    );
  });

  on(
    "a crawl that has killed five workers is not begun a sixth time, and says that it was interrupted",
    async (t) => {
      const site = await startSite(t, linked(2));
      const work = await startWork(t, store, crawlingOn(t, site));
      const crawl = await accept(work, `${site.url}/`);
      await work.db.updateTable("crawl_records").set({ attempts: 5 }).where("id", "=", crawl.id).execute();
      await work.worker.settle();
      const { status, failure } = await crawl.read();
      assert.deepEqual([status, failure?.code, failure?.retryable], ["failed", "CRAWL_INTERRUPTED", true]);
      assert.deepEqual([site.requests.length, (await crawlPagesOf(work.db, crawl.id)).length], [0, 0]);
    },
  );

  on("hostile pages take nothing from the good ones of a crawl", async (t) => {
    const site = await startSite(t, {
      ...linked(2),
      "/bomb": { headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(50_000_000, "<p>")) },
      "/charset": {
        headers: { "content-type": "text/html; charset=utf-16" },
        body: Buffer.alloc(1_900_001, "\xe9\xff<p>", "latin1"),
      },
      "/links": Array.from(
        { length: 50_000 },
        (_, index) => `<a href="https://else.example/${index}">x</a>`,
      ).join(""),
      "/loop": { status: 302, headers: { location: "/loop" } },
      "/stream": (_, response) => endless(response),
      "/tags": "<b>".repeat(300_000) + "</i>".repeat(250_000),
    });
    site.pages["/"] = Object.keys(site.pages)
      .map((path) => `<a href="${path}">x</a>`)
      .join("");
    const work = await startWork(t, store, crawlingOn(t, site, { timeMs: 120_000, atOnce: 4 }));
    const crawl = await accept(work, `${site.url}/`);
    await work.worker.settle();
    assert.equal((await crawl.read()).status, "partial");
    const stored = await crawlPagesOf(work.db, crawl.id);
    assert.equal(stored.length, Object.keys(site.pages).length);
    assert.equal(stored.find(({ askedUrl }) => askedUrl === `${site.url}/loop`)?.status, null);
    assert.deepEqual(
      stored.flatMap(({ url, page }) => (page?.title ? [new URL(url).pathname] : [])),
      ["/1", "/2"],
    );
  });

  on(
    "a crawl whose job was lost is put on the queue again, and one that stands still is closed",
    async (t) => {
      const site = await startSite(t, linked(1));
      let at = Date.now();
      const work = await startWork(t, store, { ...crawlingOn(t, site), now: () => new Date(at) });
      const terms = { organizationId: work.project.organizationId, projectId: null, url: `${site.url}/` };
      const [lost, dead] = [newId(), newId()];
      await insertCrawl(work.db, { ...terms, id: dead, now: new Date(at - 31 * 60_000) });
      await insertCrawl(work.db, { ...terms, id: lost, now: new Date(at) });
      at += 60_000;
      await work.worker.sweep();
      await work.worker.settle();
      const read = async (id: string) => (await findCrawlRecord(work.db, wholeOf(terms.organizationId), id))!;
      assert.equal((await read(lost)).status, "completed");
      const { status, failure } = await read(dead);
      assert.deepEqual([status, failure?.code], ["failed", "CRAWL_INTERRUPTED"]);
    },
  );
}

/** Words as long as somebody reads them. */
function endless(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html" });
  const more = (): void => {
    while (!response.destroyed && response.write("<p>word ".repeat(8_192)));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}
