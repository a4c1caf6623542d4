import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { keepDraft } from "../fixtures/draft.ts";
import { type WordPressQuirk, wordPressForTests } from "../servers/wordpress.ts";
import { onAnyStore } from "../start-app.ts";

const { blog, missing } = await wordPressForTests();
after(() => blog?.[Symbol.asyncDispose]());

interface Post {
  id: number;
  status: string;
}

let aheadMs = 0;

/** What a blog does in turn at each of three calls, a minute and more between them. */
const cases: [what: string, ...turns: [WordPressQuirk[], WordPressQuirk[], WordPressQuirk[]]][] = [
  ["behaves", [], [], []],
  ["shows nothing new in its lists", ["lists_lag"], ["lists_lag"], ["lists_lag"]],
  ["shows other posts in its lists", ["lists_lie"], ["lists_lie"], ["lists_lie"]],
  ["has lists that fail", ["lists_fail"], ["lists_fail"], ["lists_fail"]],
  ["has a search that fails", ["search_fails"], ["search_fails"], ["search_fails"]],
  ["loses the answer that a post was made, and shows it then", ["answer_lost"], [], []],
  [
    "loses the answer, and its lists show nothing for a while",
    ["answer_lost", "lists_lag"],
    ["lists_lag"],
    [],
  ],
  [
    "loses the answer, and its lists never show the post",
    ["answer_lost", "lists_lag"],
    ["lists_lag"],
    ["lists_lag"],
  ],
  ["loses the answer, and its lists fail", ["answer_lost", "lists_fail"], ["lists_fail"], ["lists_fail"]],
  ["announces no API, with a mark, a notice and a comment", ["no_link", "mark", "notice", "comment"], [], []],
];

onAnyStore(
  () => ({
    config: { outboundAllow: blog ? [blog.host] : [], rateLimitScale: 0 },
    now: () => new Date(Date.now() + aheadMs),
  }),
  (app) => {
    beforeEach(() => blog?.behave([]));

    for (const [what, ...turns] of cases)
      test(`a real WordPress that ${what} has one post after three calls`, { skip: missing }, async () => {
        const site = blog!;
        const me = await app().member();
        const { id: projectId } = await me.project();
        await me.call("PUT", `/v1/projects/${projectId}/cms-connection`, {
          ...{ kind: "wordpress", siteUrl: site.url },
          ...site.author,
        });
        const slug = `post-of-${projectId}`;
        const reportId = await keepDraft(
          app().db,
          { organizationId: me.userId, projectId },
          { content: { slug } },
        );
        const said: [number, unknown][] = [];
        for (const turn of turns) {
          site.behave(turn);
          const { status, error } = await me.call("POST", `/v1/projects/${projectId}/publish-to-cms`, {
            reportId,
          });
          said.push([status, error?.details?.reason ?? null]);
          aheadMs += 61_000;
        }
        site.behave([]);
        const basic = `${site.author.username}:${site.author.applicationPassword}`;
        const search = new URLSearchParams({ slug, status: "any", context: "edit" });
        const response = await fetch(`${site.url}/wp-json/wp/v2/posts?${search}`, {
          headers: { authorization: `Basic ${Buffer.from(basic).toString("base64")}` },
        });
        const posts = (await response.json()) as Post[];
        assert.equal(posts.length, 1, JSON.stringify(said));
        // Where nobody ever hears of the post, a person decides.
        const inDoubt = what.endsWith("never show the post") || what.endsWith("lists fail");
        const last = said.at(-1)!;
        if (what.startsWith("loses") && inDoubt)
          assert.deepEqual(last, [502, "may_exist"], JSON.stringify(said));
        else assert.equal(last[0], 200, JSON.stringify(said));
      });
  },
);
