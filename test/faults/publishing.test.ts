import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, type TestContext, test } from "node:test";
import type { Db } from "../../src/server/db/db.ts";
import { openStore } from "../../src/server/db/open.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import { keepDraft } from "../fixtures/draft.ts";
import { account, type Client, client, type RunningServer, startServer } from "../server-process.ts";
import { stores } from "../stores.ts";
import { type FakeGhost, ghostKey, startGhost } from "../vendors/ghost.ts";

interface Published {
  cms_post_id: string;
  mode: string;
  already_published: boolean;
}

let ghost: FakeGhost;
before(async () => {
  ghost = await startGhost();
});
beforeEach(() => {
  ghost.posts.length = 0;
  ghost.asked.length = 0;
  ghost.fault = undefined;
});
after(() => ghost[Symbol.asyncDispose]());

type Place = Record<string, string>;

async function placeOf(t: TestContext, store: (typeof stores)[number]): Promise<Place> {
  const around = { OVERHEARD_OUTBOUND_ALLOW: ghost.host, OVERHEARD_RATE_LIMIT_SCALE: "0" };
  if (store.name === "PostgreSQL")
    return { ...around, DATABASE_URL: (await store.open(t)).connectionString! };
  const dataDir = mkdtempSync(join(tmpdir(), "overheard-publish-"));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  return { ...around, OVERHEARD_DATA_DIR: dataDir };
}

/** Looks into the store while no server holds it. */
async function within<T>(place: Place, look: (db: Db) => Promise<T>): Promise<T> {
  const at = { databaseUrl: place.DATABASE_URL ?? null, dataDir: place.OVERHEARD_DATA_DIR ?? "" };
  await using store = await openStore(at, createLog("silent"));
  return await look(store.db);
}

async function serving(t: TestContext, place: Place): Promise<RunningServer> {
  const server = await startServer(place);
  t.after(() => server.stop("SIGKILL"));
  return server;
}

/** Somebody with a connected blog and written articles, left without a server. */
async function author(t: TestContext, place: Place, drafts: number) {
  const server = await serving(t, place);
  const me = await account(server.url, "author@example.com", place);
  const { data: project } = await me.call<{ id: string }>("POST", "/v1/projects", {
    name: "Acme",
    brand: "Acme",
  });
  const access = { kind: "ghost", siteUrl: ghost.url, adminApiKey: ghostKey };
  const { status } = await me.call("PUT", `/v1/projects/${project.id}/cms-connection`, access);
  assert.equal(status, 200);
  await server.stop();
  const reportIds = await within(place, async (db) => {
    const { user_id: organizationId } = await db
      .selectFrom("projects")
      .select("user_id")
      .executeTakeFirstOrThrow();
    const ids = [];
    for (let made = 0; made < drafts; made += 1)
      ids.push(await keepDraft(db, { organizationId, projectId: project.id }));
    return ids;
  });
  const publish = ({ call }: Client, reportId: string) =>
    call<Published>("POST", `/v1/projects/${project.id}/publish-to-cms`, { reportId });
  return { key: me.key, reportIds, publish };
}

const postsOf = (reportId: string) =>
  ghost.posts.filter(({ tags }) => tags.some(({ name }) => name.endsWith(reportId)));

// One after the other: several servers at once starve each other on a small machine.
describe("publishing by processes that die", () => {
  for (const store of stores) {
    test(`contract/publishing: ${store.name}: killed at any request to the blog, a server leaves one post, which the next one finds`, {
      skip: store.skip,
    }, async (t) => {
      const place = await placeOf(t, store);
      // Opening an embedded store again and again takes its time.
      const moments = store.name === "PGlite" ? ["POST posts/"] : ["GET posts/", "POST posts/", "PUT posts/"];
      const { key, reportIds, publish } = await author(t, place, moments.length);
      for (const [at, moment] of moments.entries()) {
        const reportId = reportIds[at]!;
        const dying = await serving(t, place);
        const dead = Promise.withResolvers<void>();
        ghost.fault = async (asked) => {
          if (!asked.startsWith(moment)) return null;
          ghost.fault = undefined;
          // The request is done all the same; nobody is there to hear of it.
          await dying.stop("SIGKILL");
          dead.resolve();
          return null;
        };
        const lost = publish(client(dying.url, key), reportId).catch(() => null);
        await dead.promise;
        assert.equal(await lost, null, moment);
        await within(place, (db) => claimRunsOut(db, reportId));

        const server = await serving(t, place);
        const { status, data } = await publish(client(server.url, key), reportId);
        assert.deepEqual([status, data.mode], [200, "publish"], moment);
        assert.equal(data.already_published, moment === "PUT posts/", moment);
        const again = await publish(client(server.url, key), reportId);
        assert.deepEqual(again.data, { ...data, already_published: true });
        assert.deepEqual(
          postsOf(reportId).map(({ id, status }) => [id, status]),
          [[data.cms_post_id, "published"]],
          moment,
        );
        await server.stop();
      }
    });
  }

  const server = stores[1]!;
  test("contract/publishing: two servers on one PostgreSQL that are asked at once make one post", {
    skip: server.skip,
  }, async (t) => {
    const place = await placeOf(t, server);
    const { key, reportIds, publish } = await author(t, place, 5);
    const both = [await serving(t, place), await serving(t, place)].map(({ url }) => client(url, key));
    for (const reportId of reportIds) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => publish(both[at % 2]!, reportId)),
      );
      for (const { status } of answers) assert.equal(status, 200);
      assert.equal(answers.filter(({ data }) => !data.already_published).length, 1);
      assert.equal(postsOf(reportId).length, 1);
    }
    assert.equal(ghost.asked.filter((asked) => asked === "POST posts/").length, reportIds.length);
  });
});

/** As a minute later: the claim of the process that died has run out. */
async function claimRunsOut(db: Db, reportId: string): Promise<void> {
  const claimed = await db
    .updateTable("publications")
    .set({ claimed_until: new Date(Date.now() - 1) })
    .where("report_id", "=", reportId)
    .where("claim", "is not", null)
    // A post that is to be public is noted as a draft before it is.
    .where((on) => on.or([on("mode", "is", null), on("mode", "=", "draft")]))
    .returning("report_id")
    .execute();
  assert.equal(claimed.length, 1, "it died holding the claim");
}
