import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { type FakeGhost, ghostKey, startGhost } from "../../../../test/vendors/ghost.ts";
import { postHtml } from "../../content/writing/markdown/post-html.ts";
import { createLog } from "../../kernel/log.ts";
import { createOutside } from "../guard/safe-fetch.ts";
import { BlogError, type BlogPost } from "./blog.ts";
import { createBlogs } from "./index.ts";

let site: FakeGhost;
let outside: ReturnType<typeof createOutside>;
const signal = AbortSignal.timeout(120_000);
const open = (adminApiKey = ghostKey) =>
  createBlogs(outside, createLog("silent")).open({ kind: "ghost", siteUrl: site.url, adminApiKey });
const post = (more: Partial<BlogPost> = {}): BlogPost => ({
  reportId: "01998d1e-0000-7000-8000-000000000001",
  title: "Which CRM suits a florist?",
  html: "<p>Acme</p>",
  slug: null,
  tags: [],
  metaDescription: null,
  ...more,
});

const creating = (more: Partial<BlogPost> = {}) => open().create(post(more), async () => {}, signal);
const find = (thorough = false) => open().find(post(), { thorough }, signal);

before(async () => {
  site = await startGhost();
  outside = createOutside({ allow: [site.host] });
});
beforeEach(() => {
  site.posts.length = 0;
  site.dropsFilter = false;
});
after(async () => {
  await outside[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

test("a key that holds is told the blog's name", async () => {
  assert.deepEqual(await open().verify(signal), { name: "Fake Ghost" });
});

test("a token signed with another secret is refused", async () => {
  const other = ghostKey.replace(/b2/g, "c3");
  const refused = (error: unknown) => error instanceof BlogError && error.kind === "bad_credentials";
  await assert.rejects(open(other).verify(signal), refused);
});

test("a post is created as a draft, shown once, and found again by its mark", async () => {
  const steps: string[] = [];
  const draft = await open().create(
    post(),
    async () => void steps.push(`${site.posts.length} posts`),
    signal,
  );
  assert.deepEqual([draft.mode, draft.url, steps], ["draft", null, ["0 posts"]]);
  const shown = await open().show(draft, signal);
  assert.deepEqual([shown.mode, shown.already, shown.id], ["publish", false, draft.id]);
  const again = await open().show({ id: draft.id, version: null }, signal);
  assert.deepEqual([again.already, again.url], [true, shown.url]);
  assert.equal((await find())?.id, draft.id);
  assert.equal(site.posts.length, 1);
});

test("a post that somebody changed meanwhile is shown as it is then", async () => {
  const draft = await creating();
  site.posts[0]!.updated_at = "2026-02-02T00:00:00.000Z";
  assert.deepEqual([(await open().show(draft, signal)).mode, site.posts.length], ["publish", 1]);
});

for (const [what, body, headers] of [
  [
    "with a mark and a notice before the body",
    "\uFEFF<br />\n<b>Notice</b>: Undefined index: a[] in {closure}()",
    {},
  ],
  [
    "without a body, whose header names the post",
    null,
    { location: "/ghost/api/admin/posts/000000000000000000000001/" },
  ],
] as [string, string | null, Record<string, string>][])
  test(`an answer to the creating request ${what} says which post it made`, async () => {
    site.dress = (made) => ({
      status: 201,
      headers,
      body: body === null ? "" : `${body}${made}<!-- cached -->`,
    });
    const { id } = await creating();
    site.dress = undefined;
    assert.equal(id, site.posts[0]!.id);
  });

test("a list of other posts is no answer to a creating request, and leaves open whether it was carried out", async () => {
  await creating({ reportId: "01998d1e-0000-7000-8000-000000000002" });
  site.dress = () => ({ status: 200, headers: {}, body: JSON.stringify({ posts: site.posts.slice(0, 1) }) });
  await assert.rejects(creating(), (error) => error instanceof BlogError && error.unsettled);
  site.dress = undefined;
});

test("titles, descriptions and tags go as typed, for Ghost escapes them itself; a body goes as HTML that runs nothing", async () => {
  const typed = "<script>alert(1)</script> & &amp; [gallery] {{title}} 100%20";
  const { html } = postHtml(`${typed}\n\n<!--kg-card-begin: html--><i>x</i><!--kg-card-end: html-->`);
  await creating({ title: typed, metaDescription: typed, tags: [typed], html });
  const [sent] = site.posts;
  assert.deepEqual([sent?.title, sent?.meta_description, sent?.tags[0]?.name], [typed, typed, typed]);
  assert.equal(
    sent?.html,
    "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &amp; [gallery] {{title}} 100%20</p>\n" +
      "<p>&lt;!--kg-card-begin: html--&gt;&lt;i&gt;x&lt;/i&gt;&lt;!--kg-card-end: html--&gt;</p>",
  );
});

test("of a post and the copy that somebody made of it on the blog the older is found", async () => {
  const { id } = await creating();
  site.posts.push({ ...site.posts[0]!, id: "c".repeat(24) });
  assert.equal((await find())?.id, id);
});

test("a post without our mark is nobody's of ours, whatever the blog says it found", async () => {
  await creating({ reportId: "01998d1e-0000-7000-8000-000000000002" });
  site.dropsFilter = true;
  assert.equal(await find(true), null);
});
