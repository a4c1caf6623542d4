import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { memberOf } from "../../src/server/accounts/users.ts";
import { standardPlans } from "../../src/server/api/access/plan.ts";
import { transaction } from "../../src/server/db/transaction.ts";
import { deleteOrganization, deleteProjectsOfGone } from "../../src/server/deletion/account-deletion.ts";
import { insertConnector } from "../connector.ts";
import { always, hanging } from "../fake-engines.ts";
import { insertIdentity } from "../fixtures/account.ts";
import { type Member, onEachStore, testSecret } from "../start-app.ts";
import { join } from "./joining.ts";

interface Organization {
  id: string;
  plan: string;
}
type Billing = { plan: string; period_start: string; quotas: Record<string, { used: number }> };

const asSession = async <D = unknown>(member: Member, method: string, path: string, body?: unknown) =>
  member.call<D>(method, path, body, { token: await member.session() });

const billingOf = async (member: Member): Promise<Billing> =>
  (await asSession(member, "GET", "/v1/organization")).meta.billing as Billing;

onEachStore(
  () => ({
    engines: { chatgpt: always({ text: "Acme.", costUsd: 0.5 }) },
    estimateUsd: 0.5,
    config: { plans: standardPlans },
  }),
  (app) => {
    const run = async (me: Member, prompts: string[], wait = 25) => {
      const token = await me.session();
      const { data: project } = await me.call<{ id: string }>(
        ...(["POST", "/v1/projects", { name: "Acme", brand: "Acme", prompts }] as const),
        { token },
      );
      const made = await me.call<{ id: string }>(
        ...(["POST", "/v1/analyze/project", { projectId: project.id }] as const),
        { token, headers: { prefer: `wait=${wait}` } },
      );
      assert.ok(made.status < 300, made.text);
      return made.data.id;
    };
    const deleteOwn = async (me: Member): Promise<string> => {
      const { data } = await asSession<Organization>(me, "GET", "/v1/organization");
      const { status, text } = await asSession(me, "DELETE", `/v1/organization?confirm=${data.id}`);
      assert.equal(status, 200, text);
      return data.id;
    };
    const spent = async (me: Member) => {
      type Status = { spending: { organization: { spent_usd: number; reserved_usd: number } } };
      const { data } = await asSession<Status>(me, "GET", "/v1/account-status");
      return data.spending.organization;
    };

    test("contract/organizations: an organization that is made again goes on where the one before stood: plan, period, quota and spending", async () => {
      const me = await app().member({ plan: "agency" });
      await run(me, ["one?", "two?"]);
      await app().settle();
      const before = await billingOf(me);
      const cost = await spent(me);
      assert.deepEqual([before.plan, before.quotas.visibility!.used, cost.spent_usd], ["agency", 2, 1]);
      for (const round of ["the first", "the one after it"]) {
        const former = await deleteOwn(me);
        const { data } = await asSession<Organization>(me, "GET", "/v1/organization");
        assert.notEqual(data.id, former);
        assert.deepEqual(await billingOf(me), before, round);
        assert.deepEqual(await spent(me), cost, round);
      }
      // However long it is gone, and whoever looks first.
      await deleteOwn(me);
      await app().app.worker.sweep();
      const all = await Promise.all([billingOf(me), billingOf(me), billingOf(me)]);
      assert.deepEqual(all, [before, before, before]);
      const { rows } = await sql<{ used: number; ledger: number }>`
        select sum(used)::int as used, (select sum(delta)::int from quota_ledger l where l.user_id = u.user_id) as ledger
        from quota_usage u where user_id = ${(await asSession<Organization>(me, "GET", "/v1/organization")).data.id}
        group by user_id`.execute(app().db);
      assert.deepEqual(rows, [{ used: 2, ledger: 2 }], "the ledger says the same");
    });

    test("contract/organizations: what ran in a deleted organization and was given back does not count in the next", async () => {
      const me = await app().member();
      app().engines.say({ chatgpt: hanging() });
      await run(me, ["one?", "two?"], 0);
      assert.equal((await billingOf(me)).quotas.visibility!.used, 2);
      await deleteOwn(me);
      assert.equal((await billingOf(me)).quotas.visibility!.used, 0);
      await app().settle();
    });

    test("contract/organizations: whoever leaves the organization that was made for them takes its usage along, and not its plan", async () => {
      const [me, friend] = [await app().member({ plan: "agency" }), await app().member()];
      await run(me, ["one?"]);
      await app().settle();
      const { memberId } = await join(me, friend, "owner");
      const { data } = await asSession<{ member_id: string }>(me, "GET", "/v1/organization");
      assert.equal((await asSession(me, "DELETE", `/v1/organization/members/${data.member_id}`)).status, 200);
      const { plan, quotas } = await billingOf(me);
      assert.deepEqual([plan, quotas.visibility!.used], ["free", 1]);
      assert.ok(memberId);
    });

    /** Makes somebody an owner of the organization that `token` acts in, and returns what it was. */
    const share = async (token: string, friend: Member): Promise<Organization & { member_id: string }> => {
      const as = async <D>(method: string, path: string, body?: unknown) => {
        const answer = await app().send<D>({ method, path, body, token });
        assert.ok(answer.status < 300, answer.text);
        return answer.data;
      };
      const shared = await as<Organization & { member_id: string }>("GET", "/v1/organization");
      const { url } = await as<{ url: string }>("POST", "/v1/organization/invitations", {
        ...{ email: friend.email, role: "owner" },
      });
      const accepted = await asSession(friend, "POST", "/v1/organization/invitations/accept", {
        token: url.split("/").at(-1),
      });
      assert.equal(accepted.status, 200, accepted.text);
      return shared;
    };
    const leave = async (me: Member, { member_id }: { member_id: string }) => {
      const left = await asSession(me, "DELETE", `/v1/organization/members/${member_id}`);
      assert.equal(left.status, 200, left.text);
    };

    test("contract/organizations: whoever leaves one organization after the other to somebody else makes no quota of it", async () => {
      const [me, friend] = [await app().member(), await app().member()];
      await run(me, ["one?"]);
      await app().settle();
      const used: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        await leave(me, await share(await me.session(), friend));
        used.push((await billingOf(me)).quotas.visibility!.used);
      }
      assert.deepEqual(used, [1, 20, 20], "one with what was left, and then none");
    });

    test("contract/organizations: what others use or delete after somebody has left is not theirs, and neither is the plan", async () => {
      const [me, friend] = [await app().member({ plan: "agency" }), await app().member()];
      await run(me, ["one?"]);
      await app().settle();
      const shared = await share(await me.session(), friend);
      await leave(me, shared);
      const headers = { "overheard-organization": shared.id };
      const as = async (method: string, path: string, body?: unknown) =>
        friend.call<{ id: string }>(method, path, body, { token: await friend.session(), headers });
      const { data } = await as("POST", "/v1/projects", { name: "A", brand: "A", prompts: ["x?", "y?"] });
      await as("POST", "/v1/analyze/project", { projectId: data.id });
      await app().settle();
      assert.equal((await as("DELETE", `/v1/organization?confirm=${shared.id}`)).status, 200);
      const { plan, quotas } = await billingOf(me);
      assert.deepEqual([plan, quotas.visibility!.used], ["free", 1]);
    });

    test("contract/organizations: whoever is made a viewer of their organization keeps its usage as it is deleted, and not its plan", async () => {
      const [me, friend] = [await app().member({ plan: "agency" }), await app().member()];
      await run(me, ["one?"]);
      await app().settle();
      const shared = await share(await me.session(), friend);
      const headers = { "overheard-organization": shared.id };
      const as = async (method: string, path: string, body?: unknown) =>
        friend.call(method, path, body, { token: await friend.session(), headers });
      const path = `/v1/organization/members/${shared.member_id}`;
      assert.equal((await as("PATCH", path, { role: "viewer" })).status, 200);
      assert.equal((await as("DELETE", `/v1/organization?confirm=${shared.id}`)).status, 200);
      const { plan, quotas } = await billingOf(me);
      assert.deepEqual([plan, quotas.visibility!.used], ["free", 1]);
    });

    test("contract/organizations: what a deleted organization gives back once the next has gone on with its usage, that one gets", async () => {
      const me = await app().member();
      const held = hanging();
      app().engines.say({ chatgpt: held });
      await run(me, ["one?", "two?"], 0);
      while (held.waiting() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const { db } = app();
      // As a process that stops between the two leaves it.
      await transaction(db, (db) => deleteOrganization(db, me.userId, new Date()));
      app().app.services.forgetUser(me.userId);
      assert.equal((await billingOf(me)).quotas.visibility!.used, 2);
      await deleteProjectsOfGone(db, [me.userId], new Date());
      await deleteProjectsOfGone(db, [me.userId], new Date());
      assert.equal((await billingOf(me)).quotas.visibility!.used, 0);
      held.release();
      await app().settle();
    });

    test("contract/organizations: an organization that a process of an older version has made is known to be its first member's", async () => {
      const me = await app().member();
      await deleteOwn(me);
      await run(me, ["one?"]);
      await app().settle();
      await app()
        .db.updateTable("users")
        .set({ own_organization_id: null })
        .where("id", "=", me.userId)
        .execute();
      await deleteOwn(me);
      assert.equal((await billingOf(me)).quotas.visibility!.used, 1);
    });

    test("contract/limits-and-plans: deleting one's organization opens no new window of a rate limit", async () => {
      const me = await app().member();
      const left = async () =>
        Number((await asSession(me, "GET", "/v1/organizations")).headers["ratelimit-remaining"]);
      const before = await left();
      await deleteOwn(me);
      assert.equal(await left(), before - 1);
    });

    test("contract/limits-and-plans: each organization that somebody is in has counters of its own", async () => {
      const [boss, guest] = [await app().member({ plan: "agency" }), await app().member()];
      const { as } = await join(boss, guest, "viewer");
      const remaining = (answer: { headers: Record<string, unknown> }) =>
        Number(answer.headers["ratelimit-remaining"]);
      const own = remaining(await guest.call("GET", "/v1/projects"));
      assert.equal(remaining(await as("GET", "/v1/projects")), own);
    });

    /** Somebody who comes by a JWT for the first time, with this address. */
    const comeBack = async (email: string, marks = app().app.services.marks) => {
      const subject = await insertIdentity(app().db, email);
      const identity = { issuer: "overheard", subject, email, marks };
      const { userId, plan, planStartedAt } = await memberOf(app().db, identity, null, new Date());
      const { rows } = await sql<{ used: number }>`
        select coalesce(sum(used), 0)::int as used from quota_usage where user_id = ${userId}`.execute(
        app().db,
      );
      return { used: rows[0]!.used, plan, planStartedAt, userId };
    };
    const deleteAccount = async (me: Member) => {
      const { status, text } = await asSession(me, "DELETE", `/v1/account?confirm=${me.userId}`);
      assert.equal(status, 200, text);
    };

    for (const first of [false, true])
      test(`contract/organizations: whoever deletes their account${first ? ", their organization first," : ""} and comes back has used what they had used, until the period ends`, async () => {
        const me = await app().member({ plan: "agency" });
        await run(me, ["one?", "two?", "three?"]);
        await app().settle();
        const { period_start } = await billingOf(me);
        if (first) await deleteOwn(me);
        await deleteAccount(me);
        const kept = await sql<{ owner: string }>`select * from carried_usage`.execute(app().db);
        assert.ok(!JSON.stringify(kept.rows).includes(me.email), "nothing says who it was");
        const back = await comeBack(me.email.toUpperCase());
        assert.deepEqual([back.used, back.plan], [3, "free"]);
        assert.equal(new Date(back.planStartedAt).toISOString(), new Date(period_start).toISOString());
        // Once more, without having used more.
        await app().app.operator.deleteUser({ id: back.userId, confirmed: true });
        await app().app.worker.sweep();
        assert.equal((await comeBack(me.email)).used, 3);
      });

    test("contract/organizations: whoever leaves organizations to somebody else by deleting their account makes no quota of it either", async () => {
      const [me, friend] = [await app().member(), await app().member()];
      await run(me, ["one?"]);
      await app().settle();
      await share(await me.session(), friend);
      await deleteAccount(me);
      const used: number[] = [];
      for (let round = 0; round < 2; round += 1) {
        const back = await comeBack(me.email);
        used.push(back.used);
        const token = await app().app.operator.issueToken({ email: me.email });
        await share(token, friend);
        const path = `/v1/account?confirm=${back.userId}`;
        const left = await app().send({ method: "DELETE", path, token });
        assert.equal(left.status, 200, left.text);
      }
      const all = Object.values(standardPlans.free.quotas).reduce<number>((sum, units) => sum + units!, 0);
      assert.deepEqual(used, [1, all]);
    });

    test("contract/organizations: whoever signs up with an address that they have not proven finds no usage of its owner's", async () => {
      const me = await app().member();
      await run(me, ["one?"]);
      await app().settle();
      await deleteAccount(me);
      const subject = await insertIdentity(app().db, me.email);
      await sql`update identity_users set "selfMade" = true, "emailVerified" = false where id = ${subject}`.execute(
        app().db,
      );
      const { marks } = app().app.services;
      const identity = { issuer: "overheard", subject, email: me.email, marks };
      const { organizationId } = await memberOf(app().db, identity, null, new Date());
      const { rows } = await sql`select from quota_usage where user_id = ${organizationId}`.execute(app().db);
      assert.equal(rows.length, 0);
    });

    test("contract/organizations: whoever comes back through an assistant first goes on with the usage they left too", async () => {
      const me = await app().member();
      await run(me, ["one?", "two?"]);
      await app().settle();
      await deleteAccount(me);
      await insertIdentity(app().db, me.email);
      const { siteUrl } = app().app.services.settings;
      const token = await insertConnector(app().db, { secret: testSecret, siteUrl, email: me.email });
      const first = await app().send({ method: "GET", path: "/v1/organization", token });
      const { quotas } = first.meta.billing as Billing;
      assert.equal(quotas.visibility!.used, 2, first.text);
    });

    test("contract/organizations: the time of sign-in is known in an organization that was made a moment ago too", async () => {
      const { db } = app();
      const subject = await insertIdentity(db, "since@acme.example");
      const opened = new Date(Date.now() - 3_600_000);
      await sql`
        insert into identity_sessions (id, "userId", token, "createdAt", "expiresAt")
        values ('since', ${subject}, 'since', ${opened}, now() + interval '1 day')`.execute(db);
      const identity = { issuer: "overheard", subject, email: "since@acme.example" };
      const seen = async () => memberOf(db, identity, null, new Date(), "since");
      const first = await seen();
      await db.deleteFrom("members").where("id", "=", first.memberId).execute();
      const again = await seen();
      assert.notEqual(again.organizationId, first.organizationId);
      assert.deepEqual([first.signedInAt, again.signedInAt], [opened.toISOString(), opened.toISOString()]);
    });

    test("contract/organizations: an address that nobody has proven leaves no usage behind for whoever it belongs to", async () => {
      const me = await app().member();
      await run(me, ["one?"]);
      await app().settle();
      await sql`update identity_users set "selfMade" = true, "emailVerified" = false where email = ${me.email}`.execute(
        app().db,
      );
      const boss = await app().member({ plan: "agency" });
      await boss.call(
        ...(["POST", "/v1/organization/invitations", { email: me.email, role: "viewer" }] as const),
        { token: await boss.session() },
      );
      await deleteAccount(me);
      assert.equal((await comeBack(me.email)).used, 0);
      const invitations = await asSession<{ email: string }[]>(boss, "GET", "/v1/organization/invitations");
      assert.deepEqual(
        invitations.data.map(({ email }) => email),
        [me.email],
        "nor does it take back what its real owner was sent",
      );
    });
  },
);
