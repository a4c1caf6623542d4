import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { keepDraft } from "../../../../test/fixtures/draft.ts";
import { wordPressForTests } from "../../../../test/servers/wordpress.ts";
import { startApp } from "../../../../test/start-app.ts";
import { stores } from "../../../../test/stores.ts";
import { postHtml } from "../../content/writing/markdown/post-html.ts";
import { createLog } from "../../kernel/log.ts";
import { createOutside } from "../guard/safe-fetch.ts";
import { type Blog, BlogError, type BlogPost } from "./blog.ts";
import { createBlogs } from "./index.ts";

// Against a real WordPress, as Debian packages it.

const { blog, missing } = await wordPressForTests();
const site = blog!;
let outside: ReturnType<typeof createOutside>;

const signal = AbortSignal.timeout(120_000);
const kind = (kind: string) => (error: unknown) => error instanceof BlogError && error.kind === kind;

const blogOf = (access: { username: string; applicationPassword: string }, siteUrl = site.url): Blog =>
  createBlogs(outside, createLog("silent")).open({ kind: "wordpress", siteUrl, ...access });

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

async function remove(path: string): Promise<void> {
  const { username, applicationPassword } = site.author;
  const authorization = `Basic ${Buffer.from(`${username}:${applicationPassword}`).toString("base64")}`;
  await fetch(`${site.url}/wp-json/wp/v2/${path}`, { method: "DELETE", headers: { authorization } });
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
  // WordPress alone answers as to a stranger, and only XML-RPC says why.
  const expected = site.xmlRpc ? "bad_credentials" : "credentials_lost";
  await assert.rejects(blogOf(wrong).verify(signal), kind(expected));
  await assert.rejects(blogOf(site.reader).verify(signal), kind("not_permitted"));
});

on("a published post is there for readers, once, with its tags, slug and excerpt", async () => {
  const given = post({
    slug: "crm-for-florists",
    tags: ["CRM", "Florists & co"],
    metaDescription: "A look.",
  });
  const blog = blogOf(site.author);
  const draft = await blog.create(given, async () => {}, signal);
  assert.deepEqual([draft.mode, draft.url], ["draft", null]);
  const posted = await blog.show(draft, signal);
  assert.deepEqual([posted.mode, posted.already, posted.id], ["publish", false, draft.id]);
  assert.deepEqual(await blog.show(draft, signal), { ...posted, already: true });
  assert.equal((await blog.find(given, { thorough: false }, signal))?.id, draft.id);
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

on(
  "a post whose search fails is found by its slug and among the newest, and one in the bin is gone",
  async () => {
    const given = post({ slug: "by-another-way" });
    const blog = blogOf(site.author);
    const { id, version } = await blog.create(given, async () => {}, signal);
    site.behave(["search_fails"]);
    assert.equal((await blog.find(given, { thorough: true }, signal))?.id, id);
    assert.equal((await blog.find({ ...given, slug: null }, { thorough: true }, signal))?.id, id);
    site.behave([]);
    await remove(`posts/${id}`);
    await assert.rejects(blog.show({ id, version }, signal), kind("gone"));
    await remove(`posts/${id}?force=true`);
    await assert.rejects(blog.show({ id, version }, signal), kind("gone"));
  },
);

for (const [what, quirks] of [
  ["announces its API nowhere", ["no_link"]],
  ["has a byte order mark and a notice before its answers", ["mark", "notice"]],
  ["has a cache's comment behind its answers", ["comment"]],
] as const)
  on(`one that ${what} is connected, found, and given one post`, async () => {
    site.behave([...quirks]);
    const blog = blogOf(site.author);
    const given = post();
    assert.deepEqual(await blog.verify(signal), { name: "A test blog & more" });
    const draft = await blog.create(given, async () => {}, signal);
    assert.equal((await blog.show(draft, signal)).mode, "publish");
    assert.equal((await blog.find(given, { thorough: false }, signal))?.id, draft.id);
    site.behave([]);
    assert.equal((await ofReport(given)).length, 1);
  });

for (const [what, quirk, expected] of [
  ["the web server drops the Authorization header", "strip", "credentials_lost"],
  ["application passwords are switched off", "no_passwords", "passwords_disabled"],
  ["a plug-in shuts the API to strangers, and the header is dropped", "strip_and_shut", "api_disabled"],
  ["a plug-in switches the API off", "api_off", "api_disabled"],
  ["a firewall answers", "firewall", "blocked"],
  ["the web server wants a password of its own", "locked", "locked"],
  ["it is under maintenance", "maintenance", "maintenance"],
] as const)
  on(`that ${what} is told apart`, async () => {
    site.behave([quirk]);
    try {
      await assert.rejects(blogOf(site.author).verify(signal), kind(expected));
    } finally {
      site.behave([]);
    }
  });

on("an address where nobody answers is unreachable", async () => {
  const closed = createOutside({ allow: ["127.0.0.1:1"] });
  const blog = createBlogs(closed, createLog("silent")).open({
    ...{ kind: "wordpress", siteUrl: "http://127.0.0.1:1" },
    ...site.author,
  });
  await assert.rejects(blog.verify(signal), kind("unreachable"));
  await closed[Symbol.asyncDispose]();
});

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
