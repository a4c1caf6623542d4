import assert from "node:assert/strict";
import { test } from "node:test";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { issuesOf } from "../doors.ts";
import { always, hanging } from "../fake-engines.ts";
import { type Member, onEachStore, type Project } from "../start-app.ts";

onEachStore(
  () => ({ engines: { chatgpt: always("Acme.") } }),
  (app) => {
    const once = <D>(
      me: Member,
      path: string,
      body: unknown,
      key: string,
      headers: Record<string, string> = {},
    ) => me.call<D>("POST", path, body, { headers: { "idempotency-key": key, ...headers } });

    test("twenty sends of one key at once are one project, and every answer has the same data", async () => {
      const me = await app().member();
      const terms = { name: "Acme", brand: "Acme" };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => once<Project>(me, "/v1/projects", terms, "make-one")),
      );
      for (const { status } of answers) assert.ok(status === 201 || status === 409, String(status));
      const made = answers.filter(({ status }) => status === 201);
      assert.ok(made.length >= 1);
      for (const { data } of made) assert.deepEqual(data, made[0]!.data);
      for (const { error, headers } of answers.filter(({ status }) => status === 409)) {
        assert.equal(error.code, "IDEMPOTENCY_IN_PROGRESS");
        assert.equal(headers["retry-after"], "1");
      }
      const { data: projects } = await me.call<Project[]>("GET", "/v1/projects");
      assert.equal(projects.length, 1);
      const late = await once<Project>(me, "/v1/projects", terms, "make-one");
      assert.deepEqual(
        [late.status, late.headers["idempotent-replayed"], late.meta.idempotent_replay],
        [201, "true", true],
      );
      assert.deepEqual(late.data, projects[0]);
      assert.equal(late.headers.location, `/v1/projects/${projects[0]!.id}`);
    });

    test("twenty sends of one key at once are one run, charged once", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const asked = app().engines.asked.length;
      const body = { projectId, brand: "Acme", prompts: ["one?", "two?"] };
      const send = () => once<SummaryView>(me, "/v1/analyze/custom", body, "run-once");
      const answers = await Promise.all(Array.from({ length: 8 }, send));
      const settled = [...answers.filter(({ status }) => status === 200), await send()];
      assert.equal(new Set(settled.map(({ data }) => data.id)).size, 1);
      assert.equal(app().engines.asked.length - asked, 2);
      const { meta } = await me.call("GET", "/v1/projects");
      assert.equal(meta.billing.quotas.visibility.used, 2);
    });

    test("a replay has its own request id and the bill of now", async () => {
      const me = await app().member();
      const first = await once<Project>(me, "/v1/projects", { name: "Acme", brand: "Acme" }, "k");
      const second = await once<Project>(me, "/v1/projects", { brand: "Acme", name: "Acme" }, "k");
      assert.deepEqual(second.data, first.data, "the order of the fields does not matter");
      assert.notEqual(second.meta.request_id, first.meta.request_id);
      assert.equal(first.meta.idempotent_replay, undefined);
      assert.equal(first.headers["idempotent-replayed"], undefined);
    });

    test("the same key with another body is 400, and nothing is done", async () => {
      const me = await app().member();
      await once(me, "/v1/projects", { name: "Acme", brand: "Acme" }, "k");
      const { status, error } = await once(me, "/v1/projects", { name: "Other", brand: "Acme" }, "k");
      assert.deepEqual([status, error.code], [400, "IDEMPOTENCY_KEY_REUSED"]);
      assert.equal((await me.call<Project[]>("GET", "/v1/projects")).data.length, 1);
    });

    test("a key belongs to its user and its route", async () => {
      const [me, other] = [await app().member(), await app().member()];
      const terms = { name: "Acme", brand: "Acme", prompts: ["best crm?"] };
      const mine = await once<Project>(me, "/v1/projects", terms, "k");
      const theirs = await once<Project>(other, "/v1/projects", terms, "k");
      assert.notEqual(mine.data.id, theirs.data.id);
      const run = await once(me, "/v1/analyze/project", { projectId: mine.data.id }, "k");
      assert.deepEqual([run.status, run.headers["idempotent-replayed"]], [200, undefined]);
    });

    test("a request that was refused may be sent again with the same key", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project({ prompts: undefined });
      assert.equal((await once(me, "/v1/analyze/project", { projectId }, "k")).status, 400);
      await me.call("PUT", `/v1/projects/${projectId}/prompts`, { prompts: ["best crm?"] });
      const { status, headers } = await once(me, "/v1/analyze/project", { projectId }, "k");
      assert.deepEqual([status, headers["idempotent-replayed"]], [200, undefined]);
    });

    test("while the first request is at work its key is taken; after a crash the run that it began is told", async () => {
      const stuck = hanging();
      app().engines.say({ chatgpt: stuck });
      const me = await app().member();
      const { id: projectId } = await me.project();
      const body = { projectId, brand: "Acme", prompts: ["one?"] };
      const first = once<SummaryView>(me, "/v1/analyze/custom", body, "k", { prefer: "wait=20" });
      await until(async () => stuck.waiting() > 0);
      const early = await once(me, "/v1/analyze/custom", body, "k");
      assert.deepEqual([early.status, early.error.code], [409, "IDEMPOTENCY_IN_PROGRESS"]);

      // The process dies between its commit and its answer; its connections, or the next start, say so.
      await app()
        .db.updateTable("replays")
        .set({ owner: "overheard of another life" })
        .where("user_id", "=", me.userId)
        .execute();
      const afterCrash = await once<SummaryView>(me, "/v1/analyze/custom", body, "k");
      assert.deepEqual(
        [afterCrash.status, afterCrash.data.status, afterCrash.headers["idempotent-replayed"]],
        [200, "processing", "true"],
      );
      stuck.release("Acme.");
      const { data } = await first;
      assert.equal(data.id, afterCrash.data.id);
      assert.equal((await me.call<unknown[]>("GET", "/v1/reports")).data.length, 1);
    });

    test("a reply stored by an older version replays, whatever its data lacks by now", async () => {
      const me = await app().member();
      const terms = { name: "Acme", brand: "Acme" };
      const first = await once<Project>(me, "/v1/projects", terms, "k");
      const older = { id: first.data.id, name: "Acme" };
      await app()
        .db.updateTable("replays")
        .set({ data: JSON.stringify(older) })
        .where("user_id", "=", me.userId)
        .execute();
      // Not by `once`, which holds an answer against what the action answers today.
      const { statusCode, headers, body } = await app().app.door.inject({
        ...{ method: "POST", url: "/v1/projects", payload: JSON.stringify(terms) },
        headers: {
          ...{ authorization: `Bearer ${me.key}`, "content-type": "application/json" },
          "idempotency-key": "k",
        },
      });
      assert.deepEqual([statusCode, headers["idempotent-replayed"]], [201, "true"]);
      assert.deepEqual(JSON.parse(body).data, older);
    });

    test("a key of an import gives the same report again", async () => {
      const me = await app().member();
      const { id } = await me.project();
      const rows = [{ prompt: "best crm?", provider: "chatgpt", answer: "Acme." }];
      const [first, second] = [
        await once<SummaryView>(me, `/v1/projects/${id}/imports`, rows, "k"),
        await once<SummaryView>(me, `/v1/projects/${id}/imports`, rows, "k"),
      ];
      assert.deepEqual([first.status, second.status, second.data.id], [201, 201, first.data.id]);
      assert.equal((await me.call<unknown[]>("GET", "/v1/reports")).data.length, 1);
    });

    for (const key of ["", "x".repeat(256), "täst", '"unfinished', "tab\there"]) {
      test(`the key ${JSON.stringify(key.slice(0, 12))} is 400`, async () => {
        const me = await app().member();
        const answer = await once(me, "/v1/projects", { name: "Acme", brand: "Acme" }, key);
        assert.deepEqual(issuesOf(answer), ["header /Idempotency-Key bad_format"]);
      });
    }

    test("a quoted key is the same as the bare one", async () => {
      const me = await app().member();
      const first = await once<Project>(me, "/v1/projects", { name: "Acme", brand: "Acme" }, "k 1");
      const second = await once<Project>(me, "/v1/projects", { name: "Acme", brand: "Acme" }, '"k 1"');
      assert.equal(second.data.id, first.data.id);
    });
  },
);

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 2000; looks += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail("it never came to that");
}
