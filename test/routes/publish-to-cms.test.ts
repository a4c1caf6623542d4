import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import type { Static } from "typebox";
import { standardPlans } from "../../src/server/api/access/plan.ts";
import type { ProjectContext } from "../../src/server/api/context.ts";
import type { GeneratedContentView } from "../../src/server/content/drafts/generated-content-view.ts";
import { blogConnection } from "../../src/server/content/publishing/blog-connection.ts";
import type { WantedPost } from "../../src/server/content/publishing/one-post.ts";
import type { PublicationView } from "../../src/server/content/publishing/publication-view.ts";
import { claimPublication } from "../../src/server/content/publishing/publications.ts";
import { publishOnce } from "../../src/server/content/publishing/publish-once.ts";
import { Problem } from "../../src/server/kernel/problem.ts";
import { findProject } from "../../src/server/projects/projects.ts";
import { type Answer, issuesOf, mcp, warningsOf } from "../doors.ts";
import { ownOf } from "../fixtures/account.ts";
import { type DraftOptions, keepDraft } from "../fixtures/draft.ts";
import { type Member, onAnyStore, type Project } from "../start-app.ts";
import type { Fault } from "../vendors/faults.ts";
import { type FakeGhost, type GhostFault, type GhostPost, ghostKey, startGhost } from "../vendors/ghost.ts";

type View = Static<typeof PublicationView>;

let ghost: FakeGhost;
let aheadMs = 0;
before(async () => {
  ghost = await startGhost();
});
beforeEach(() => {
  ghost.posts.length = 0;
  ghost.asked.length = 0;
  ghost.fault = undefined;
  ghost.lists = undefined;
});
after(() => ghost[Symbol.asyncDispose]());

const publish = (me: Member, projectId: string, body: Record<string, unknown>, headers = {}) =>
  me.call<View>("POST", `/v1/projects/${projectId}/publish-to-cms`, body, { headers });
const connect = (me: Member, projectId: string) =>
  me.call("PUT", `/v1/projects/${projectId}/cms-connection`, {
    ...{ kind: "ghost", siteUrl: ghost.url, adminApiKey: ghostKey },
  });

/** The next request of this kind goes wrong, and those after it do not. */
function onceOn(asked: string, fault: GhostFault): void {
  ghost.fault = (request) => {
    if (request !== asked) return null;
    ghost.fault = undefined;
    return fault;
  };
}

const nowMs = () => Date.now() + aheadMs;

/** A post of somebody else's. */
const foreign: GhostPost = {
  ...{ id: "e".repeat(24), title: "", html: "", status: "published", url: "https://blog.example/other/" },
  ...{ updated_at: "2026-01-01T00:00:00.000Z", tags: [] },
};

const refusalOf = ({ status, error }: Answer) => [status, error?.code, error?.details];

onAnyStore(
  () => ({
    config: { outboundAllow: [ghost.host], rateLimitScale: 0 },
    now: () => new Date(Date.now() + aheadMs),
  }),
  (app) => {
    const draftOf = (me: Member, projectId: string, options: DraftOptions = {}) =>
      keepDraft(app().db, { organizationId: me.userId, projectId }, options);
    /** Somebody with a connected blog and a written article. */
    async function author(options: DraftOptions = {}) {
      const me = await app().member();
      const { id: projectId } = await me.project();
      assert.equal((await connect(me, projectId)).status, 200);
      ghost.asked.length = 0;
      return { me, projectId, reportId: await draftOf(me, projectId, options) };
    }

    test("contract/publishing: POST publish-to-cms publishes an article once, with what was asked for", async () => {
      const { me, projectId, reportId } = await author();
      const { status, data, meta } = await publish(me, projectId, {
        reportId,
        tags: ["CRM", "crm", "Shops"],
      });
      assert.equal(status, 200);
      const { published_at, ...rest } = data;
      assert.ok(Math.abs(Date.parse(published_at) - Date.now() - aheadMs) < 60_000);
      assert.equal(meta.warnings, undefined);
      const [post] = ghost.posts;
      assert.deepEqual(rest, {
        ...{ report_id: reportId, cms: "ghost", cms_post_id: post!.id, url: post!.url },
        ...{ mode: "publish", already_published: false },
        edit_url: `${ghost.url}/ghost/#/editor/post/${post!.id}`,
      });
      const { title, html, status: shown, slug, meta_description, tags } = post!;
      assert.deepEqual(
        [title, shown, slug, meta_description],
        ["Which CRM suits a florist?", "published", "crm-for-florists", "A look at three."],
      );
      assert.match(
        html,
        /^<h2>In short<\/h2>\s*<p>Acme, <strong>mostly<\/strong>\. <a href="https:\/\/acme\.example\/prices">Prices<\/a><\/p>$/,
      );
      assert.deepEqual(
        tags.map(({ name }) => name),
        ["CRM", "Shops", `#overheard-${reportId}`],
      );
    });

    test("contract/publishing: a second call gives what the first one did, without asking the blog", async () => {
      const { me, projectId, reportId } = await author();
      const { data: first } = await publish(me, projectId, { reportId });
      const asked = ghost.asked.length;
      for (const body of [{ reportId }, { reportId, mode: "draft", slug: "other" }]) {
        const { status, data, meta } = await publish(me, projectId, body);
        assert.deepEqual([status, data], [200, { ...first, already_published: true }]);
        assert.ok(meta?.warnings?.some(({ code }) => code === "POST_NOT_CHANGED"));
      }
      const title = { title: "Another title" };
      const edited = await me.call("PATCH", `/v1/reports/${reportId}/content`, title);
      assert.deepEqual(
        edited.meta?.warnings?.map(({ code }) => code),
        ["POST_NOT_CHANGED"],
      );
      assert.deepEqual([ghost.asked.length, ghost.posts.length], [asked, 1]);
    });

    test("contract/publishing: images of a draft are not in its post, which the answer says", async () => {
      const { me, projectId, reportId } = await author();
      const bodyMarkdown =
        "Acme. ![A chart](https://acme.example/a.png) [![B](https://acme.example/b.png)](https://acme.example)";
      assert.equal((await me.call("PATCH", `/v1/reports/${reportId}/content`, { bodyMarkdown })).status, 200);
      const answer = await publish(me, projectId, { reportId });
      assert.deepEqual(
        answer.meta.warnings?.map(({ code, message }) => [code, message]),
        [["IMAGES_LEFT_OUT", "The post is without the draft's 2 images. Add them on the blog."]],
      );
      assert.doesNotMatch(ghost.posts[0]!.html, /<img/);
    });

    test("a published draft that is deleted leaves its post, which the answer says", async () => {
      const { me, projectId, reportId } = await author();
      await publish(me, projectId, { reportId });
      const { status, meta } = await me.call("DELETE", `/v1/reports/${reportId}`);
      assert.deepEqual([status, meta.warnings?.map(({ code }) => code)], [200, ["POST_STAYS"]]);
      assert.equal(ghost.posts.length, 1);
    });

    test("contract/publishing: a post left as a draft is the one that is published later", async () => {
      const { me, projectId, reportId } = await author();
      const { data: draft } = await publish(me, projectId, { reportId, mode: "draft" });
      assert.deepEqual([draft.mode, draft.url, draft.already_published], ["draft", null, false]);
      const { data: report } = await me.call<{ published: unknown }>("GET", `/v1/reports/${reportId}`);
      const { edit_url, published_at } = draft;
      assert.deepEqual(report.published, { url: null, mode: "draft", edit_url, at: published_at });
      const { data: again } = await publish(me, projectId, { reportId, mode: "draft" });
      assert.deepEqual(again, { ...draft, already_published: true });
      const { data: shown } = await publish(me, projectId, { reportId });
      assert.deepEqual(
        [shown.mode, shown.cms_post_id, shown.already_published],
        ["publish", draft.cms_post_id, false],
      );
      assert.deepEqual(
        ghost.posts.map(({ status }) => status),
        ["published"],
      );
    });

    test("contract/publishing: twenty calls at once are one post, and all of them are told where it is", async () => {
      const { me, projectId, reportId } = await author();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => publish(me, projectId, { reportId })),
      );
      for (const { status, text } of answers) assert.equal(status, 200, text);
      assert.equal(ghost.posts.length, 1);
      assert.equal(ghost.asked.filter((asked) => asked === "POST posts/").length, 1);
      assert.equal(answers.filter(({ data }) => !data.already_published).length, 1);
      assert.equal(new Set(answers.map(({ data }) => data.cms_post_id)).size, 1);
    });

    test("contract/publishing: twenty calls at once with one idempotency key are one post, and a later one is its replay", async () => {
      const { me, projectId, reportId } = await author();
      const send = () => publish(me, projectId, { reportId }, { "idempotency-key": "once" });
      for (const { status, error } of await Promise.all(Array.from({ length: 20 }, send)))
        assert.ok(status === 200 || error.code === "IDEMPOTENCY_IN_PROGRESS");
      const { data, headers } = await send();
      assert.equal(headers["idempotent-replayed"], "true");
      assert.deepEqual([data.cms_post_id, ghost.posts.length], [ghost.posts[0]!.id, 1]);
    });

    test("contract/publishing: whoever asks while another is at the blog waits for the outcome", async () => {
      const { me, projectId, reportId } = await author();
      const held = Promise.withResolvers<null>();
      const reached = Promise.withResolvers<void>();
      ghost.fault = (asked) => {
        if (asked !== "POST posts/") return null;
        reached.resolve();
        return held.promise;
      };
      const first = publish(me, projectId, { reportId });
      await reached.promise;
      const second = publish(me, projectId, { reportId });
      held.resolve(null);
      assert.deepEqual(
        [(await first).data.already_published, (await second).data.already_published],
        [false, true],
      );
      assert.equal(ghost.posts.length, 1);
    });

    test("contract/publishing: who has waited long enough is told to come back, and nothing is sent twice", async () => {
      const { me, projectId, reportId } = await author();
      const project = await findProject(app().db, ownOf(me.userId), projectId);
      const context = { ...app().app.services, project, signal: new AbortController().signal };
      const key = { projectId, reportId };
      const at = app().app.services.now();
      const until = new Date(at.getTime() + 60_000);
      const terms = { cms: "ghost", siteUrl: ghost.url, mode: "publish" } as const;
      assert.equal(await claimPublication(app().db, key, terms, { id: randomUUID(), until }, at), true);
      assert.equal(await claimPublication(app().db, key, terms, { id: randomUUID(), until }, at), false);
      const waiting = publishOnce(
        context as unknown as ProjectContext,
        await blogConnection(context as unknown as ProjectContext),
        { reportId, mode: "publish" } as WantedPost,
        { waitMs: 40, lookEveryMs: 10 },
      );
      await assert.rejects(waiting, (error) => {
        assert.ok(error instanceof Problem);
        assert.deepEqual(
          [error.code, error.details],
          ["CMS_UPSTREAM_ERROR", { retryable: true, reason: "in_progress" }],
        );
        return Number(error.retryAfterSeconds) > 0;
      });
      assert.deepEqual([ghost.asked, ghost.posts], [[], []]);
    });

    test("an edit or a deletion while a draft is being published says what that means for the post", async () => {
      const { me, projectId, reportId } = await author();
      let edited: Answer | undefined;
      let deleted: Answer | undefined;
      ghost.fault = async (asked) => {
        if (!asked.startsWith("PUT")) return null;
        edited = await me.call("PATCH", `/v1/reports/${reportId}/content`, { title: "Another title" });
        deleted = await me.call("DELETE", `/v1/reports/${reportId}`);
        return null;
      };
      const { status, error } = await publish(me, projectId, { reportId, mode: "publish" });
      assert.deepEqual(warningsOf(edited!), ["POST_NOT_CHANGED"]);
      assert.deepEqual(warningsOf(deleted!), ["POST_STAYS"]);
      assert.deepEqual([status, error?.code], [404, "REPORT_NOT_FOUND"]);
      assert.match(error!.message, /Its post is on the blog/);
      assert.equal(ghost.posts[0]?.status, "published");
    });

    test("a blog that does not make a post public is said to have it as a draft", async () => {
      const { me, projectId, reportId } = await author();
      ghost.fault = (asked) => {
        if (!asked.startsWith("PUT")) return null;
        const [post] = ghost.posts;
        return { status: 200, body: { posts: [{ ...post, status: "scheduled" }] } };
      };
      const answer = await publish(me, projectId, { reportId, mode: "publish" });
      assert.deepEqual([answer.data?.mode, answer.data?.url], ["draft", null]);
      assert.deepEqual(warningsOf(answer), ["POST_NOT_PUBLIC"]);
    });

    test("what was a draft on the blog is published as it stands there, and that is said", async () => {
      const { me, projectId, reportId } = await author();
      assert.deepEqual(
        warningsOf(await publish(me, projectId, { reportId, mode: "draft" })).includes("POST_NOT_CHANGED"),
        false,
      );
      const published = await publish(me, projectId, { reportId });
      assert.deepEqual(
        [published.data.mode, warningsOf(published).includes("POST_NOT_CHANGED")],
        ["publish", true],
      );
    });

    for (const [when, at, already] of [
      ["before it was shown to readers", "PUT posts/000000000000000000000001/", false],
      ["before the outcome was stored", null, true],
    ] as const)
      test(`contract/publishing: a holder that died ${when} is followed by one who finds the post and makes no other`, async () => {
        const { me, projectId, reportId } = await author();
        if (at) onceOn(at, "cut");
        await publish(me, projectId, { reportId });
        // As the holder's end would have left it.
        const until = new Date(Date.now() + aheadMs + 60_000);
        await app()
          .db.updateTable("publications")
          .set({
            ...{ claim: randomUUID(), claimed_until: until },
            ...{ cms_post_id: null, url: null, mode: null, published_at: null },
          })
          .where("report_id", "=", reportId)
          .execute();
        aheadMs += 61_000;
        const { status, data } = await publish(me, projectId, { reportId });
        assert.deepEqual([status, data.already_published, data.mode], [200, already, "publish"]);
        assert.deepEqual(
          ghost.posts.map(({ status }) => status),
          ["published"],
        );
        const { data: known } = await publish(me, projectId, { reportId });
        assert.deepEqual(known, { ...data, already_published: true });
      });

    for (const [what, fault, reason] of [
      ["is overloaded", { status: 429 }, "overloaded"],
      ["cuts the connection after the post was made", { after: "cut" }, "unreachable"],
      ["breaks after the post was made", { after: { status: 504 } }, "overloaded"],
      ["answers with garbage after the post was made", { after: "malformed" }, "no_blog"],
      ["answers with a page after the post was made", { after: "html" }, "no_blog"],
      ["answers without an end after the post was made", { after: "endless" }, "no_blog"],
      ["answers with a bomb after the post was made", { after: "gzip_bomb" }, "no_blog"],
      ["answers with what is no HTTP after the post was made", { after: "bad_chunks" }, "no_blog"],
    ] as const satisfies [string, GhostFault, string][])
      test(`contract/publishing: a blog that ${what} is 502 to try again, and then there is one post`, async () => {
        const { me, projectId, reportId } = await author();
        onceOn("POST posts/", fault);
        const failed = await publish(me, projectId, { reportId });
        assert.deepEqual(refusalOf(failed), [502, "CMS_UPSTREAM_ERROR", { retryable: true, reason }]);
        assert.ok(Number(failed.headers["retry-after"]) >= 1);
        assert.ok(!/IGNORE|Maintenance/.test(failed.text), "never the blog's own words");
        // What is still on its way has arrived by then.
        aheadMs += 16_000;
        const { status, data } = await publish(me, projectId, { reportId });
        assert.deepEqual([status, data.mode, ghost.posts.length], [200, "publish", 1]);
        assert.equal((await publish(me, projectId, { reportId })).data.already_published, true);
      });

    for (const fault of ["cut_body", "cut"] as Fault[])
      test(`contract/publishing: a blog whose connection breaks off (${fault}) is 502, and nothing is half-published`, async () => {
        const { me, projectId, reportId } = await author();
        onceOn("GET posts/", fault);
        const { status, error } = await publish(me, projectId, { reportId });
        assert.deepEqual([status, error.code], [502, "CMS_UPSTREAM_ERROR"]);
        assert.equal(ghost.posts.length, 0);
        assert.equal((await publish(me, projectId, { reportId })).status, 200);
        assert.equal(ghost.posts.length, 1);
      });

    for (const fault of ["deep", "html", "empty", "redirect", { status: 500 }] as Fault[])
      test(`contract/publishing: a blog whose search alone is broken (${JSON.stringify(fault)}) gets its one post`, async () => {
        const { me, projectId, reportId } = await author();
        ghost.fault = (asked) => (asked === "GET posts/" ? fault : null);
        assert.equal((await publish(me, projectId, { reportId })).status, 200);
        assert.equal((await publish(me, projectId, { reportId })).data.already_published, true);
        assert.deepEqual(
          ghost.posts.map(({ status }) => status),
          ["published"],
        );
      });

    test("contract/publishing: what was sent, not confirmed and is not shown is not sent again until a person says so", async () => {
      const { me, projectId, reportId } = await author();
      const readDraft = () => me.call<{ unconfirmed: unknown }>("GET", `/v1/reports/${reportId}`);
      assert.equal((await readDraft()).data.unconfirmed, null);
      onceOn("POST posts/", { status: 500 });
      await publish(me, projectId, { reportId });
      const look_at = `${ghost.url}/ghost/#/posts`;
      const details = async (body: Record<string, unknown> = {}) => {
        const { error, headers } = await publish(me, projectId, { reportId, ...body });
        const { sent_at, ...rest } = error.details as Record<string, unknown>;
        assert.equal(rest.retryable, headers["retry-after"] !== undefined);
        assert.deepEqual((await readDraft()).data.unconfirmed, { sent_at, look_at });
        return rest;
      };
      aheadMs += 16_000;
      const waiting = { retryable: true, reason: "may_exist", look_at };
      assert.deepEqual(await details(), waiting);
      assert.deepEqual(await details({ sendAgain: true }), waiting, "it may yet appear");
      aheadMs += 45_000;
      assert.deepEqual(await details(), { ...waiting, retryable: false });
      assert.equal(ghost.posts.length, 0);
      const { status, data } = await publish(me, projectId, { reportId, sendAgain: true });
      assert.deepEqual([status, data.mode, ghost.posts.length], [200, "publish", 1]);
      assert.equal((await readDraft()).data.unconfirmed, null);
    });

    test("a post that arrives long after it was given up on is taken up, and stays the only one", async () => {
      const { me, projectId, reportId } = await author();
      onceOn("POST posts/", "cut");
      await publish(me, projectId, { reportId });
      aheadMs += 70_000;
      assert.equal((await publish(me, projectId, { reportId })).error.details?.reason, "may_exist");
      ghost.posts.push({
        ...{ title: "", html: "", status: "draft", slug: "", meta_description: "", updated_at: "2026" },
        ...{
          id: "f".repeat(24),
          tags: [{ name: `#overheard-${reportId}` }],
          url: "https://blog.example/late/",
        },
      });
      const { data } = await publish(me, projectId, { reportId, sendAgain: true });
      assert.deepEqual(
        ghost.posts.map(({ id, status }) => [id, status]),
        [[data.cms_post_id, "published"]],
      );
    });

    test("a blog that gives a post another slug than asked for is said to have done so", async () => {
      const { me, projectId, reportId } = await author();
      ghost.fault = (asked) => {
        if (asked.startsWith("PUT")) ghost.posts[0]!.slug = "crm-for-florists-2";
        return null;
      };
      assert.deepEqual(warningsOf(await publish(me, projectId, { reportId })), ["SLUG_CHANGED"]);
    });

    const lists = {
      "lag 10 s": (madeAt: () => number) => (found: GhostPost[]) =>
        nowMs() < madeAt() + 10_000 ? [] : found,
      fail: () => () => null,
      "show other posts": () => () => [foreign],
    };
    for (const [how, listing] of Object.entries(lists))
      test(`contract/publishing: three calls with an end at any step between are one post where lists ${how}`, async () => {
        const { me, projectId } = await author();
        for (const [moment, fault, posts] of [
          ["none", null, 1],
          ["GET posts/", "cut", 1],
          ["POST posts/", "cut", 0],
          ["POST posts/", { after: "cut" }, 1],
          ["POST posts/", { after: "html" }, 1],
          ["PUT posts/", "cut", 1],
          ["PUT posts/", { after: "cut" }, 1],
        ] as [string, GhostFault | null, number][]) {
          const reportId = await draftOf(me, projectId);
          ghost.posts.length = 0;
          let madeAt = 0;
          let ended = false;
          ghost.lists = listing(() => madeAt);
          ghost.fault = (asked) => {
            if (asked === "POST posts/") madeAt = nowMs();
            if (ended || !asked.startsWith(moment)) return null;
            ended = true;
            return fault;
          };
          for (const pauseMs of [0, 3_000, 70_000]) {
            aheadMs += pauseMs;
            await publish(me, projectId, { reportId });
          }
          assert.equal(ghost.posts.length, posts, `${moment} ${JSON.stringify(fault)}`);
          const { data } = await me.call<GeneratedContentView>("GET", `/v1/reports/${reportId}`);
          assert.ok(
            data.published?.mode === "publish" || data.unconfirmed,
            `${moment} ${JSON.stringify(fault)}`,
          );
        }
      });

    for (const [what, status, reason] of [
      ["does not let us publish", 403, "not_permitted"],
      ["does not take the post", 422, "refused"],
    ] as const)
      test(`a blog that ${what} is 502 for good, and stays connected`, async () => {
        const { me, projectId, reportId } = await author();
        onceOn("POST posts/", { status });
        const failed = await publish(me, projectId, { reportId });
        assert.deepEqual(refusalOf(failed), [502, "CMS_UPSTREAM_ERROR", { retryable: false, reason }]);
        assert.equal(failed.headers["retry-after"], undefined);
        assert.equal((await publish(me, projectId, { reportId })).status, 200, "nobody holds it any more");
      });

    test("contract/publishing: a blog that refuses the credentials counts as disconnected until it is connected again", async () => {
      const { me, projectId, reportId } = await author();
      onceOn("GET posts/", { status: 401 });
      for (let calls = 0; calls < 2; calls += 1) {
        const refused = refusalOf(await publish(me, projectId, { reportId }));
        assert.deepEqual(refused, [409, "CMS_NOT_CONNECTED", { reason: "refused" }]);
      }
      assert.deepEqual(ghost.asked, ["GET posts/"], "the second call did not ask");
      const { data: project } = await me.call<Project>("GET", `/v1/projects/${projectId}`);
      assert.deepEqual(project.cms, { connected: false, provider: "ghost" });
      const { data } = await me.call<{ active: boolean }>("GET", `/v1/projects/${projectId}/cms-connection`);
      assert.equal(data.active, false);
      await connect(me, projectId);
      assert.equal((await publish(me, projectId, { reportId })).status, 200);
    });

    test("contract/publishing: a refusal of old credentials leaves those alone that were saved meanwhile", async () => {
      const { me, projectId, reportId } = await author();
      ghost.fault = async (asked) => {
        if (asked !== "GET posts/") return null;
        ghost.fault = undefined;
        await connect(me, projectId);
        return { status: 401 };
      };
      assert.equal((await publish(me, projectId, { reportId })).status, 409);
      assert.equal((await publish(me, projectId, { reportId })).status, 200);
    });

    test("contract/outbound: a blog whose name has come to mean an address of our own network is not asked", async () => {
      const { me, projectId, reportId } = await author();
      const { port } = new URL(ghost.url);
      const access = { kind: "ghost", siteUrl: `https://127.0.0.2:${port}/`, adminApiKey: ghostKey };
      const sealed = await app().app.services.vault.seal(projectId, access);
      await app()
        .db.updateTable("cms_connections")
        .set({ sealed })
        .where("project_id", "=", projectId)
        .execute();
      const refused = refusalOf(await publish(me, projectId, { reportId }));
      assert.deepEqual(refused, [502, "CMS_UPSTREAM_ERROR", { retryable: false, reason: "no_blog" }]);
      assert.deepEqual(ghost.asked, []);
    });

    test("contract/publishing: credentials that cannot be read any more are no connection", async () => {
      const { me, projectId, reportId } = await author();
      await app()
        .db.updateTable("cms_connections")
        .set({ sealed: "no longer" })
        .where("project_id", "=", projectId)
        .execute();
      const refused = refusalOf(await publish(me, projectId, { reportId }));
      assert.deepEqual(refused, [409, "CMS_NOT_CONNECTED", { reason: "unreadable" }]);
    });

    test("contract/publishing: what cannot be published is told in its order, and the blog is not asked", async () => {
      const { me, projectId } = await author();
      const bare = await me.project();
      const brief = { kind: "update_brief", status: "processing" } as const;
      const target = { target_url: "https://acme.example/old" };
      for (const [where, options, expected] of [
        [bare.id, brief, [409, "UPDATE_BRIEF_NOT_PUBLISHABLE", target]],
        [projectId, { kind: "update_brief" }, [409, "UPDATE_BRIEF_NOT_PUBLISHABLE", target]],
        [bare.id, { status: "processing" }, [409, "CONTENT_NOT_READY", { status: "processing" }]],
        [projectId, { status: "processing" }, [409, "CONTENT_NOT_READY", { status: "processing" }]],
        [projectId, { status: "failed" }, [409, "CONTENT_NOT_READY", { status: "failed" }]],
        [
          projectId,
          { content: { bodyMarkdown: " \n" } },
          [409, "CONTENT_NOT_READY", { status: "completed" }],
        ],
        [bare.id, {}, [409, "CMS_NOT_CONNECTED", { reason: "none" }]],
      ] as const) {
        const reportId = await draftOf(me, where, options);
        assert.deepEqual(refusalOf(await publish(me, where, { reportId })), expected);
      }
      for (const platform of ["linkedin", "thread"] as const) {
        const reportId = await draftOf(me, bare.id, { platform, kind: "post", status: "processing" });
        assert.deepEqual(issuesOf(await publish(me, bare.id, { reportId })), [
          "body /reportId not_an_article",
        ]);
      }
      assert.deepEqual(ghost.asked, []);
    });

    test("contract/requests: a draft of another's, of another project, or a report of another type is 404", async () => {
      const { me, projectId } = await author();
      const other = await author();
      const elsewhere = await draftOf(me, (await me.project()).id);
      const { data: report } = await me.call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, [
        { prompt: "best crm?", provider: "chatgpt", answer: "Acme." },
      ]);
      for (const reportId of [
        other.reportId,
        elsewhere,
        report.id,
        randomUUID(),
        "nonsense",
        "x".repeat(128),
      ])
        assert.equal((await publish(me, projectId, { reportId })).error.code, "REPORT_NOT_FOUND", reportId);
      const { error } = await publish(me, other.projectId, { reportId: other.reportId });
      assert.equal(error.code, "PROJECT_NOT_FOUND");
      assert.deepEqual(ghost.asked, []);
    });

    for (const [what, body, issue] of [
      ["no report", {}, "/reportId required"],
      ["another mode", { reportId: "x", mode: "private" }, "/mode not_allowed"],
      ["a slug with a slash", { reportId: "x", slug: "a/b" }, "/slug bad_format"],
      ["a slug in capitals", { reportId: "x", slug: "CRM" }, "/slug bad_format"],
      ["an empty slug", { reportId: "x", slug: "" }, "/slug bad_format"],
      ["eleven tags", { reportId: "x", tags: Array(11).fill("a") }, "/tags too_many"],
      ["an empty tag", { reportId: "x", tags: [""] }, "/tags/0 too_short"],
      ["a tag of 61 characters", { reportId: "x", tags: ["a".repeat(61)] }, "/tags/0 too_long"],
      ["tags as text", { reportId: "x", tags: "a" }, "/tags wrong_type"],
    ] as const)
      test(`POST publish-to-cms refuses ${what}`, async () => {
        const me = await app().member();
        const { id } = await me.project();
        assert.ok(issuesOf(await publish(me, id, body)).includes(`body ${issue}`));
      });

    for (const [what, tag, code] of [
      ["of which nothing can be seen", "\u200b", "blank"],
      ["that a blog would take as its own", "#overheard-1", "bad_format"],
    ] as const)
      test(`a tag ${what} is refused`, async () => {
        const { me, projectId, reportId } = await author();
        assert.deepEqual(issuesOf(await publish(me, projectId, { reportId, tags: ["a", tag] })), [
          `body /tags/1 ${code}`,
        ]);
      });

    test("what a draft says can do nothing on the blog", async () => {
      const bodyMarkdown = [
        "# Which CRM suits a florist?",
        "<script>alert(1)</script> <img src=x onerror=alert(1)>",
        "[a](javascript:alert(1)) ![b](https://evil.example/pixel.gif)",
        "<!-- overheard:01998d1e-0000-7000-8000-000000000001 -->",
      ].join("\n\n");
      const { me, projectId, reportId } = await author({ content: { bodyMarkdown } });
      assert.equal((await publish(me, projectId, { reportId })).status, 200);
      const { html } = ghost.posts[0]!;
      assert.deepEqual(html.match(/<(?!\/?p>)[^>]*>/g), null, html);
      assert.ok(!html.includes("Which CRM"), "the title stands above the text already");
    });

    test("a text that the sandbox made up is published with a warning that says so", async () => {
      const { me, projectId, reportId } = await author({ sandbox: true });
      const answer = await publish(me, projectId, { reportId });
      assert.deepEqual([answer.status, warningsOf(answer)], [200, ["SANDBOX_ANSWERS"]]);
    });

    test("a draft deleted while it is being published ends as missing, with nothing left of it here", async () => {
      const { me, projectId, reportId } = await author();
      ghost.fault = async (asked) => {
        if (asked === "POST posts/") await me.call("DELETE", `/v1/reports/${reportId}`);
        return null;
      };
      const { status } = await publish(me, projectId, { reportId });
      assert.ok(status === 502 || status === 404, String(status));
      assert.equal((await publish(me, projectId, { reportId })).status, 404);
      for (const table of ["publications", "drafts"] as const) {
        const rows = await app()
          .db.selectFrom(table)
          .select("report_id")
          .where("report_id", "=", reportId)
          .execute();
        assert.deepEqual(rows, [], table);
      }
    });

    test("in an archived workspace nothing is published", async () => {
      const { me, projectId, reportId } = await author();
      const { data: workspace } = await me.call<{ id: string }>("POST", "/v1/client-workspaces", {
        name: "Bakery",
        kind: "client",
      });
      await me.call("PATCH", `/v1/projects/${projectId}`, { workspaceId: workspace.id });
      await me.call("PATCH", `/v1/client-workspaces/${workspace.id}`, { status: "archived" });
      const { status, error } = await publish(me, projectId, { reportId });
      assert.deepEqual([status, error.code, error.details?.reason], [403, "NO_ENTITLEMENT", "project"]);
      assert.equal((await publish(me, projectId, { reportId: randomUUID() })).error.code, "REPORT_NOT_FOUND");
    });

    test("contract/assistants: an assistant publishes by the tool what the route publishes, with the scope for it alone", async () => {
      const { me, projectId, reportId } = await author();
      const input = { projectId, reportId };
      const reader = await me.connector({ scopes: ["visibility:read", "content:write"] });
      const refused = await mcp.call(app().app.door, reader, "publish_to_cms", input);
      assert.equal(refused.error.code, "INSUFFICIENT_SCOPE");
      const { data } = await mcp.call<View>(app().app.door, await me.connector(), "publish_to_cms", input);
      assert.deepEqual([data.mode, ghost.posts.length], ["publish", 1]);
      assert.deepEqual((await publish(me, projectId, { reportId })).data, {
        ...data,
        already_published: true,
      });
    });
  },
);

onAnyStore(
  () => ({ config: { plans: standardPlans, plansOn: true, outboundAllow: [ghost.host] } }),
  (app) => {
    test("contract/limits-and-plans: a plan below growth does not publish; a draft that is not there is told before", async () => {
      const me = await app().member({ plan: "starter" });
      const { id: projectId } = await me.project();
      const brief = { kind: "update_brief" } as const;
      const reportId = await keepDraft(app().db, { organizationId: me.userId, projectId }, brief);
      const { status, error } = await publish(me, projectId, { reportId });
      assert.deepEqual([status, error.code, error.details?.reason], [403, "NO_ENTITLEMENT", "plan"]);
      assert.equal((await publish(me, projectId, { reportId: randomUUID() })).error.code, "REPORT_NOT_FOUND");
    });

    test("contract/limits-and-plans: the route takes ten calls in a minute", async () => {
      const me = await app().member({ plan: "growth" });
      const { id: projectId } = await me.project();
      const statuses = [];
      for (let calls = 0; calls < 11; calls += 1)
        statuses.push((await publish(me, projectId, { reportId: randomUUID() })).status);
      assert.deepEqual(statuses, [...Array(10).fill(404), 429]);
    });
  },
);
