import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { standardPlans } from "../../src/server/api/access/plan.ts";
import { hanging } from "../fake-engines.ts";
import { filesIn } from "../fixtures/archive.ts";
import { type Member, onAnyStore } from "../start-app.ts";
import { invite, join } from "./joining.ts";

interface Organization {
  id: string;
  user_id: string;
  name: string;
}

const asSession = async <D = unknown>(member: Member, method: string, path: string, body?: unknown) =>
  member.call<D>(method, path, body, { token: await member.session() });

onAnyStore(
  () => ({ engines: { chatgpt: () => "Acme." }, config: { rateLimitScale: 0, plans: standardPlans } }),
  (app) => {
    test("contract/organizations: a person downloads what is kept of them and of what is theirs alone, without secrets", async () => {
      const [me, boss] = [await app().member({ plan: "agency" }), await app().member({ plan: "agency" })];
      await join(boss, me, "editor");
      const theirs = await boss.project({ name: "Of another organization" });
      const { id: projectId } = await me.project();
      const rows = [{ prompt: "best crm?", provider: "chatgpt", answer: "Get Acme." }];
      const { data: report } = await me.call<{ id: string }>(
        "POST",
        `/v1/projects/${projectId}/imports`,
        rows,
      );
      await asSession(me, "PUT", "/v1/engines/claude/credentials", { apiKey: "sk-0123456789-secret" });
      const base = await app().address();
      const get = async (token: string) =>
        fetch(`${base}/v1/account/export`, {
          headers: {
            ...{ authorization: `Bearer ${token}`, connection: "close" },
            "overheard-organization": me.userId,
          },
        });
      assert.equal((await get(me.key)).status, 401);
      const response = await get(await me.session());
      assert.deepEqual([response.status, response.headers.get("content-type")], [200, "application/gzip"]);
      assert.equal(response.headers.get("content-encoding"), null);
      const files = filesIn(Buffer.from(await response.arrayBuffer()));
      assert.match(files.get("account.jsonl")!, new RegExp(me.email));
      assert.equal(files.get("organizations.jsonl")!.trim().split("\n").length, 2);
      assert.match(files.get(`answers/${report.id}-1.jsonl`)!, /Get Acme\./);
      const all = [...files.values()].join("\n");
      for (const secret of [me.key, "sk-0123456789-secret", theirs.id])
        assert.ok(!all.includes(secret), secret);
    });

    test("contract/organizations: a person who deletes their account leaves what they made in an organization, without their name", async () => {
      const [me, boss] = [await app().member({ plan: "agency" }), await app().member({ plan: "agency" })];
      const { as } = await join(boss, me, "editor");
      const { data: made } = await as<{ id: string }>("POST", "/v1/projects", {
        ...{ name: "Made by me", brand: "Acme", prompts: ["best crm?"] },
      });
      const { data: key } = await as<{ key: string }>("POST", "/v1/keys", {});
      const own = await me.project();
      const { data: organization } = await me.call<Organization>("GET", "/v1/organization");
      const confirm = organization.user_id;
      const remove = (confirm: string) => asSession(me, "DELETE", `/v1/account?confirm=${confirm}`);
      const wrong = await remove(boss.userId);
      assert.deepEqual([wrong.status, wrong.error.code], [400, "VALIDATION_ERROR"]);
      assert.equal((await remove(confirm)).status, 200);
      // As in another process, which remembers nothing of this one's: the token was made for no session.
      for (const token of [me.key, key.key, await me.session()])
        assert.equal((await me.call("GET", "/v1/projects", undefined, { token })).status, 401);
      assert.equal((await boss.call("GET", `/v1/projects/${made.id}`)).status, 200);
      const log = await asSession(boss, "GET", "/v1/organization/audit-log");
      assert.ok(log.text.includes(made.id) && !log.text.includes(me.email), log.text);
      const members = await asSession<{ id: string }[]>(boss, "GET", "/v1/organization/members");
      assert.equal(members.data.length, 1);
      const invitations = await asSession(boss, "GET", "/v1/organization/invitations");
      assert.ok(!invitations.text.includes(me.email), "nor does an invitation name them");
      await app().app.worker.sweep();
      const left = await app().db.selectFrom("projects").select("id").where("id", "=", own.id).execute();
      assert.deepEqual(left, []);
    });

    test("contract/organizations: only an owner deletes an organization, and then it is gone for everybody, with what runs in it", async () => {
      const [boss, admin, late] = [
        await app().member({ plan: "agency" }),
        await app().member({ plan: "agency" }),
        await app().member(),
      ];
      const { as } = await join(boss, admin, "admin");
      const { token } = await invite(boss, late, "viewer");
      const held = hanging();
      app().engines.say({ chatgpt: held });
      const project = await boss.project();
      const { data: running } = await boss.call<{ id: string }>(
        "POST",
        "/v1/analyze/project",
        { projectId: project.id },
        { headers: { prefer: "wait=0" } },
      );
      while (held.waiting() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const path = `/v1/organization?confirm=${boss.userId}`;
      const refused = await as("DELETE", path);
      assert.deepEqual([refused.status, refused.error.code], [403, "INSUFFICIENT_ROLE"]);
      assert.equal((await asSession(boss, "DELETE", `/v1/organization?confirm=${project.id}`)).status, 400);
      assert.equal((await asSession(boss, "DELETE", path)).status, 200);
      await app().settle();
      assert.equal(held.waiting(), 0, "what ran was called off");
      assert.equal((await as("GET", "/v1/organization")).error.code, "ORGANIZATION_NOT_FOUND");
      assert.equal((await boss.call("GET", `/v1/reports/${running.id}`)).status, 401, "its keys are gone");
      const accepted = await asSession(late, "POST", "/v1/organization/invitations/accept", { token });
      assert.equal(accepted.error.code, "INVITATION_NOT_FOUND");
      const fresh = await asSession<Organization>(boss, "GET", "/v1/organization");
      assert.equal(fresh.status, 200);
      assert.notEqual(fresh.data.id, boss.userId, "a new one of their own");
    });

    for (const [what, path] of [
      ["an account", (me: Member) => `/v1/account?confirm=${me.userId}`],
      ["an organization", (me: Member) => `/v1/organization?confirm=${me.userId}`],
    ] as const)
      test(`the deletion of ${what} that is cut off holds for every credential at once, and the sweep ends it`, async () => {
        const me = await app().member({ plan: "agency" });
        const { id: projectId } = await me.project({ schedule: "daily" });
        const { data: report } = await me.call<{ id: string }>("POST", "/v1/analyze/project", { projectId });
        const { data: link } = await me.call<{ url: string }>(
          "POST",
          `/v1/projects/${projectId}/share-links`,
          {},
        );
        const connector = await me.connector();
        const { db } = app();
        await sql`create function cut_off() returns trigger language plpgsql as $$
          begin raise exception 'cut off'; end $$`.execute(db);
        await sql`create trigger cut_off before update on projects
          for each row execute function cut_off()`.execute(db);
        try {
          await asSession(me, "DELETE", path(me));
          for (const token of [me.key, connector])
            assert.equal((await me.call("GET", "/v1/projects", undefined, { token })).status, 401);
          const { status } = await app().send({ method: "GET", path: new URL(link.url).pathname });
          assert.equal(status, 404);
        } finally {
          await sql`drop trigger cut_off on projects`.execute(db);
          await sql`drop function cut_off()`.execute(db);
        }
        await app().app.worker.sweep();
        const rowsLeft = async (table: string, id: string) =>
          (await sql`select from ${sql.table(table)} where id = ${id}`.execute(db)).rows.length;
        assert.deepEqual(
          [
            await rowsLeft("projects", projectId),
            await rowsLeft("reports", report.id),
            await rowsLeft("organizations", me.userId),
            await rowsLeft("users", me.userId),
          ],
          [0, 0, 0, what === "an account" ? 0 : 1],
        );
      });

    test("contract/organizations: an only owner's organization falls to an admin or an unlimited editor who can sign in, and to nobody else", async () => {
      const boss = await app().member({ plan: "agency" });
      const { data: workspace } = await boss.call<{ id: string }>("POST", "/v1/client-workspaces", {
        ...{ name: "Client", kind: "client" },
      });
      const [viewer, limited, shut] = [
        await app().member(),
        await app().member({ plan: "agency" }),
        await app().member(),
      ];
      await join(boss, viewer, "viewer");
      await join(boss, limited, "editor", [workspace.id]);
      const { memberId: shutId } = await join(boss, shut, "admin");
      await app().app.operator.disableUser({ id: shut.userId });
      const leave = () => asSession(boss, "DELETE", `/v1/account?confirm=${boss.userId}`);
      const refused = await leave();
      assert.deepEqual([refused.status, refused.error.code], [409, "LAST_OWNER"]);
      assert.match(refused.error.message, /Make another member an owner, or delete the organization/);
      assert.deepEqual(refused.error.details, { organization_id: boss.userId });
      await assert.rejects(
        app().app.operator.deleteUser({ id: boss.userId, confirmed: true }),
        /Make another member an owner/,
      );
      assert.equal((await boss.call("GET", "/v1/projects")).status, 200, "nothing has changed");

      // An owner who cannot sign in is none: the last who can stays.
      const { db } = app();
      await db.updateTable("members").set({ role: "owner" }).where("id", "=", shutId).execute();
      const { data: mine } = await asSession<{ member_id: string }>(boss, "GET", "/v1/organization");
      const path = `/v1/organization/members/${mine.member_id}`;
      for (const [method, body] of [
        ["PATCH", { role: "viewer" }],
        ["DELETE", undefined],
      ] as const)
        assert.equal((await asSession(boss, method, path, body)).error.code, "LAST_OWNER", method);
      assert.equal((await leave()).error.code, "LAST_OWNER");

      const editor = await app().member();
      const { as } = await join(boss, editor, "editor");
      assert.equal((await leave()).status, 200);
      assert.equal((await as<{ role: string }>("GET", "/v1/organization")).data.role, "owner");
      const log = await as<{ action: string; details: { role?: unknown } }[]>(
        ...(["GET", "/v1/organization/audit-log?action=update_member"] as const),
      );
      assert.deepEqual(log.data[0]?.details.role, { from: "editor", to: "owner" });
    });

    test("contract/organizations: a role that was taken a moment ago allows no change any more, in whatever process", async () => {
      const [boss, once, other] = [
        await app().member({ plan: "agency" }),
        await app().member(),
        await app().member(),
      ];
      const { as, memberId } = await join(boss, once, "admin");
      const { memberId: otherId } = await join(boss, other, "viewer");
      for (const [method, path, body] of [
        ["PATCH", "/v1/organization", { name: "Taken over" }],
        ["PATCH", `/v1/organization/members/${otherId}`, { role: "admin" }],
        ["DELETE", `/v1/organization/members/${otherId}`, undefined],
        ["POST", "/v1/organization/invitations", { email: "friend@acme.example", role: "admin" }],
        ["PUT", "/v1/engines/chatgpt/credentials", { apiKey: "sk-0123456789-mine" }],
      ] as const) {
        const role = (role: "admin" | "editor") =>
          app().db.updateTable("members").set({ role }).where("id", "=", memberId).execute();
        await role("admin");
        app().app.services.forgetUser(once.userId);
        assert.equal((await as("GET", "/v1/organization/members")).status, 200);
        // As another process does it: this one remembers the role for a second.
        await role("editor");
        const { status, error } = await as(method, path, body);
        assert.deepEqual([status, error.code], [403, "INSUFFICIENT_ROLE"], `${method} ${path}`);
      }
      const { data } = await asSession<Organization>(boss, "GET", "/v1/organization");
      assert.equal(data.name, boss.email);
      const members = await asSession<{ id: string; role: string }[]>(
        boss,
        "GET",
        "/v1/organization/members",
      );
      assert.equal(members.data.find(({ id }) => id === otherId)?.role, "viewer");
    });

    test("contract/organizations: an invitation to a role that the plan has no longer is refused as it is accepted, and works again on a plan that has it", async () => {
      const [boss, ann] = [await app().member({ plan: "agency" }), await app().member()];
      const { token } = await invite(boss, ann, "editor");
      await app().app.operator.setPlan({ email: boss.email, plan: "starter" });
      const accept = () => asSession(ann, "POST", "/v1/organization/invitations/accept", { token });
      const { status, error } = await accept();
      assert.deepEqual([status, error.code], [403, "NO_ENTITLEMENT"]);
      assert.equal((error.details as { role: string }).role, "editor");
      const { data } = await asSession<unknown[]>(boss, "GET", "/v1/organization/members");
      assert.equal(data.length, 1);
      await app().app.operator.setPlan({ email: boss.email, plan: "agency" });
      assert.equal((await accept()).status, 200);
    });
  },
);
