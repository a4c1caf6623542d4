import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { keepDraft } from "../../../test/fixtures/draft.ts";
import { startApp } from "../../../test/start-app.ts";
import { stores } from "../../../test/stores.ts";
import { wordPressForTests } from "../../../test/wordpress.ts";
import { type Blog, BlogError, type BlogPost } from "../../kernel/outside/blog.ts";
import { createOutside } from "../guard/safe-fetch.ts";
import { createBlogs } from "./index.ts";
import { postHtml } from "./post-html.ts";

// Against a real WordPress, as Debian packages it.

const { blog, missing } = await wordPressForTests();
const site = blog!;
let outside: ReturnType<typeof createOutside>;

const signal = AbortSignal.timeout(120_000);
const kind = (kind: string) => (error: unknown) => error instanceof BlogError && error.kind === kind;

const blogOf = (access: { username: string; applicationPassword: string }, siteUrl = site.url): Blog =>
  createBlogs(outside).open({ kind: "wordpress", siteUrl, ...access });

let made = 0;
const post = (more: Partial<BlogPost> = {}): BlogPost => {
  made += 1;
  return {
    reportId: `01998d1e-0000-7000-8000-${String(made).padStart(12, "0")}`,
    title: "Which CRM suits a florist?",
    html: postHtml("## In short\n\nAcme, **mostly**. [Prices](https://acme.example/prices)").html,
    slug: null,
    tags: [],
    metaDescription: null,
    mode: "publish",
    ...more,
  };
};

interface Stored {
  slug: string;
  tags: number[];
  excerpt: { raw: string };
  content: { raw: string; rendered: string };
}

/** What the blog itself says of its posts. */
async function posts(query = "status=publish,draft,trash"): Promise<Stored[]> {
  const { username, applicationPassword } = site.author;
  const authorization = `Basic ${Buffer.from(`${username}:${applicationPassword}`).toString("base64")}`;
  const response = await fetch(`${site.url}/wp-json/wp/v2/posts?context=edit&per_page=100&${query}`, {
    headers: { authorization },
  });
  return response.json() as Promise<Stored[]>;
}

const ofReport = async ({ reportId }: BlogPost) =>
  (await posts()).filter(({ content }) => content.raw.includes(reportId));

before(() => {
  if (missing) return;
  outside = createOutside({ allow: [site.host] });
});
after(async () => {
  if (missing) return;
  await outside[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
  test(`WordPress: ${rule}`, { skip: missing }, body);

on("an author's application password is good, and the blog says its name", async () => {
  assert.deepEqual(await blogOf(site.author).verify(signal), { name: "A test blog & more" });
});

on("a wrong password is told from somebody who may not publish", async () => {
  const wrong = { ...site.author, applicationPassword: "aaaa bbbb cccc dddd eeee ffff" };
  await assert.rejects(blogOf(wrong).verify(signal), kind("bad_credentials"));
  await assert.rejects(blogOf(site.reader).verify(signal), kind("not_permitted"));
});

on("a published post is there for readers, once, with its tags, slug and excerpt", async () => {
  const given = post({
    slug: "crm-for-florists",
    tags: ["CRM", "Florists & co"],
    metaDescription: "A look.",
  });
  const posted = await blogOf(site.author).publish(given, signal);
  assert.deepEqual([posted.mode, posted.already], ["publish", false]);
  assert.equal(posted.url, `${site.url}/crm-for-florists/`);
  const [read] = (await (
    await fetch(`${site.url}/wp-json/wp/v2/posts?slug=crm-for-florists`)
  ).json()) as Stored[];
  assert.match(read?.content.rendered ?? "", /Acme, <strong>mostly<\/strong>/);
  const [stored] = await ofReport(given);
  assert.equal(stored?.slug, "crm-for-florists");
  assert.equal(stored?.tags.length, 2);
  assert.equal(stored?.excerpt.raw, "A look.");
});

on("the same report sent again is the same post", async () => {
  const given = post();
  const blog = blogOf(site.author);
  const first = await blog.publish(given, signal);
  const second = await blog.publish({ ...given, title: "Another title" }, signal);
  assert.deepEqual({ ...second, already: false }, first);
  assert.equal(second.already, true);
  assert.equal((await ofReport(given)).length, 1);
});

on("a draft is no reader's business until it is published, and stays one post", async () => {
  const given = post({ mode: "draft" });
  const blog = blogOf(site.author);
  const draft = await blog.publish(given, signal);
  assert.deepEqual([draft.mode, draft.url], ["draft", null]);
  const shown = await blog.publish({ ...given, mode: "publish" }, signal);
  assert.equal(shown.id, draft.id);
  assert.equal(shown.mode, "publish");
  assert.equal((await ofReport(given)).length, 1);
});

on("two that publish the same at once leave one post for readers", async () => {
  const given = post();
  const results = await Promise.allSettled([1, 2].map(() => blogOf(site.author).publish(given, signal)));
  assert.ok(results.some(({ status }) => status === "fulfilled"));
  await blogOf(site.author).publish(given, signal);
  const shown = (await posts("status=publish")).filter(({ content }) => content.raw.includes(given.reportId));
  assert.equal(shown.length, 1);
});

on("what went half-way is taken up: a draft that was made and never shown", async () => {
  const given = post();
  await blogOf(site.author).publish({ ...given, mode: "draft" }, signal);
  const shown = await blogOf(site.author).publish(given, signal);
  assert.equal(shown.already, false);
  assert.equal(shown.mode, "publish");
  assert.equal((await ofReport(given)).length, 1);
});

on(
  "an address where no WordPress answers is no blog, and one where nobody answers is unreachable",
  async () => {
    await assert.rejects(
      blogOf(site.author, `${site.url}/wp-includes/css/buttons.css`).verify(signal),
      kind("no_blog"),
    );
    const closed = createOutside({ allow: ["127.0.0.1:1"] });
    const blog = createBlogs(closed).open({
      kind: "wordpress",
      siteUrl: "http://127.0.0.1:1",
      ...site.author,
    });
    await assert.rejects(blog.verify(signal), kind("unreachable"));
    await closed[Symbol.asyncDispose]();
  },
);

on(
  "contract/publishing: connected and published to through the API, an article is one post for its readers",
  async (t) => {
    const { db, member } = await startApp(t, stores[0]!, { config: { outboundAllow: [site.host] } });
    const me = await member();
    const { id: projectId } = await me.project();
    const path = `/v1/projects/${projectId}`;
    const access = { kind: "wordpress", siteUrl: site.url };
    const refused = await me.call("PUT", `${path}/cms-connection`, { ...access, ...site.reader });
    assert.equal(refused.status, 400);
    const connected = await me.call<Connection>("PUT", `${path}/cms-connection`, {
      ...access,
      ...site.author,
    });
    assert.deepEqual(
      [connected.status, connected.data.account, connected.data.site_name],
      [200, "writer", "A test blog & more"],
    );
    const reportId = await keepDraft(
      db,
      { organizationId: me.userId, projectId },
      { content: { slug: "through-the-api" } },
    );
    const publish = (mode?: string) =>
      me.call<Posted>("POST", `${path}/publish-to-cms`, {
        reportId,
        tags: ["Walk"],
        ...(mode ? { mode } : {}),
      });
    const { data: draft } = await publish("draft");
    assert.deepEqual([draft.mode, draft.url], ["draft", null]);
    const answers = await Promise.all([publish(), publish(), publish()]);
    for (const { data } of answers) assert.equal(data.cms_post_id, draft.cms_post_id);
    assert.equal(answers.filter(({ data }) => !data.already_published).length, 1);
    assert.equal(answers[0]!.data.url, `${site.url}/through-the-api/`);
    const read = await fetch(`${site.url}/wp-json/wp/v2/posts?slug=through-the-api`);
    assert.match(await read.text(), /Acme, <strong>mostly<\\\/strong>/, "what readers are shown");
    const stored = (await posts()).filter(({ content }) => content.raw.includes(reportId));
    assert.deepEqual(
      stored.map(({ slug, tags }) => [slug, tags.length]),
      [["through-the-api", 1]],
    );
  },
);

interface Connection {
  account: string | null;
  site_name: string | null;
}

interface Posted {
  cms_post_id: string;
  url: string | null;
  mode: string;
  already_published: boolean;
}
