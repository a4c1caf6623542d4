import assert from "node:assert/strict";
import { test } from "node:test";
import { startSite } from "../../../../test/fixtures/site.ts";
import { crawlOf } from "../../../../test/work.ts";
import { fetchPage } from "./fetch-page.ts";

test("a site that has too much to do is left alone for as long as it says, as seconds or a date, up to ten", async (t) => {
  const site = await startSite(t);
  const { website, outside, parsing } = crawlOf([site.host], {
    ...{ pagesMax: 5, timeMs: 5_000, delayMs: 0, atOnce: 1 },
  });
  t.after(() => Promise.all([outside, parsing].map((part) => part[Symbol.asyncDispose]())));
  const now = () => new Date("2026-08-26T10:01:57Z");
  const paused = async (status: number, after?: string) => {
    site.pages["/"] = { status, headers: after === undefined ? {} : { "retry-after": after } };
    const { signal } = new AbortController();
    const target = { url: `${site.url}/`, depth: 0, ordinal: 0 };
    return (await fetchPage(website, target, { signal, now, may: () => true })).waitMs;
  };
  assert.equal(await paused(429, "Wed, 26 Aug 2026 10:02:00 GMT"), 3_000);
  assert.equal(await paused(503, "Wed, 26 Aug 2026 12:00:00 GMT"), 10_000);
  assert.equal(await paused(429, "2.5"), 2_500);
  assert.equal(await paused(503, "later"), 1_000);
  assert.equal(await paused(429), 1_000);
  assert.equal(await paused(404, "5"), 0);
});
