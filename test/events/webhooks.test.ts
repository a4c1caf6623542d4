import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { Webhook as Verifier } from "standardwebhooks";
import { transaction } from "../../src/server/db/transaction.ts";
import { fanOut } from "../../src/server/events/fan-out.ts";
import {
  claimWebhooks,
  dueOfEvents,
  nextDeliveries,
  recordAttempts,
  releaseWebhook,
} from "../../src/server/telling/deliveries/claim-deliveries.ts";
import { always } from "../fake-engines.ts";
import { join } from "../organizations/joining.ts";
import { onEachStore } from "../start-app.ts";
import {
  addDestination,
  asSession,
  type Created,
  happen,
  type Logged,
  logOf,
  readDestination,
} from "./destinations.ts";
import { type Received, type Receiver, startReceiver, status } from "./receiver.ts";

const endings: (() => unknown)[] = [];
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver({ after: (end) => void endings.push(end as () => unknown) });
});
after(async () => {
  for (const end of endings) await end();
});

const [minuteMs, hourMs] = [60_000, 3_600_000];
const clock = { now: Date.now() };

/** What has arrived since the last look. */
const taken = () => receiver.received.splice(0);

/** Signatures that a receiver makes itself, after the specification. */
const signedBy = (secret: string, { headers, body }: Received): string => {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
};

onEachStore(
  () => ({
    engines: { chatgpt: always("Acme.") },
    config: { outboundAllow: [receiver.host], rateLimitScale: 0 },
    now: () => new Date(clock.now),
  }),
  (app) => {
    test("contract/events: a report that ends is told, signed, with what its own route returns; nothing of before", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const run = () => me.call<{ id: string }>("POST", "/v1/analyze/project", { projectId });
      await run();
      const webhook = await addDestination(me, { url: receiver.url });
      const { data: report } = await run();
      await app().settle();
      const [sent, ...others] = taken();
      assert.deepEqual(
        [others.length, sent!.json.type, sent!.path],
        [0, "report.completed", "/hooks/a-secret-path"],
      );
      const own = await me.call<{ id: string }>("GET", `/v1/reports/${report.id}`);
      assert.deepEqual(sent!.json.data, own.data);
      new Verifier(webhook.secret!).verify(sent!.body, sent!.headers as Record<string, string>);
      assert.equal(sent!.headers["webhook-signature"], signedBy(webhook.secret!, sent!));
      const [logged, ...more] = await logOf(me, webhook);
      assert.deepEqual(
        [more.length, logged!.state, logged!.status, logged!.attempts, logged!.id],
        [0, "delivered", 204, 1, sent!.headers["webhook-id"]],
      );
    });

    test("contract/events: addresses and secrets are shown to nobody again, and stored and logged nowhere", async () => {
      const me = await app().member();
      const url = `${receiver.url}?api-version=1&sig=a-signature-of-nobody`;
      const webhook = await addDestination(me, { url, name: "Ours" });
      receiver.answer(({ headers, path }, response) => {
        response.writeHead(200).end(`${path} ${headers["webhook-signature"]} ${webhook.secret} hello`);
      });
      const tested = await me.call<Logged>("POST", `/v1/webhooks/${webhook.id}/test`);
      receiver.answer(status(204));
      assert.deepEqual(
        [tested.status, tested.data.state, taken()[0]!.json.type],
        [200, "delivered", "webhook.test"],
      );
      const list = await me.call<Created[]>("GET", "/v1/webhooks");
      const audit = await asSession(me, "GET", "/v1/organization/audit-log");
      const { rows } = await sql`select w.*, d.* from webhooks w left join deliveries d on d.webhook_id = w.id
        where w.id = ${webhook.id}`.execute(app().db);
      const stored = JSON.stringify(rows);
      const { text: exported } = await me.call("GET", `/v1/webhooks/${webhook.id}/deliveries`);
      for (const secret of [webhook.secret!, webhook.secret!.slice(6, 30), "a-secret-path", "a-signature"])
        for (const text of [tested.text, list.text, audit.text, stored, exported, ...app().logged])
          assert.ok(!text.includes(secret), `${secret} in ${text.slice(0, 300)}`);
      assert.deepEqual(list.data[0]!.address, receiver.host);
      assert.match(audit.text, /create_webhook/);
    });

    test("contract/events: a secret that was replaced twice still counts for its day, as the receiver may have no other", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const webhook = await addDestination(me, { url: receiver.url });
      const rotate = async () =>
        (await asSession<{ secret: string }>(me, "POST", `/v1/webhooks/${webhook.id}/rotate-secret`)).data
          .secret;
      const lost = await rotate();
      clock.now += minuteMs;
      const newest = await rotate();
      const sent = async () => {
        await happen(app(), me, projectId);
        await app().settle();
        const [one] = taken();
        const signatures = String(one!.headers["webhook-signature"]).split(" ");
        return [newest, lost, webhook.secret!].map((secret) => signatures.indexOf(signedBy(secret, one!)));
      };
      assert.deepEqual(await sent(), [0, 1, 2]);
      clock.now += 24 * hourMs - minuteMs;
      assert.deepEqual(await sent(), [0, 1, -1]);
      clock.now += minuteMs;
      assert.deepEqual(await sent(), [0, -1, -1]);
    });

    test("contract/events: a replaced secret counts for a day besides the new one", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const webhook = await addDestination(me, { url: receiver.url });
      const rotate = () =>
        asSession<{ secret: string }>(me, "POST", `/v1/webhooks/${webhook.id}/rotate-secret`);
      const { data: next } = await rotate();
      await happen(app(), me, projectId);
      await app().settle();
      const [both] = taken();
      assert.equal(
        both!.headers["webhook-signature"],
        `${signedBy(next.secret, both!)} ${signedBy(webhook.secret!, both!)}`,
      );
      clock.now += 24 * hourMs + 1;
      await happen(app(), me, projectId);
      await app().settle();
      const [one] = taken();
      assert.equal(one!.headers["webhook-signature"], signedBy(next.secret, one!));
    });

    test("contract/events: a secret that is replaced while a message is on its way signs the next attempt at it", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const webhook = await addDestination(me, { url: receiver.url });
      const rotated = Promise.withResolvers<string>();
      receiver.answer((_, response) => {
        receiver.answer(status(204));
        const path = `/v1/webhooks/${webhook.id}/rotate-secret`;
        asSession<{ secret: string }>(me, "POST", path).then(({ data }) => {
          response.writeHead(500).end();
          rotated.resolve(data.secret);
        }, rotated.reject);
      });
      await happen(app(), me, projectId);
      await app().settle();
      const next = await rotated.promise;
      clock.now += 3_600_000;
      await app().settle();
      const [first, again] = taken();
      assert.equal(first!.headers["webhook-signature"], signedBy(webhook.secret!, first!));
      assert.equal(
        again!.headers["webhook-signature"],
        `${signedBy(next, again!)} ${signedBy(webhook.secret!, again!)}`,
      );
      assert.deepEqual(
        [first!.headers["webhook-id"], first!.body],
        [again!.headers["webhook-id"], again!.body],
      );
    });

    test("contract/events: what is refused is sent again later, in order for its object, and keeps nothing else back", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const webhook = await addDestination(me, { url: receiver.url });
      // One object that the endpoint cannot take, whatever is sent of it.
      receiver.answer(({ json }, response) => {
        response.writeHead(json.data.id === projectId ? 500 : 200).end("hostile words");
      });
      for (const message of ["first", "second"]) await happen(app(), me, projectId, { message });
      await app().settle();
      await happen(app(), me, projectId, { about: "another", message: "third" });
      await app().settle();
      clock.now += 6_000;
      await app().settle();
      const said = () => taken().map(({ json }) => json.data.message);
      assert.deepEqual(said(), ["first", "third", "first"]);
      const [third, second, first] = await logOf(me, webhook);
      assert.deepEqual([third!.state, second!.attempts, first!.attempts], ["delivered", 0, 2]);
      assert.deepEqual([first!.status, first!.fault, first!.response], [500, "refused", "hostile words"]);
      receiver.answer(status(200));
      clock.now += 0.1 * hourMs;
      await app().settle();
      assert.deepEqual(said(), ["first", "second"]);
      assert.ok((await logOf(me, webhook)).every(({ state }) => state === "delivered"));
    });

    test("contract/events: what arrives in the moment in which a destination's turn ends is not forgotten", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      await addDestination(me, { url: receiver.url });
      const { db } = app();
      const now = new Date(clock.now);
      const kinds = ["webhook"] as const;
      const turn = async (missed: number) => {
        await happen(app(), me, projectId);
        await transaction(db, (db) => fanOut(db, now));
        const [claimed] = await claimWebhooks(db, { now, kinds, slow: false, most: 1 });
        const [delivery] = await nextDeliveries(db, [claimed!], { now, most: 1 });
        const tried = {
          state: "delivered",
          nextAt: now,
          attemptedAt: now,
          durationMs: 1,
          status: 204,
        } as const;
        const webhook = {
          ...{ failures: 0, failingSince: null, pausedUntil: null, slow: false, isHeld: false },
          ...{ hourBeganAt: now, sentInHour: 1 },
        };
        const recorded = { ...tried, fault: null, response: null, webhook };
        const seen = { ...claimed!, arrivals: claimed!.arrivals - missed };
        const attempt = { webhook: seen, deliveries: [delivery!.id], recorded, last: true };
        const lost = { ...attempt, webhook: { ...seen, claim: seen.claim - 1 } };
        assert.deepEqual(await recordAttempts(db, [lost, attempt]), [null, { released: true }]);
        return (await dueOfEvents(db, now, kinds)).quick;
      };
      assert.deepEqual([await turn(0), await turn(1)], [false, true]);
      await app().settle();
      taken();
    });

    test("contract/events: a destination whose turn is over comes after those that are due by then, however long its events have waited", async () => {
      clock.now = Date.now();
      const [me, other] = [await app().member(), await app().member()];
      const { db } = app();
      const kinds = ["webhook"] as const;
      const at = (ms: number) => new Date(clock.now + ms);
      const claim = (ms: number) => claimWebhooks(db, { now: at(ms), kinds, slow: false, most: 1 });
      const [ours, theirs] = [me, other].map((one) => ({ one, url: receiver.url }));
      const told = async ({ one, url }: { one: typeof me; url: string }, ms: number) => {
        const { id: projectId } = await one.project();
        const { id } = await addDestination(one, { url });
        for (const about of ["first", "second"]) await happen(app(), one, projectId, { about });
        await sql`update events set created_at = ${at(ms)}`.execute(db);
        await transaction(db, (db) => fanOut(db, at(ms)));
        return id;
      };
      const first = await told(ours!, 1_000);
      const [turn] = await claim(2_000);
      assert.equal(turn!.id, first);
      const second = await told(theirs!, 3_000);
      await releaseWebhook(db, turn!, at(4_000));
      assert.deepEqual(
        [(await claim(5_000))[0]!.id, (await claim(5_000))[0]!.id],
        [second, first],
        "what waits of the first is older",
      );
      await sql`update webhooks set claimed_until = null`.execute(db);
      clock.now += 10_000;
      await app().settle();
      assert.equal(taken().length, 4);
    });

    test("contract/events: however many destinations of an organization are due, another's is among the first that are claimed", async () => {
      clock.now = Date.now();
      const [me, other] = [await app().member(), await app().member()];
      const { db } = app();
      const kinds = ["webhook"] as const;
      const at = (ms: number) => new Date(clock.now + ms);
      const claim = (most: number) => claimWebhooks(db, { now: at(9_000), kinds, slow: false, most });
      const due = async (one: typeof me, destinations: number, ms: number) => {
        const { id: projectId } = await one.project();
        for (let made = 0; made < destinations; made++) await addDestination(one, { url: receiver.url });
        await happen(app(), one, projectId);
        await sql`update events set created_at = ${at(ms)}`.execute(db);
        await transaction(db, (db) => fanOut(db, at(ms)));
      };
      await due(me, 12, 1_000);
      await due(other, 1, 2_000);
      const first = await claim(9);
      assert.equal(new Set(first.map(({ organizationId }) => organizationId)).size, 2);
      assert.equal((await claim(9)).length, 4, "and what is left over is for whoever is there");
      await sql`update webhooks set claimed_until = null`.execute(db);
      clock.now += 10_000;
      await app().settle();
      assert.equal(taken().length, 13);
    });

    test("contract/events: an event is sent again if the process that sent it has lost its claim, and in order", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const webhook = await addDestination(me, { url: receiver.url });
      let deaths = 0;
      // Dead between sending and recording: another process has claimed it since.
      receiver.answer(async (_, response) => {
        if (deaths++ < 2)
          await sql`update webhooks set claim = claim + 1, claimed_until = null where id = ${webhook.id}`.execute(
            app().db,
          );
        response.writeHead(204).end();
      });
      for (const message of ["first", "second"]) await happen(app(), me, projectId, { message });
      await app().settle();
      receiver.answer(status(204));
      const sent = taken();
      assert.deepEqual(
        sent.map(({ json }) => json.data.message),
        ["first", "first", "first", "second"],
      );
      assert.equal(new Set(sent.slice(0, 3).map(({ headers }) => headers["webhook-id"])).size, 1);
    });

    test("contract/events: an endpoint that says it is gone is switched off, and gets what it missed when it is on again", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const webhook = await addDestination(me, { url: receiver.url });
      receiver.answer(status(410));
      await happen(app(), me, projectId, { message: "first" });
      await app().settle();
      await happen(app(), me, projectId, { message: "second" });
      await app().settle();
      const off = await readDestination(me, webhook);
      assert.deepEqual([taken().length, off.active, off.off_because], [1, false, "gone"]);
      receiver.answer(status(204));
      const path = `/v1/webhooks/${webhook.id}`;
      const on = await asSession(me, "PATCH", path, { active: true });
      assert.deepEqual([on.status, on.data.active, on.data.off_because], [200, true, null]);
      await app().settle();
      assert.deepEqual(
        taken().map(({ json }) => json.data.message),
        ["second"],
      );
      const failed = (await logOf(me, webhook)).find(({ state }) => state === "failed")!;
      assert.equal((await me.call("POST", `${path}/deliveries/${failed.id}/retry`)).status, 200);
      await app().settle();
      assert.deepEqual(
        taken().map(({ json }) => json.data.message),
        ["first"],
      );
      // A person who turns it off does not want to know.
      await asSession(me, "PATCH", path, { active: false });
      await happen(app(), me, projectId, { message: "third" });
      await asSession(me, "PATCH", path, { active: true });
      await app().settle();
      assert.deepEqual(taken(), []);
    });

    test("contract/events: a destination that is narrowed to a client is told nothing of others, whatever waited for it or is sent again", async () => {
      clock.now = Date.now();
      const me = await app().member({ plan: "agency" });
      const [{ id: one }, { id: other }] = [await me.project(), await me.project({ name: "Other" })];
      const webhook = await addDestination(me, { url: receiver.url });
      receiver.answer(status(410));
      await happen(app(), me, other);
      await app().settle();
      await happen(app(), me, one);
      await happen(app(), me, other);
      await app().settle();
      taken();
      receiver.answer(status(204));
      const path = `/v1/webhooks/${webhook.id}`;
      const changed = await asSession(me, "PATCH", path, { projectId: one, active: true });
      assert.equal(changed.status, 200, changed.text);
      await app().settle();
      assert.deepEqual(
        taken().map(({ json }) => json.data.id),
        [one],
      );
      const log = await logOf(me, webhook);
      assert.deepEqual(log.map(({ state }) => state).sort(), ["delivered", "failed", "skipped"]);
      const others = log.filter(({ state }) => state !== "delivered");
      const sendAgain = async () => {
        for (const { id } of others) await me.call("POST", `${path}/deliveries/${id}/retry`);
        await app().settle();
      };
      await sendAgain();
      await asSession(me, "PATCH", path, { projectId: null, types: ["report.completed"] });
      await sendAgain();
      assert.deepEqual(taken(), []);
    });

    test("contract/events: an endpoint that takes nothing for five days is switched off", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const webhook = await addDestination(me, { url: receiver.url });
      receiver.answer(status(503, "", { "retry-after": "7200" }));
      await happen(app(), me, projectId);
      await app().settle();
      const [{ next_attempt_at }] = (await logOf(me, webhook)) as [Logged];
      assert.ok(Date.parse(next_attempt_at!) >= clock.now + 2 * hourMs, next_attempt_at!);
      let attempts = taken().length;
      for (let days = 0; days < 6; days += 1) {
        clock.now += 24 * hourMs;
        await happen(app(), me, projectId, { about: `day ${days}` });
        await app().settle();
        attempts += taken().length;
      }
      receiver.answer(status(204));
      const { active, off_because } = await readDestination(me, webhook);
      assert.deepEqual([active, off_because, attempts], [false, "failing", 6]);
    });

    test("contract/events: redirects are not followed, and an answer without end is no success or failure of ours", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const { id: projectId } = await me.project();
      const webhook = await addDestination(me, { url: receiver.url });
      receiver.answer(status(307, "", { location: `http://${receiver.host}/elsewhere` }));
      await happen(app(), me, projectId);
      await app().settle();
      assert.deepEqual(
        taken().map(({ path }) => path),
        ["/hooks/a-secret-path"],
      );
      assert.equal((await logOf(me, webhook))[0]!.fault, "redirected");
      receiver.answer((_, response) => {
        response.writeHead(200);
        const flood = setInterval(() => response.write("x".repeat(4_096)), 1);
        response.on("close", () => clearInterval(flood));
      });
      clock.now += 6_000;
      await app().settle();
      receiver.answer(status(204));
      const [logged] = await logOf(me, webhook);
      assert.deepEqual([logged!.state, logged!.response?.length], ["delivered", 1_024]);
      taken();
    });

    test("contract/events: it tells what it was asked for, of the project it was asked for", async () => {
      clock.now = Date.now();
      const me = await app().member();
      const [one, other] = [await me.project(), await me.project()];
      await addDestination(me, { url: `${receiver.url}/project`, projectId: one.id });
      await addDestination(me, { url: `${receiver.url}/types`, types: ["report.failed"] });
      await happen(app(), me, one.id);
      await happen(app(), me, other.id);
      await app().settle();
      assert.deepEqual(
        taken().map(({ path, json }) => [path.split("/").at(-1), json.data.id]),
        [["project", one.id]],
      );
      // It goes with its project.
      await me.call("DELETE", `/v1/projects/${one.id}`);
      await app().app.worker.sweep();
      const { data } = await me.call<Created[]>("GET", "/v1/webhooks");
      assert.deepEqual(
        data.map(({ types }) => types),
        [["report.failed"]],
      );
    });

    test("contract/events: a destination ends when the member whose it is leaves or is no admin any more", async () => {
      clock.now = Date.now();
      for (const [method, change] of [
        ["DELETE", undefined],
        ["PATCH", { role: "viewer" }],
      ] as const) {
        const [boss, admin] = [await app().member(), await app().member()];
        const { id: projectId } = await boss.project();
        const joined = await join(boss, admin, "admin");
        const { data: webhook } = await joined.as<Created>("POST", "/v1/webhooks", { url: receiver.url });
        await asSession(boss, method, `/v1/organization/members/${joined.memberId}`, change);
        await happen(app(), boss, projectId);
        await app().settle();
        const off = await readDestination(boss, webhook);
        assert.deepEqual([taken().length, off.active, off.off_because], [0, false, "member_gone"], method);
        await asSession(boss, "PATCH", `/v1/webhooks/${webhook.id}`, { active: true });
        await app().settle();
        assert.equal(taken().length, 1);
      }
    });

    test("contract/events: only admins, by a session where something is changed, and at most 20", async () => {
      const [boss, editor, stranger] = [await app().member(), await app().member(), await app().member()];
      const webhook = await addDestination(boss, { url: receiver.url });
      const { as } = await join(boss, editor, "editor");
      const path = `/v1/webhooks/${webhook.id}`;
      const changes = [
        ["POST", "/v1/webhooks", { url: receiver.url }],
        ["PATCH", path, { name: "x" }],
        ["DELETE", path, undefined],
        ["POST", `${path}/rotate-secret`, undefined],
      ] as const;
      for (const [method, at, body] of [
        ...changes,
        ["GET", "/v1/webhooks", undefined],
        ["GET", `${path}/deliveries`, undefined],
        ["POST", `${path}/test`, undefined],
      ] as const)
        assert.equal((await as(method, at, body)).error?.code, "INSUFFICIENT_ROLE", `${method} ${at}`);
      for (const [method, at, body] of changes) {
        assert.equal((await boss.call(method, at, body)).error?.code, "JWT_REQUIRED", `${method} ${at}`);
        if (at !== "/v1/webhooks")
          assert.equal((await asSession(stranger, method, at, body)).error?.code, "WEBHOOK_NOT_FOUND", at);
      }
      for (let count = 1; count < 20; count += 1) await addDestination(boss, { url: receiver.url });
      const { error } = await asSession(boss, "POST", "/v1/webhooks", { url: receiver.url });
      assert.equal(error.code, "WEBHOOK_LIMIT_REACHED");
    });

    test("contract/events: what can be told nothing is refused, with what to do", async () => {
      const me = await app().member();
      for (const [body, code, issue] of [
        [{ url: "http://10.0.0.1/x" }, "URL_NOT_ALLOWED", undefined],
        [{ url: "http://hooks.acme.example/x" }, "URL_NOT_ALLOWED", undefined],
        [{ kind: "slack", url: "https://localhost/x" }, "URL_NOT_ALLOWED", undefined],
        [{}, "VALIDATION_ERROR", "required"],
        [{ kind: "email", url: "https://a.example" }, "VALIDATION_ERROR", "not_of_this_kind"],
        [{ kind: "email" }, "VALIDATION_ERROR", "mail_not_configured"],
        [{ url: receiver.url, types: ["report.lost"] }, "VALIDATION_ERROR", "not_allowed"],
        [{ url: receiver.url, projectId: me.userId }, "PROJECT_NOT_FOUND", undefined],
      ] as const) {
        const { error } = await asSession(me, "POST", "/v1/webhooks", body);
        const [first] = (error.details?.issues ?? []) as { code: string }[];
        assert.deepEqual([error.code, first?.code], [code, issue], JSON.stringify(body));
      }
    });
  },
);
