import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { type FakeGhost, ghostKey, startGhost } from "../../../test/vendors/ghost.ts";
import { BlogError, type BlogPost } from "../../kernel/outside/blog.ts";
import { createOutside } from "../guard/safe-fetch.ts";
import { createBlogs } from "./index.ts";

let site: FakeGhost;
let outside: ReturnType<typeof createOutside>;
const signal = AbortSignal.timeout(120_000);
const open = (adminApiKey = ghostKey) =>
  createBlogs(outside).open({ kind: "ghost", siteUrl: site.url, adminApiKey });
const post = (more: Partial<BlogPost> = {}): BlogPost => ({
  reportId: "01998d1e-0000-7000-8000-000000000001",
  title: "Which CRM suits a florist?",
  html: "<p>Acme</p>",
  slug: null,
  tags: [],
  metaDescription: null,
  mode: "publish",
  ...more,
});

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

test("contract/publishing: an article is published once, however often it is sent", async () => {
  const first = await open().publish(post(), signal);
  const second = await open().publish(post(), signal);
  assert.deepEqual([first.already, first.mode], [false, "publish"]);
  assert.deepEqual(second, { ...first, already: true });
  assert.equal(site.posts.length, 1);
});

test("titles, descriptions and tags go as typed, for Ghost escapes them itself; a body goes as HTML that runs nothing", async () => {
  const typed = "<script>alert(1)</script> & &amp; [gallery] {{title}} 100%20";
  const { html } = await createBlogs(outside).htmlOf(
    `${typed}\n\n<!--kg-card-begin: html--><i>x</i><!--kg-card-end: html-->`,
  );
  await open().publish(post({ title: typed, metaDescription: typed, tags: [typed], html }), signal);
  const [sent] = site.posts;
  assert.deepEqual([sent?.title, sent?.meta_description, sent?.tags[0]?.name], [typed, typed, typed]);
  assert.equal(
    sent?.html,
    "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &amp; [gallery] {{title}} 100%20</p>\n" +
      "<p>&lt;!--kg-card-begin: html--&gt;&lt;i&gt;x&lt;/i&gt;&lt;!--kg-card-end: html--&gt;</p>",
  );
});

test("a copy of a post that somebody made on the blog is left alone", async () => {
  await open().publish(post({ mode: "draft" }), signal);
  const [first] = site.posts;
  site.posts.push({ ...first!, id: "c".repeat(24) });
  const { id } = await open().publish(post(), signal);
  assert.deepEqual(
    site.posts.map(({ id, status }) => [id, status]),
    [
      [id, "published"],
      ["c".repeat(24), "draft"],
    ],
  );
});

test("contract/publishing: an article found as a draft after a crash is published, not made again", async () => {
  await open().publish(post({ mode: "draft" }), signal);
  const { already, mode } = await open().publish(post(), signal);
  assert.deepEqual([already, mode, site.posts.length], [false, "publish", 1]);
});

test("a post without our mark is nobody's of ours, whatever the blog says it found", async () => {
  await open().publish(post({ reportId: "01998d1e-0000-7000-8000-000000000002", mode: "draft" }), signal);
  site.dropsFilter = true;
  const { id, already } = await open().publish(post(), signal);
  assert.equal(already, false);
  assert.deepEqual(
    site.posts.map((each) => [each.id === id, each.status]),
    [
      [false, "draft"],
      [true, "published"],
    ],
  );
});
