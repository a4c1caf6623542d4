/**
 * What a draft rests on, of a crawl of 5,000 pages of 600 words each: how long other requests to the process take while its pages
 * are loaded, searched and quoted. `npm run bench -- draft`. The baseline does all of it on the thread that serves them, with
 * the whole crawl in memory. PostgreSQL is TEST_DATABASE_URL, or started for the occasion. Ends with 1 if requests are held up
 * for more than a fifth of the baseline.
 */

import { knownPages } from "../src/planner/topics/known-page.ts";
import { stemmerFor } from "../src/reader/text/language/stemmer.ts";
import { loadMaterial } from "../src/server/content/drafts/load-material.ts";
import { draftMaterial } from "../src/server/content/writing/material.ts";
import { draftPages } from "../src/server/content/writing/pages/chosen-pages.ts";
import { openStore } from "../src/server/db/open.ts";
import { createLog } from "../src/server/kernel/log.ts";
import { trackedBrands } from "../src/server/projects/project.ts";
import { createParsing } from "../src/server/threads/parsing.ts";
import { crawlPagesOf } from "../src/server/website/crawls/crawl-pages.ts";
import { keepCrawl } from "../test/fixtures/crawl.ts";
import { draftTerms } from "../test/fixtures/draft-terms.ts";
import { startPostgres } from "../test/postgres.ts";
import { enginesOf, fakeEngine, workOn } from "../test/work.ts";
import { beside } from "./planner/beside.ts";

const pageCount = 5_000;
const mostOfBaseline = 0.2;
const vocabulary =
  "kettle quiet lid water steam handle spout base cord switch wall noise boil minute litre cup tea".split(
    " ",
  );
const textOf = (seed: number): string =>
  Array.from({ length: 600 }, (_, at) => vocabulary[(seed * 31 + at * 7 + (at >> 3) * seed) % 17]).join(" ");

const url = process.env.TEST_DATABASE_URL;
await using postgres = url ? null : await startPostgres();
await using store = await openStore(
  { databaseUrl: postgres?.url ?? url!, dataDir: "." },
  createLog("silent"),
);
await using work = await workOn(store, { engines: enginesOf(fakeEngine("claude", async () => "")) });
await using parsing = createParsing();
const { db, project } = work;
const { organizationId, id: projectId } = project;
const crawlRecordId = await keepCrawl(
  db,
  { organizationId, projectId },
  Array.from({ length: pageCount }, (_, at) => ({
    ...{ url: `https://acme.example/${at}`, title: `Kettle ${at}`, text: textOf(at) },
  })),
);
const terms = draftTerms({ topic: "which kettle is quiet" });
const { domains } = trackedBrands(project).own;
const context = { quality: "none" as const, message: "", crawlRecordId, reportId: null };

/** The same on one thread. */
async function here() {
  const stem = await stemmerFor(terms.language);
  const pages = knownPages(await crawlPagesOf(db, crawlRecordId));
  const chosen = draftPages(terms, { pages, stem, domains }).map((at) => pages[at]!);
  return draftMaterial(terms, { pages: chosen, profile: null, report: null, about: null, domains, stem });
}

const row = (cells: (string | number)[]) =>
  console.log(cells.map((cell, at) => String(cell)[at ? "padStart" : "padEnd"](at ? 14 : 30)).join(""));
row([`A draft from ${pageCount} pages`, "requests", "median ms", "p99 ms", "held up ms"]);
const longest: number[] = [];
for (const [name, does] of [
  ["on the serving thread", here],
  [
    "in bounds, beside it",
    () => loadMaterial({ db, parsing }, { context, report: { organizationId } }, project, terms),
  ],
] as const) {
  const found = await beside(does);
  longest.push(found.longest);
  row([name, found.requests, found.median.toFixed(1), found.p99.toFixed(1), found.longest.toFixed(0)]);
}
const part = longest[1]! / longest[0]!;
console.log(`held up for ${(100 * part).toFixed(0)}% of the baseline (at most ${100 * mostOfBaseline}%)`);
if (part > mostOfBaseline) process.exitCode = 1;
