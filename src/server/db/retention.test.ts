import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { stores, type TestStore } from "../../../test/stores.ts";
import { insertSomebodysProject } from "../../../test/work.ts";
import type { PlannedTopic } from "../../planner/topics/planner.ts";
import type { SiteProfile } from "../../site/crawl/crawl.ts";
import type { Page } from "../../site/page/page.ts";
import { keepTopics } from "../content/topics/content-topics.ts";
import { newId } from "../kernel/id.ts";
import type { Project } from "../projects/project.ts";
import { addCrawlPages, crawlPagesOf } from "../website/crawls/crawl-pages.ts";
import { endCrawl, findCrawlRecord, insertCrawl } from "../website/crawls/crawl-records.ts";
import { insertPromptTest } from "../website/prompts/prompt-tests.ts";
import type { ReadinessResult } from "../website/readiness/checks/result.ts";
import { insertReadinessCheck } from "../website/readiness/readiness-checks.ts";
import type { Db } from "./db.ts";
import { wholeOf } from "./reach.ts";
import { dropOutdated } from "./retention.ts";

const now = new Date("2026-11-21T12:00:00Z");
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
const profile: SiteProfile = {
  ...{ title: "Acme", siteName: null, summary: null, language: "en", topics: ["crm"], headings: [] },
  ...{ hasRobots: false, hasSitemap: false, pagesFailed: 0 },
};

/** A crawl of two pages that ended so many days ago. */
async function crawled(
  db: Db,
  { organizationId, id: projectId }: Project,
  { days, url = "https://acme.example/", newest = false }: { days: number; url?: string; newest?: boolean },
): Promise<string> {
  const at = daysAgo(days);
  const record = await insertCrawl(db, { id: newId(), organizationId, projectId: null, url, now: at });
  const pages = [0, 1].map((ordinal) => ({
    ...{ ordinal, url: `${url}${ordinal}`, askedUrl: `${url}${ordinal}`, depth: ordinal, status: 200 },
    ...{ etag: null, lastModified: null, fetchedAt: at.toISOString(), page: { title: "Acme" } as Page },
  }));
  await addCrawlPages(db, record.id, pages, { urlCount: 2, now: at });
  await endCrawl(
    db,
    { ...record, projectId: newest ? projectId : null },
    { status: "completed", profile },
    at,
  );
  return record.id;
}

for (const store of stores) {
  const on = (rule: string, body: (db: Db, project: Project) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, (t) => withProject(t, store, body));

  const keptOf = async (db: Db, ids: readonly string[]): Promise<number[]> =>
    Promise.all(ids.map(async (id) => (await crawlPagesOf(db, id)).length));

  on(
    "pages of a week are kept, and those of the two newest crawls of an address longer",
    async (db, project) => {
      const ids = [];
      for (const days of [60, 40, 30, 20, 6, 5]) ids.push(await crawled(db, project, { days }));
      const other = await crawled(db, project, { days: 60, url: "https://acme.example/about" });
      const another = await crawled(db, await insertSomebodysProject(db), { days: 60 });
      await dropOutdated(db, now);
      assert.deepEqual(await keptOf(db, ids), [0, 0, 0, 0, 2, 2]);
      assert.deepEqual(await keptOf(db, [other, another]), [2, 2]);
    },
  );

  on("after 13 months pages go, and what was learned of the site stays", async (db, project) => {
    const ids = [await crawled(db, project, { days: 400 }), await crawled(db, project, { days: 390 })];
    await dropOutdated(db, now);
    assert.deepEqual(await keptOf(db, ids), [0, 2]);
    const record = await findCrawlRecord(db, wholeOf(project.organizationId), ids[0]!);
    assert.deepEqual([record?.status, record?.pages, record?.profile?.topics], ["completed", 2, ["crm"]]);
  });

  on(
    "the newest crawl of a project, and one that a saved test rests on, keep their pages",
    async (db, project) => {
      const newest = await crawled(db, project, { days: 500, newest: true });
      const tested = await crawled(db, project, { days: 450 });
      const neither = await crawled(db, project, { days: 450 });
      await insertPromptTest(db, {
        ...{
          id: newId(),
          organizationId: project.organizationId,
          projectId: project.id,
          crawlRecordId: tested,
          now,
        },
        ...{ brand: "Acme", competitors: [], prompts: [] },
      });
      await dropOutdated(db, now);
      assert.deepEqual(await keptOf(db, [newest, tested, neither]), [2, 2, 0]);
    },
  );

  on("a crawl that is running keeps its pages however old it is", async (db, project) => {
    const id = await crawled(db, project, { days: 500 });
    await db
      .updateTable("crawl_records")
      .set({ status: "processing", completed_at: null })
      .where("id", "=", id)
      .execute();
    await dropOutdated(db, now);
    assert.deepEqual(await keptOf(db, [id]), [2]);
  });

  on(
    "readiness checks go 30 days after they have expired, topics 13 months after a plan named them",
    async (db, project) => {
      for (const days of [31, 29]) {
        const expired = daysAgo(days).toISOString();
        const url = "https://acme.example/";
        const result = { finalUrl: url } as ReadinessResult;
        await insertReadinessCheck(db, {
          id: newId(),
          projectId: project.id,
          url,
          createdAt: expired,
          expiresAt: expired,
          result,
        });
      }
      await keepTopics(
        db,
        project.id,
        [{ key: "old" } as PlannedTopic, { key: "named" } as PlannedTopic],
        daysAgo(400),
      );
      await keepTopics(db, project.id, [{ key: "named" } as PlannedTopic], daysAgo(300));
      await dropOutdated(db, now);
      const checks = await db.selectFrom("readiness_checks").select("expires_at").execute();
      assert.deepEqual(
        checks.map(({ expires_at }) => expires_at),
        [daysAgo(29)],
      );
      const topics = await db.selectFrom("content_topics").select("topic_key").execute();
      assert.deepEqual(topics, [{ topic_key: "named" }]);
    },
  );

  on("more than one batch goes as well, in two processes at once too", async (db, project) => {
    const ids = [];
    for (let days = 30; days < 37; days += 1) ids.push(await crawled(db, project, { days }));
    const batch = { crawls: 2, rows: 1 };
    await Promise.all([dropOutdated(db, now, batch), dropOutdated(db, now, batch)]);
    assert.deepEqual(await keptOf(db, ids), [2, 2, 0, 0, 0, 0, 0]);
  });
}

async function withProject(
  t: TestContext,
  store: TestStore,
  body: (db: Db, project: Project) => Promise<void>,
): Promise<void> {
  const { db } = await store.open(t);
  await body(db, await insertSomebodysProject(db));
}
