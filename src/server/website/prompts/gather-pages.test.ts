import assert from "node:assert/strict";
import test from "node:test";
import { allowAll, rulesFor } from "../../../site/crawl/robots.ts";
import { readPage } from "../../../site/page/page.ts";
import type { FetchedFile } from "../../../site/page/site-file.ts";
import { BusyError } from "../../outbound/parsing.ts";
import type { Website } from "../../outbound/website/website.ts";
import { gatherPages } from "./gather-pages.ts";

const home = "https://acme.example/";
const html = [1, 2, 3, 4, 5, 6].map((at) => `<a href="/${at}">Page ${at}</a>`).join("");

const fetched = (url: string): FetchedFile => ({
  ...{ ok: true, url, status: 200, redirects: 0, headers: {}, body: Buffer.from(html) },
  ...{ bytes: html.length, cut: false, firstByteMs: 1 },
});

const visited = (url: string) => ({
  ...{ file: fetched(url), page: readPage(html, url), wall: null, refreshed: false },
});

/** The pages of a check whose start page links to six others, as this website reads them. */
function gathered(website: Pick<Website, "attemptVisit">) {
  const whole = readPage(html, home);
  const ours = { fetch: fetched(home), file: null, rules: rulesFor(allowAll, "us"), unreachable: false };
  const material = { page: fetched(home), whole, ours };
  return gatherPages(
    { website: website as Website, now: () => new Date() },
    material as unknown as Parameters<typeof gatherPages>[1],
  );
}

test("a linked page that the machine is too busy to read has failed, and does not end the check", async () => {
  const pages = await gathered({
    async attemptVisit({ url }) {
      if (url.endsWith("/2")) throw new BusyError();
      return visited(url);
    },
  });
  const failed = pages.filter(({ status }) => status === null).map(({ url }) => url);
  assert.deepEqual([pages.length, failed], [7, [`${home}2`]]);
});

test("pages are read though the machine's clock jumps by an hour meanwhile", async (t) => {
  t.mock.timers.enable({ apis: ["Date"] });
  const pages = await gathered({
    async attemptVisit({ url }) {
      t.mock.timers.tick(3_600_000);
      return visited(url);
    },
  });
  assert.equal(pages.length, 7);
});
