import assert from "node:assert/strict";
import { test } from "node:test";
import { changeRetention } from "../../src/server/organizations/retention/retention.ts";
import { onAnyStore } from "../start-app.ts";
import { join } from "./joining.ts";

interface Kept {
  days: number | null;
  due: number;
  next_at: string | null;
}

interface Organization {
  retention: { answers: Kept; rows: Kept; audit: Kept; starts_at: string | null } | null;
}

const dayMs = 86_400_000;
const clock = { ahead: 0 };
const day = (days: number) => {
  clock.ahead = days * dayMs;
};

onAnyStore(
  () => ({ now: () => new Date(Date.now() + clock.ahead), config: { rateLimitScale: 0 } }),
  (app) => {
    test("contract/retention: answers, then their rows, then log entries go when the organization says, not before, and figures stay", async () => {
      // Sessions are of today.
      day(-20);
      const [me, other] = [await app().member(), await app().member()];
      const imported = async (who: typeof me) => {
        const { id } = await who.project();
        const row = { prompt: "best crm?", provider: "chatgpt", answer: "Get Acme, they say." };
        return (await who.call<{ id: string }>("POST", `/v1/projects/${id}/imports`, [row])).data.id;
      };
      const [mine, theirs] = [await imported(me), await imported(other)];
      await app().settle();
      const organization = async (body?: unknown) => {
        const { data, status, text } = await me.call<Organization>(
          ...([body ? "PATCH" : "GET", "/v1/organization", body] as const),
          { token: body ? await me.session() : me.key },
        );
        assert.equal(status, 200, text);
        return data.retention!;
      };
      const read = async (who: typeof me, id: string) => {
        const raw = await who.call<{ rows: unknown[]; prompts: { prompt_key: string }[] }>(
          "GET",
          `/v1/reports/${id}?view=raw`,
        );
        const [row] = raw.data.rows as { prompt_key: string }[];
        const key = row?.prompt_key ?? "p_00000000000000000000";
        const verbatim = await who.call(
          "GET",
          `/v1/reports/${id}/provider-answer?promptKey=${key}&provider=chatgpt`,
        );
        const summary = await who.call<{ metrics: { answers: number } }>("GET", `/v1/reports/${id}`);
        return [raw.data.rows.length, verbatim.status, summary.data.metrics.answers];
      };
      const exported = async () => {
        const { text } = await me.call("GET", `/v1/reports/${mine}/export`);
        const csv = await me.call("GET", `/v1/reports/${mine}/export?format=csv`);
        const row = JSON.parse(text) as { answer_text: string | null; answer_text_removed: boolean };
        return [row.answer_text, row.answer_text_removed, csv.text.trim().split(",").slice(-3)];
      };
      const none = { days: null, due: 0, next_at: null };
      const atFirst = await organization();
      assert.deepEqual([atFirst.answers, atFirst.rows, atFirst.starts_at], [none, none, null]);
      assert.equal(atFirst.audit.days, null);

      day(0);
      const set = await organization({ retention: { answersDays: 10, rowsDays: 30, auditDays: 40 } });
      assert.deepEqual([set.answers.days, set.answers.due, set.rows.due], [10, 1, 0]);
      assert.equal(set.answers.next_at, set.starts_at, "not at once: it can be taken back for a day");
      await app().app.worker.sweep();
      assert.deepEqual(await read(me, mine), [1, 200, 1]);
      const text = "Get Acme, they say.";
      assert.deepEqual(await exported(), [text, false, [' they say."', "false", ""]]);

      day(0.002);
      await changeRetention(
        app().db,
        me.userId,
        { answers: 10, audit: 40 },
        new Date(Date.now() + clock.ahead),
      );
      assert.equal((await organization()).starts_at, set.starts_at, "repeating it puts nothing off");
      day(1.1);
      await app().app.worker.sweep();
      assert.deepEqual(
        await read(me, mine),
        [1, 404, 1],
        "the text is gone, the row and the figures are not",
      );
      assert.deepEqual(await exported(), [null, true, ["", "true", ""]], "and the export says so");
      assert.deepEqual((await organization()).answers, { days: 10, due: 0, next_at: null });
      const [asked] = await app()
        .db.selectFrom("asks")
        .select("answer")
        .where("report_id", "=", mine)
        .execute();
      assert.equal(asked!.answer, null);

      day(11);
      await app().app.worker.sweep();
      assert.deepEqual(await read(me, mine), [0, 404, 1]);
      assert.deepEqual(
        await app().db.selectFrom("asks").select("id").where("report_id", "=", mine).execute(),
        [],
      );
      assert.deepEqual(await read(other, theirs), [1, 200, 1], "another organization's stay");

      const entries = async (userId: string) =>
        (
          await app()
            .db.selectFrom("audit_log")
            .select("action")
            .where("organization_id", "=", userId)
            .execute()
        ).map(({ action }) => action);
      day(25);
      await app().app.worker.sweep();
      assert.deepEqual(
        (await entries(me.userId)).filter((action) => action !== "sign_in"),
        ["update_organization"],
      );
      assert.ok((await entries(other.userId)).length >= 2);
      assert.equal((await me.call("DELETE", `/v1/reports/${mine}`)).status, 200);
      day(0);
    });

    test("contract/retention: a report whose answers went is not read again, and can be deleted while its rows go", async () => {
      day(0);
      const me = await app().member();
      const { id: projectId } = await me.project();
      const rows = [{ prompt: "best crm?", provider: "chatgpt", answer: "Get Acme, they say." }];
      const { data } = await me.call<{ id: string }>("POST", `/v1/projects/${projectId}/imports`, rows);
      await app().settle();
      const token = await me.session();
      await me.call("PATCH", "/v1/organization", { retention: { answersDays: 1 } }, { token });
      day(2.5);
      await app().app.worker.sweep();
      const before = await me.call("GET", `/v1/reports/${data.id}?view=summary`);
      await me.call("PATCH", `/v1/projects/${projectId}`, { brand: "Bolt and Co" });
      await app().settle();
      const after = await me.call("GET", `/v1/reports/${data.id}?view=summary`);
      const metrics = ({ data }: typeof after) => (data as { metrics: unknown }).metrics;
      assert.deepEqual(metrics(after), metrics(before));

      await app()
        .db.insertInto("deleted_reports")
        .columns(["project_id", "report_id", "created_at", "asks"])
        .expression((eb) =>
          eb
            .selectFrom("reports")
            .select(["project_id", "id", "created_at", "jobs_total"])
            .where("id", "=", data.id),
        )
        .execute();
      assert.equal((await me.call("DELETE", `/v1/reports/${data.id}`)).status, 200);
      day(0);
    });

    test("contract/retention: every member reads how long things are kept, but not one who is limited to workspaces", async () => {
      const owner = await app().member();
      const token = await owner.session();
      await owner.call("PATCH", "/v1/organization", { retention: { answersDays: 90 } }, { token });
      const { data: workspace } = await owner.call<{ id: string }>("POST", "/v1/client-workspaces", {
        name: "North",
        kind: "client",
      });
      for (const [workspaceIds, days] of [
        [null, 90],
        [[workspace.id], undefined],
      ] as const) {
        const { as } = await join(owner, await app().member(), "viewer", workspaceIds);
        const { data, status, text } = await as<Organization>("GET", "/v1/organization");
        assert.equal(status, 200, text);
        assert.equal(data.retention?.answers.days, days);
      }
    });

    for (const [retention, path] of [
      [{ answersDays: 0 }, "/retention/answersDays"],
      [{ rowsDays: 397 }, "/retention/rowsDays"],
      [{ auditDays: 29 }, "/retention/auditDays"],
    ] as const)
      test(`contract/retention: ${JSON.stringify(retention)} is refused`, async () => {
        const me = await app().member();
        const token = await me.session();
        const { status, error } = await me.call("PATCH", "/v1/organization", { retention }, { token });
        const [issue] = (error.details as { issues: { path: string }[] }).issues;
        assert.deepEqual([status, issue!.path], [400, path]);
      });
  },
);
