import assert from "node:assert/strict";
import test from "node:test";
import { allowAll, rulesFor } from "../../../domain/website/crawl/robots.ts";
import type { Fetched } from "../../../domain/website/crawl/site-file.ts";
import { readPage } from "../../../domain/website/page/page.ts";
import type { Website } from "../../../kernel/outside/website.ts";
import { gatherPages } from "./gather-pages.ts";

const home = "https://acme.example/";
const html = [1, 2, 3, 4, 5, 6].map((at) => `<a href="/${at}">Page ${at}</a>`).join("");

const fetched = (url: string): Fetched => ({
  ...{ ok: true, asked: url, url, status: 200, redirects: 0, headers: {}, body: Buffer.from(html) },
  ...{ bytes: html.length, cut: false, firstByteMs: 1 },
});

test("pages are read though the machine's clock jumps by an hour meanwhile", async (t) => {
  t.mock.timers.enable({ apis: ["Date"] });
  const website = {
    async attempt({ url }) {
      t.mock.timers.tick(3_600_000);
      return fetched(url);
    },
    page: async ({ url }) => readPage(html, url),
  } satisfies Partial<Website> as unknown as Website;
  const whole = readPage(html, home);
  const ours = { fetch: fetched(home), file: null, rules: rulesFor(allowAll, "us"), unreachable: false };
  const material = { page: fetched(home), whole, ours };
  const pages = await gatherPages(
    { website, now: () => new Date() },
    material as unknown as Parameters<typeof gatherPages>[1],
  );
  assert.equal(pages.length, 7);
});
