import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { promptKey } from "../../src/reader/prompt.ts";
import { type Member, onEachStore, type TestApp } from "../start-app.ts";

const prompt = "Which pump is the quietest?";
const dayMs = 86_400_000;
const start = Date.now();
let ahead = 0;
const now = () => new Date(start + ahead);
async function later(days: number): Promise<void> {
  ahead = days * dayMs;
}

const rowsAt = (daysAgo: number, texts: readonly string[]) =>
  texts.map((answer, at) => ({
    ...{ prompt, provider: "chatgpt", answer, sample: at + 1 },
    answeredAt: new Date(start - daysAgo * dayMs).toISOString(),
  }));
const texts = ["Acme is quiet.", "Bolt, and Acme Hill is nice.", "Bolt is the quietest.", "Acme, then Bolt."];

interface World {
  me: Member;
  id: string;
  workspace: string;
  report: string;
  paths: Record<string, string>;
}

async function begun(app: TestApp): Promise<World> {
  ahead = 0;
  const me = await app.member({ plan: "agency" });
  const { data: workspace } = await me.call<{ id: string }>("POST", "/v1/client-workspaces", {
    name: "Client",
    kind: "client",
  });
  const { id } = await me.project({ competitors: ["Bolt", "Cube"], workspaceId: workspace.id });
  const take = async (daysAgo: number, answers = texts) => {
    const { data, text } = await me.call<{ id: string }>(
      "POST",
      `/v1/projects/${id}/imports`,
      rowsAt(daysAgo, answers),
    );
    assert.ok(data, text);
    return data.id;
  };
  await take(9, texts.slice(1));
  const report = await take(2);
  const of = `/v1/reports/${report}`;
  const key = promptKey(prompt);
  const paths = {
    summary: of,
    full: `${of}?view=full`,
    raw: `${of}?view=raw`,
    latest: `/v1/reports/latest?projectId=${id}&view=full`,
    answer: `${of}/provider-answer?promptKey=${key}&provider=chatgpt`,
    compare: `${of}/compare`,
    trends: `/v1/projects/${id}/visibility-trends`,
    days: `/v1/projects/${id}/visibility-trends?interval=day`,
    competitor: `/v1/projects/${id}/competitors/Bolt`,
    brief: `/v1/projects/${id}/client-brief`,
  };
  return { me, id, workspace: workspace.id, report, paths };
}

type View = keyof Awaited<ReturnType<typeof begun>>["paths"] & string;

const asked = (me: Member, path: string, tag?: string) =>
  me.call("GET", path, undefined, tag ? { headers: { "if-none-match": tag } } : {});

async function tagsOf({ me, paths }: World): Promise<Map<View, string>> {
  const tags = new Map<View, string>();
  for (const [view, path] of Object.entries(paths)) {
    const { status, headers, text } = await asked(me, path);
    assert.equal(status, 200, `${view}: ${text}`);
    tags.set(view, String(headers.etag));
  }
  return tags;
}

/** The views of which a caller who holds these is sent another. */
async function changed({ me, paths }: World, tags: Map<View, string>): Promise<View[]> {
  const sent: View[] = [];
  for (const [view, path] of Object.entries(paths)) {
    const { status, text } = await asked(me, path, tags.get(view));
    assert.ok([200, 304, 404].includes(status), `${view}: ${text}`);
    if (status !== 304) sent.push(view);
  }
  return sent;
}

const ofReport: View[] = ["summary", "full", "raw", "latest", "answer", "compare"];
const ofProject: View[] = ["latest", "trends", "days", "competitor", "brief"];
const every: View[] = [...new Set([...ofReport, ...ofProject])];

onEachStore(
  () => ({ now, config: { rateLimitScale: 100 } }),
  (app) => {
    /** Makes a change and holds that these views are sent again, and that what is sent then is held again. */
    const after = async (world: World, wanted: readonly View[], change: () => Promise<unknown>) => {
      const tags = await tagsOf(world);
      assert.deepEqual(await changed(world, tags), []);
      await change();
      await app().settle();
      const sent = await changed(world, tags);
      for (const view of wanted) assert.ok(sent.includes(view), `${view} is not among ${sent}`);
    };

    test("a current tag is answered with 304 on every view, with its limit and no body", async () => {
      const world = await begun(app());
      for (const [view, tag] of await tagsOf(world)) {
        const { status, headers, text } = await asked(world.me, world.paths[view]!, `"other", ${tag}`);
        assert.deepEqual([view, status, text, headers.etag], [view, 304, "", tag]);
        assert.ok(headers["ratelimit-remaining"]);
        assert.equal((await asked(world.me, world.paths[view]!, '"other"')).status, 200);
      }
    });

    test("a tag is worth nothing to whom the view is not shown", async () => {
      const world = await begun(app());
      const other = await app().member({ plan: "agency" });
      for (const [view, tag] of await tagsOf(world)) {
        const path = world.paths[view]!;
        const headers = { "if-none-match": tag };
        assert.equal((await world.me.call("GET", path, undefined, { token: "no", headers })).status, 401);
        assert.equal((await other.call("GET", path, undefined, { headers })).status, 404);
        assert.equal((await asked(other, path, "*")).status, 404);
      }
      const limited = `${world.paths.full}&limit=500`;
      assert.equal((await asked(world.me, limited, "*")).status, 400);
    });

    test("a report before it, and its end, send what is compared with it again", async () => {
      const world = await begun(app());
      let between = "";
      await after(world, ["summary", "full", "latest", "compare", "trends", "days", "brief"], async () => {
        const rows = rowsAt(5, ["Cube is fine.", "Cube and Bolt."]);
        const { data } = await world.me.call<{ id: string }>(
          "POST",
          `/v1/projects/${world.id}/imports`,
          rows,
        );
        between = data.id;
      });
      await after(world, ["summary", "full", "latest", "compare", "trends", "days", "brief"], () =>
        world.me.call("DELETE", `/v1/reports/${between}`),
      );
    });

    test("a newer report sends what is about the newest again", async () => {
      const world = await begun(app());
      await after(world, ofProject, () =>
        world.me.call("POST", `/v1/projects/${world.id}/imports`, rowsAt(1, texts.slice(2))),
      );
    });

    test("another reading sends everything again: for a correction, its end, and for other brands", async () => {
      const world = await begun(app());
      const [, second] = texts;
      const from = second!.indexOf("Acme");
      const occurrence = {
        ...{ reportId: world.report, promptKey: promptKey(prompt), provider: "chatgpt", sample: 2 },
        ...{ start: from, end: from + 4 },
      };
      let correction = "";
      const path = `/v1/projects/${world.id}/corrections`;
      await after(world, ofReport, async () => {
        const { data, text } = await world.me.call<{ id: string }>("POST", path, { kind: "us", occurrence });
        assert.ok(data, text);
        correction = data.id;
      });
      await after(world, ofReport, () => world.me.call("DELETE", `${path}/${correction}`));
      await after(world, every, () =>
        world.me.call("PATCH", `/v1/projects/${world.id}`, { competitors: ["Bolt"] }),
      );
    });

    test("what a project says of itself sends its views again", async () => {
      const world = await begun(app());
      await after(world, ofProject, () =>
        world.me.call("PATCH", `/v1/projects/${world.id}`, { timezone: "Asia/Tokyo" }),
      );
    });

    test("something done, and its end, send what tells its effect again", async () => {
      const world = await begun(app());
      const path = `/v1/projects/${world.id}/interventions`;
      let done = "";
      const wanted = ["full", "latest", "trends", "days", "brief"];
      await after(world, wanted, async () => {
        const at = new Date(start - 4 * dayMs).toISOString();
        const { data, text } = await world.me.call<{ id: string }>("POST", path, { at, title: "New page" });
        assert.ok(data, text);
        done = data.id;
      });
      await after(world, wanted, () => world.me.call("DELETE", `${path}/${done}`));
    });

    test("the end of a day, and of a window, send what ends with it again", async () => {
      const world = await begun(app());
      await after(world, ["days"], () => later(1));
      await after(world, ["trends", "days", "brief"], () => later(26));
      ahead = 0;
    });

    test("what is kept no longer is sent again: texts that are gone, rows that go", async () => {
      const world = await begun(app());
      const gone = (column: string) =>
        sql`update reports set ${sql.ref(column)} = now() where id = ${world.report}`.execute(app().db);
      await after(world, ["full", "raw", "latest"], async () => {
        await sql`update asks set answer = null where report_id = ${world.report}`.execute(app().db);
        await gone("answers_gone_at");
      });
      const { answer: _, ...paths } = world.paths;
      await after({ ...world, paths }, ["full", "raw", "latest"], () => gone("rows_gone_at"));
      // Rows go one after the other, so only the answer itself tells.
      await after({ ...world, paths }, ["full", "raw", "latest"], () =>
        sql`delete from asks where report_id = ${world.report} and sample = 1`.execute(app().db),
      );
    });

    test("another reach and another state of the program send everything again", async () => {
      const world = await begun(app());
      const { me, workspace } = world;
      await after(world, every, async () => {
        await sql`update members set role = 'viewer', workspace_ids = array[${workspace}::uuid]
          where user_id = ${me.userId}`.execute(app().db);
        app().app.services.forgetUser(me.userId);
      });
      await after(world, every, async () => {
        Object.assign(app().app.ports, { edition: () => "the next" });
      });
    });
  },
);
