import assert from "node:assert/strict";
import { test } from "node:test";
import type { CrawledPage, SiteProfile } from "../../../site/crawl/crawl.ts";
import { BusyError, type ProfileRequest, UnreadableError } from "../parsing.ts";
import { profileOf } from "./site-profile.ts";

const site = { hasRobots: true, hasSitemap: false };
const pages = ["/a", "/b"].map((url) => ({ url, page: { title: url } })) as unknown as CrawledPage[];
const reads = (most: number, tried: number[] = []) => ({
  tried,
  async profile({ pages }: ProfileRequest) {
    tried.push(pages.length);
    if (pages.length > most) throw new UnreadableError("time");
    return { pages: pages.length } as unknown as SiteProfile;
  },
});

test("a site whose headings take too long to read has a profile all the same", async () => {
  for (const [most, tried] of [
    [2, [2]],
    [1, [2, 1]],
    [0, [2, 1, 0]],
  ] as const) {
    const parsing = reads(most);
    await profileOf(parsing, { pages, site });
    assert.deepEqual(parsing.tried, tried);
  }
});

test("a busy machine is no reason for a smaller profile", async () => {
  const parsing = { profile: () => Promise.reject(new BusyError()) };
  await assert.rejects(profileOf(parsing, { pages, site }, { withinMs: 0 }), BusyError);
});

test("where no other try follows, a busy machine makes do with what it can read", async () => {
  const tried: number[] = [];
  const parsing = {
    async profile({ pages: some }: ProfileRequest) {
      tried.push(some.length);
      if (some.length > 0) throw new BusyError();
      return {} as SiteProfile;
    },
  };
  await profileOf(parsing, { pages, site }, { withinMs: 0, last: true });
  assert.deepEqual(tried, [2, 1, 0]);
});
