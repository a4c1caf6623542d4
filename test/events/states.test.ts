import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Static } from "typebox";
import { addSpend, monthOf } from "../../src/server/accounts/spending/spend.ts";
import { tellExhausted } from "../../src/server/accounts/spending/spend-events.ts";
import { wholeOf } from "../../src/server/db/reach.ts";
import { transaction } from "../../src/server/db/transaction.ts";
import { recordEvent } from "../../src/server/events/record-event.ts";
import { trackedBrands } from "../../src/server/projects/project.ts";
import { findProject } from "../../src/server/projects/projects.ts";
import { insertRefusedRun } from "../../src/server/projects/schedules.ts";
import type { AssistantStateView, SpendingLimitView } from "../../src/server/telling/words/state-views.ts";
import { always, failing } from "../fake-engines.ts";
import { onEachStore } from "../start-app.ts";
import { addDestination, asSession } from "./destinations.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

const endings: (() => unknown)[] = [];
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver({ after: (end) => void endings.push(end as () => unknown) });
});
after(async () => {
  for (const end of endings) await end();
});

onEachStore(
  () => ({
    engines: { chatgpt: always("Acme."), claude: always("Acme.") },
    config: { outboundAllow: [receiver.host], rateLimitScale: 0 },
  }),
  (app) => {
    const told = async <D>(types: string) => {
      await app().settle();
      return receiver.received
        .splice(0)
        .filter(({ json }) => json.type.startsWith(types))
        .map(({ json }) => ({ type: json.type, data: json.data as unknown as D }));
    };

    test("contract/events: a run that was missed is told by the project's clocks, with the page where its limit is changed", async () => {
      const me = await app().member();
      const { id } = await me.project({ timezone: "Asia/Tokyo" });
      await addDestination(me, { kind: "slack", url: receiver.url });
      const missed = async (facts: object) => {
        const { userId: organizationId } = me;
        const about = { organizationId, projectId: id, objectId: id, type: "schedule.missed" as const };
        await recordEvent(app().db, { ...about, facts: { ...facts } }, new Date());
        await app().settle();
        const [message] = receiver.received.splice(0);
        return message!.body;
      };
      const late = { due_at: "2026-11-02T20:00:00.000Z", started_at: "2026-11-02T22:30:00.000Z" };
      const startedLate = await missed(late);
      assert.match(startedLate, /Acme: scheduled run started late/);
      assert.match(
        startedLate,
        /due on 3 November 2026 at 05:00 and has started on 3 November 2026 at 07:30 \(Asia\/Tokyo\)\./,
      );
      const refused = { message: "It was not started.", code: "PROJECT_SPEND_BOUND" };
      const settings = new RegExp(`/projects/${id}/settings`);
      const notStarted = await missed(refused);
      assert.match(notStarted, /Acme: scheduled run not started/);
      assert.match(notStarted, settings);
      assert.match(await missed({ ...refused, code: "SPEND_BOUND" }), /organization\?part=usage/);

      // The run itself, as its project's schedule left it.
      const project = await findProject(app().db, wholeOf(me.userId), id);
      const failure = { code: "PROJECT_SPEND_BOUND", message: "It was not started.", retryable: true };
      const run = { brands: trackedBrands(project!), failure, now: new Date() };
      const objectId = await insertRefusedRun(app().db, { project: project! }, run);
      const failed = { organizationId: me.userId, projectId: id, objectId };
      await recordEvent(app().db, { ...failed, type: "report.failed" }, new Date());
      await app().settle();
      assert.match(receiver.received.splice(0)[0]!.body, settings);
    });

    test("contract/events: four fifths of a limit are told once a month, and all of it once", async () => {
      const me = await app().member();
      const { id } = await me.project();
      await addDestination(me, { url: receiver.url });
      await asSession(me, "PATCH", "/v1/organization", { monthlySpendUsd: 10 });
      await me.call("PATCH", `/v1/projects/${id}`, { monthlySpendUsd: 20 });
      const spend = async (usd: number) => {
        const at = new Date();
        const share = { projectId: id, organizationId: me.userId, usd };
        await transaction(app().db, (db) => addSpend(db, [share], at));
        return (await told<Static<typeof SpendingLimitView>>("spend.")).map(({ type, data }) => [
          type,
          data.bound,
          data.limit_usd,
          data.used_usd,
        ]);
      };
      assert.deepEqual(await spend(7), []);
      assert.deepEqual(await spend(1), [["spend.warning", "organization", 10, 8]]);
      assert.deepEqual(await spend(1), []);
      assert.deepEqual(await spend(1), [["spend.exhausted", "organization", 10, 10]]);
      await asSession(me, "PATCH", "/v1/organization", { monthlySpendUsd: 100 });
      assert.deepEqual(await spend(6), [["spend.warning", "project", 20, 16]]);
      const at = new Date();
      const refused = { organizationId: me.userId, projectId: id, limitUsd: 20, usedUsd: 19 };
      for (let each = 0; each < 2; each += 1)
        await transaction(app().db, (db) => tellExhausted(db, refused, monthOf(at), at));
      assert.equal((await told("spend.")).length, 1);
    });

    test("contract/events: money that is too little for a run is said to be that, before no warning and besides its end", async () => {
      const me = await app().member();
      const { id } = await me.project({ name: "Acme" });
      await addDestination(me, { url: receiver.url });
      await me.call("PATCH", `/v1/projects/${id}`, { monthlySpendUsd: 10 });
      const at = new Date();
      const spend = (usd: number) =>
        transaction(app().db, (db) => addSpend(db, [{ projectId: id, organizationId: me.userId, usd }], at));
      const titles = async () =>
        (await told<Static<typeof SpendingLimitView> & { title: string }>("spend.")).map(({ type, data }) => [
          type,
          data.used_usd,
        ]);
      await spend(6);
      const refused = { organizationId: me.userId, projectId: id, limitUsd: 10, usedUsd: 6 };
      for (let each = 0; each < 2; each += 1)
        await transaction(app().db, (db) => tellExhausted(db, refused, monthOf(at), at));
      assert.deepEqual(await titles(), [["spend.exhausted", 6]]);
      await spend(2);
      assert.deepEqual(await titles(), []);
      await spend(2);
      assert.deepEqual(await titles(), [["spend.exhausted", 10]]);
      await transaction(app().db, (db) => tellExhausted(db, refused, monthOf(at), at));
      assert.deepEqual(await titles(), []);
    });

    test("contract/events: the server's own limit is told once a month, apart from the organization's", async () => {
      const me = await app().member();
      await addDestination(me, { url: receiver.url });
      const at = new Date();
      const own = { organizationId: me.userId, projectId: null, limitUsd: 20, usedUsd: 19 };
      for (const refused of [{ ...own, ofServer: true }, { ...own, ofServer: true }, own])
        await transaction(app().db, (db) => tellExhausted(db, refused, monthOf(at), at));
      assert.deepEqual(
        (await told<Static<typeof SpendingLimitView>>("spend.")).map(({ data }) => [data.bound, data.id]),
        [
          ["server", me.userId],
          ["organization", me.userId],
        ],
      );
    });

    test("contract/events: an assistant that stops answering is told of once, and that it answers again", async () => {
      const me = await app().member();
      const prompts = ["one?", "two?", "three?", "four?", "five?"];
      const { id } = await me.project({ prompts, providers: ["chatgpt", "claude"] });
      await addDestination(me, { url: receiver.url });
      const run = async () => {
        await me.call("POST", "/v1/analyze/project", { projectId: id });
        return told<Static<typeof AssistantStateView>>("engine.");
      };
      assert.deepEqual(await run(), []);
      app().engines.say({ claude: failing("bad_key") });
      const [stopped, ...others] = await run();
      assert.deepEqual(
        [others.length, stopped!.type, stopped!.data.provider, stopped!.data.failed, stopped!.data.code],
        [0, "engine.failing", "claude", 5, "bad_key"],
      );
      assert.match(stopped!.data.url, /part=engines$/);
      assert.deepEqual(await run(), []);
      app().engines.say({ claude: always("Acme.") });
      assert.deepEqual(
        (await run()).map(({ type, data }) => [type, data.answered]),
        [["engine.recovered", 5]],
      );
    });
  },
);
