import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type TestContext, test } from "node:test";
import { sql } from "kysely";
import { anyStore } from "../../../../test/stores.ts";
import { enginesOf, standingStill, startWork } from "../../../../test/work.ts";
import { transaction } from "../../db/transaction.ts";
import type { EventType } from "../../events/event.ts";
import { fanOut } from "../../events/fan-out.ts";
import { recordEvent } from "../../events/record-event.ts";
import type { MakeMessage } from "../../events/stored-event.ts";
import { newId } from "../../kernel/id.ts";
import { createLog } from "../../kernel/log.ts";
import { createVault } from "../../kernel/secret/vault.ts";
import { changeWebhook, findWebhook, insertWebhook } from "../destinations/webhooks.ts";
import { claimWebhooks, nextDeliveries, recordAttempts } from "./claim-deliveries.ts";
import { type DrainParts, drain } from "./drain.ts";

const minuteMs = 60_000;

/** Two messages that wait for a destination, claimed by a process. */
async function waiting(
  t: TestContext,
  store: (typeof anyStore)[number],
  types: readonly [EventType, EventType] = ["schedule.missed", "schedule.missed"],
) {
  const work = await startWork(t, store, { engines: enginesOf(), timing: standingStill });
  const { db, project } = work;
  const { organizationId } = project;
  const vault = createVault(randomBytes(32));
  const id = newId();
  const now = new Date();
  const sealed = await vault.seal(id, { url: "https://s.example/", secrets: [] });
  const terms = { kind: "slack", name: null, projectId: null, types: null, quotes: true } as const;
  await insertWebhook(db, { ...terms, id, organizationId, userId: organizationId, sealed }, now);
  for (const [at, objectId] of ["first", "second"].entries())
    await recordEvent(db, { organizationId, projectId: null, objectId, type: types[at]! }, now);
  await transaction(db, (db) => fanOut(db, now));
  const sent: string[] = [];
  const parts = (tell: MakeMessage): DrainParts => ({
    ...{ db, vault, tell, queue: work.queue, mails: false, settingsUrl: "https://s.example/" },
    destinations: {
      takes: () => true,
      check: async () => {},
      async send(_, { title, says }) {
        sent.push(says === "" ? title : `${title}\n${says}`);
        return { fault: null, status: 200, durationMs: 1, response: null, retryAfterMs: null };
      },
    },
    record: async (attempt) => (await recordAttempts(db, [attempt]))[0]!,
    ...{ stop: new AbortController().signal, now: () => new Date(), random: () => 0 },
    ...{ log: createLog("silent"), countOffLetter: async () => true },
  });
  const claim = async () => {
    const [claimed] = await claimWebhooks(db, { now: new Date(), kinds: ["slack"], slow: false, most: 1 });
    return { claimed: claimed!, first: await nextDeliveries(db, [claimed!], { now: new Date(), most: 10 }) };
  };
  /** Another process takes over, as this one stood still for longer than its claim lasts. */
  const lapse = () =>
    sql`update webhooks set claimed_until = clock_timestamp() - interval '1 s' where id = ${id}`.execute(db);
  const states = async () =>
    (
      await db
        .selectFrom("deliveries")
        .select("state")
        .where("organization_id", "=", organizationId)
        .execute()
    )
      .map(({ state }) => state)
      .sort();
  return { db, organizationId, id, sent, parts, claim, lapse, states };
}

const said: MakeMessage = async ({ objectId }) => ({ data: {}, title: objectId, says: "", link: null });

for (const store of anyStore) {
  const on = (rule: string, body: (t: TestContext) => Promise<void>) =>
    test(`${store.name}: ${rule}`, { skip: store.skip, timeout: 60_000 }, body);

  on(
    "a process that stood still between its claim and a message sends nothing that another one has sent",
    async (t) => {
      const { sent, parts, claim, lapse, states } = await waiting(t, store);
      const { claimed, first } = await claim();
      await lapse();
      const other = await claim();
      await drain(parts(said), other.claimed, other.first);
      assert.deepEqual(sent.splice(0), ["first", "second"]);
      await drain(parts(said), { ...claimed, claimedMs: claimed.claimedMs - minuteMs }, first);
      assert.deepEqual(sent, []);
      assert.deepEqual(await states(), ["delivered", "delivered"]);
    },
  );

  on("a process that was busy for longer than its claim lasts goes on if nobody took over", async (t) => {
    const { sent, parts, claim, lapse } = await waiting(t, store);
    const { claimed, first } = await claim();
    await lapse();
    await drain(parts(said), { ...claimed, claimedMs: claimed.claimedMs - minuteMs }, first);
    assert.deepEqual(sent, ["first", "second"]);
  });

  on("a process that stood still leaves out nothing that its destination has come to want", async (t) => {
    const { db, organizationId, id, parts, claim, states } = await waiting(t, store);
    await changeWebhook(db, { organizationId, id }, { types: ["report.completed"] }, new Date());
    const { claimed, first } = await claim();
    await changeWebhook(db, { organizationId, id }, { types: null }, new Date());
    await drain(parts(said), claimed, first);
    await drain(
      parts(async () => null),
      { ...claimed, types: null },
      first,
    );
    assert.deepEqual(await states(), ["pending", "pending"]);
  });

  on("a process that stood still turns no destination off that somebody has turned on since", async (t) => {
    const { db, organizationId, id, parts, claim } = await waiting(t, store);
    const { claimed, first } = await claim();
    await changeWebhook(db, { organizationId, id }, { active: true }, new Date());
    await drain(parts(said), { ...claimed, unfit: "member_gone" }, first);
    assert.equal((await findWebhook(db, organizationId, id))!.active, true);
  });

  on("a week is told by itself, also where everything else is told in one message", async (t) => {
    const { db, organizationId, sent, parts, claim } = await waiting(t, store);
    await sql`
      insert into deliveries (organization_id, webhook_id, id, type, object_id, created_at, queued_at, next_at)
      select organization_id, webhook_id, ${newId()}, 'digest.weekly', 'week', created_at, queued_at, next_at
      from deliveries where organization_id = ${organizationId} and object_id = 'first'`.execute(db);
    const { claimed, first } = await claim();
    await drain(parts(said), { ...claimed, isHeld: true }, first);
    assert.deepEqual(sent, ["2 events in one message\n2 scheduled runs late or not started.", "week"]);
  });

  on(
    "what is told in one message counts nothing of a deleted project, and no watch that tells again",
    async (t) => {
      const { db, sent, parts, claim, states } = await waiting(t, store, ["watch.idle", "schedule.missed"]);
      await sql`
      insert into deliveries (organization_id, webhook_id, id, type, project_id, object_id, created_at, queued_at, next_at)
      select organization_id, webhook_id, ${newId()}, type, ${newId()}, 'third', created_at, queued_at, next_at
      from deliveries where object_id = 'second'`.execute(db);
      const { claimed, first } = await claim();
      await drain(
        parts(async (event) => (event.objectId === "first" ? null : said(event, { quotes: true }))),
        { ...claimed, isHeld: true },
        first,
      );
      assert.deepEqual(sent, ["second"]);
      assert.deepEqual(await states(), ["delivered", "delivered", "skipped"]);
    },
  );

  on("however much has waited for a channel, it is told in few messages", async (t) => {
    const { db, id, sent, parts, claim } = await waiting(t, store);
    await sql`
      insert into deliveries (organization_id, webhook_id, id, type, object_id, created_at, queued_at, next_at)
      select organization_id, webhook_id, gen_random_uuid(), type, 'run ' || n, created_at, queued_at + interval '1 s', next_at
      from deliveries, generate_series(1, 2001) n where object_id = 'second'`.execute(db);
    const { claimed, first } = await claim();
    await drain(parts(said), { ...claimed, isHeld: true }, first);
    assert.deepEqual(
      sent.map((each) => each.split("\n")[0]),
      ["2000 events in one message", "3 events in one message"],
    );
    const { rows } = await sql`select from deliveries where state = 'pending'`.execute(db);
    const { held } = await db
      .selectFrom("webhooks")
      .where("id", "=", id)
      .select("held")
      .executeTakeFirstOrThrow();
    assert.deepEqual([rows.length, held], [0, false]);
  });

  on("what is told in one message has its changes first, with their headlines", async (t) => {
    const { sent, parts, claim } = await waiting(t, store, ["schedule.missed", "change.detected"]);
    const { claimed, first } = await claim();
    await drain(parts(said), { ...claimed, isHeld: true }, first);
    assert.deepEqual(sent, [
      "2 events in one message\n1 change, 1 scheduled run late or not started.\nsecond",
    ]);
  });
}
