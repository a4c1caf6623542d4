import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { articleOf } from "../fixtures/draft-texts.ts";
import { startSite } from "../fixtures/site.ts";
import { account, type Client, startServer } from "../server-process.ts";
import { wordPressForTests } from "../servers/wordpress.ts";
import { startVendor } from "../vendors/vendor.ts";

const { blog, missing } = await wordPressForTests();

const page = (title: string, text: string, links = "") =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${text}</p>${links}</html>`;

const pages = {
  "/": page(
    "Acme – CRM software for small teams",
    "Acme is CRM software for small teams of up to 20 people. It keeps contacts, deals and notes in one place.",
    '<a href="/pricing">Pricing</a> <a href="/import">Import</a>',
  ),
  "/pricing": page(
    "Pricing of Acme",
    "Acme costs 9 euro a seat and month. There is a free trial of 14 days.",
  ),
  "/import": page("Import contacts into Acme", "Import contacts from CSV files or from Bolt in an hour."),
};

/** Until it is over; with the API alone. */
async function ended<T extends { status: string }>({ call }: Client, path: string): Promise<T> {
  for (;;) {
    const { data } = await call<T>("GET", path);
    if (data.status !== "processing") return data;
    await delay(50);
  }
}

async function startedServer(t: TestContext, env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), "overheard-walk-"));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const all = { OVERHEARD_DATA_DIR: dataDir, OVERHEARD_CRAWL_DELAY_MS: "0", ...env };
  const server = await startServer(all);
  t.after(() => server.stop());
  return account(server.url, "walk@example.com", all);
}

test("from a website to a published post with the public API alone", {
  skip: missing,
  timeout: 300_000,
}, async (t) => {
  t.after(() => blog?.[Symbol.asyncDispose]());
  const { url: blogUrl, host: blogHost, author } = blog!;
  const site = await startSite(t, pages);
  const vendor = await startVendor("openai", ({ body }) => {
    const asked = JSON.stringify(body);
    if (asked.includes("body_markdown")) return { answer: articleOf("crm software") };
    return { answer: asked.includes("web_search") ? "Most small teams pick Bolt." : "[]" };
  });
  t.after(() => vendor[Symbol.asyncDispose]());
  const me = await startedServer(t, {
    OPENAI_API_KEY: "test",
    OPENAI_BASE_URL: vendor.url,
    OVERHEARD_OUTBOUND_ALLOW: `${site.host},${blogHost}`,
  });
  const post = async <T>(path: string, body: object, status: number, headers?: Record<string, string>) => {
    const answer = await me.call<T>("POST", path, body, headers);
    assert.equal(answer.status, status, `${path}: ${JSON.stringify(answer.data)}`);
    return answer.data;
  };

  const project = await post<{ id: string }>(
    "/v1/projects",
    {
      ...{ name: "Acme", brand: "Acme", websiteUrl: `${site.url}/`, competitors: [{ name: "Bolt" }] },
      prompts: ["Where should signed contracts be archived?"],
    },
    201,
  );
  const projectId = project.id;

  const begun = await post<{ id: string }>("/v1/crawls", { url: `${site.url}/`, projectId }, 202);
  const crawl = await ended<{ status: string; pages: number }>(me, `/v1/crawls/${begun.id}`);
  assert.deepEqual([crawl.status, crawl.pages], ["completed", 3]);

  const suggested = await post<{ prompt_count: number; saved_prompt_count: number }>(
    "/v1/suggest-prompts",
    { crawlRecordId: begun.id, projectId, save: true },
    200,
  );
  assert.ok(suggested.prompt_count >= 5);
  assert.equal(suggested.saved_prompt_count, suggested.prompt_count);

  const run = await post<{ id: string }>("/v1/analyze/project", { projectId }, 202, { prefer: "wait=0" });
  const report = await ended<{ status: string; metrics: { appearance_rate: number } }>(
    me,
    `/v1/reports/${run.id}`,
  );
  assert.deepEqual([report.status, report.metrics.appearance_rate], ["completed", 0]);

  const latest = await me.call<{ id: string }>("GET", `/v1/reports/latest?projectId=${projectId}`);
  assert.deepEqual([latest.status, latest.data.id], [200, run.id]);
  const brief = await me.call<{ markdown: string }>("GET", `/v1/projects/${projectId}/client-brief`);
  assert.equal(brief.status, 200);
  assert.match(brief.data.markdown, /Acme/);
  const link = await post<{ url: string }>(`/v1/projects/${projectId}/share-links`, {}, 201);
  const shared = await fetch(link.url);
  assert.equal(shared.status, 200);
  assert.match(await shared.text(), /Acme/);

  const plan = await post<{
    topics: Record<"topic" | "content_action" | "target_url" | "target_title", string>[];
  }>(`/v1/projects/${projectId}/content-suggestions`, { count: 20 }, 200);
  const topic = plan.topics.find(({ content_action }) => content_action === "create_new_article");
  assert.ok(topic, JSON.stringify(plan));

  const draft = await post<{ id: string; status: string; context_quality: string }>(
    "/v1/generate-content",
    { projectId, platform: "blog", topic: topic.topic, metadata: { content_action: topic.content_action } },
    200,
  );
  assert.equal(draft.context_quality, "full");
  const written = await ended<{
    status: string;
    title: string;
    sources: { url: string }[];
    failure: unknown;
  }>(me, `/v1/reports/${draft.id}`);
  assert.equal(written.status, "completed", JSON.stringify(written.failure));
  assert.ok(written.sources.every(({ url }) => url.startsWith(site.url)));

  const connection = `/v1/projects/${projectId}/cms-connection`;
  const connected = await me.call<{ kind: string; active: boolean }>("PUT", connection, {
    kind: "wordpress",
    siteUrl: blogUrl,
    ...author,
  });
  assert.equal(connected.status, 200, JSON.stringify(connected.data));

  const publish = { reportId: draft.id, tags: ["crm"] };
  const published = await post<{ url: string; already_published: boolean }>(
    `/v1/projects/${projectId}/publish-to-cms`,
    publish,
    200,
  );
  assert.equal(published.already_published, false);
  // Debian's package has no theme to show a page with, so readers are the blog's own API.
  const readers = `${blogUrl}/?rest_route=/wp/v2/posts&search=${encodeURIComponent(written.title)}`;
  const posts = async () =>
    (await (await fetch(readers)).json()) as { link: string; title: { rendered: string } }[];
  const shown = (await posts()).map(({ link, title }) => [link, title.rendered]);
  assert.deepEqual(shown, [[published.url, written.title]]);
  const again = await post<{ url: string; already_published: boolean }>(
    `/v1/projects/${projectId}/publish-to-cms`,
    publish,
    200,
  );
  assert.deepEqual([again.url, again.already_published], [published.url, true]);
  assert.equal((await posts()).length, 1);
});
