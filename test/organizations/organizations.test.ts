import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../src/server/kernel/id.ts";
import { onEachStore } from "../start-app.ts";
import { type Invited, invite, join } from "./joining.ts";

interface Shown {
  id: string;
  role: string;
  workspace_ids: string[] | null;
  email: string;
}

const codeOf = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];

onEachStore(
  () => ({}),
  (app) => {
    test("contract/organizations: everybody has an organization of their own, with the id of their account", async () => {
      const me = await app().member();
      const { data } = await me.call<Shown & { name: string }>("GET", "/v1/organization");
      assert.deepEqual([data.id, data.role, data.workspace_ids], [me.userId, "owner", null]);
      assert.equal(data.name, me.email);
      const token = await me.session();
      await me.call("PATCH", "/v1/organization", { name: "Harbour" }, { token });
      const { data: all } = await me.call<{ name: string; current: boolean }[]>(
        "GET",
        "/v1/organizations",
        undefined,
        { token },
      );
      assert.deepEqual(
        all.map(({ name, current }) => [name, current]),
        [["Harbour", true]],
      );
    });

    test("contract/organizations: an invitation works once, for its address, and its link is shown once", async () => {
      const [boss, ann, eve] = [await app().member(), await app().member(), await app().member()];
      const { id, url, token } = await invite(boss, ann, "editor");
      assert.equal(new URL(url).origin, "http://site.test");
      const accept = async (who: typeof ann, given = token) =>
        who.call<{ organization_id: string }>(
          ...(["POST", "/v1/organization/invitations/accept", { token: given }] as const),
          { token: await who.session() },
        );
      assert.deepEqual(codeOf(await accept(eve)), [403, "INVITATION_NOT_YOURS"]);
      assert.deepEqual(codeOf(await accept(ann, "no token")), [404, "INVITATION_NOT_FOUND"]);
      assert.equal((await accept(ann)).data.organization_id, boss.userId);
      const again = await accept(ann);
      assert.deepEqual(codeOf(again), [409, "INVITATION_CLOSED"]);
      assert.deepEqual(again.error.details, { reason: "accepted" });
      const { text } = await boss.call("GET", "/v1/organization/invitations", undefined, {
        token: await boss.session(),
      });
      assert.ok(text.includes(id) && !text.includes(token));
    });

    test("contract/organizations: of 20 that accept one invitation at once, one does", async () => {
      const [boss, ann] = [await app().member(), await app().member()];
      const { token } = await invite(boss, ann, "viewer");
      const session = await ann.session();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          ann.call("POST", "/v1/organization/invitations/accept", { token }, { token: session }),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
      const { data } = await boss.call<Shown[]>("GET", "/v1/organization/members", undefined, {
        token: await boss.session(),
      });
      assert.deepEqual(data.map(({ email }) => email).sort(), [boss.email, ann.email].sort());
    });

    test("contract/organizations: 20 invitations that are accepted at once are accepted once each", async () => {
      const boss = await app().member();
      const invitees = await Promise.all(Array.from({ length: 20 }, () => app().member()));
      const tokens: Invited[] = [];
      for (const one of invitees) tokens.push(await invite(boss, one, "viewer"));
      const statuses = await Promise.all(
        invitees.map(async (one, at) => {
          const terms = { token: await one.session() };
          const { token } = tokens[at]!;
          return (await one.call("POST", "/v1/organization/invitations/accept", { token }, terms)).status;
        }),
      );
      assert.deepEqual(new Set(statuses), new Set([200]));
      const { data } = await boss.call<Shown[]>("GET", "/v1/organization/members", undefined, {
        token: await boss.session(),
      });
      assert.equal(data.length, 21);
    });

    test("contract/organizations: an invitation that has ended, or was taken back, lets nobody in", async () => {
      const [boss, ann] = [await app().member(), await app().member()];
      const ended = await invite(boss, ann, "viewer");
      await app()
        .db.updateTable("invitations")
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where("id", "=", ended.id)
        .execute();
      const accept = async (token: string) =>
        ann.call("POST", "/v1/organization/invitations/accept", { token }, { token: await ann.session() });
      assert.deepEqual((await accept(ended.token)).error.details, { reason: "expired" });
      const { id, token } = await invite(boss, ann, "viewer");
      const session = await boss.session();
      await boss.call("DELETE", `/v1/organization/invitations/${id}`, undefined, { token: session });
      assert.deepEqual(codeOf(await accept(token)), [404, "INVITATION_NOT_FOUND"]);
    });

    test("contract/organizations: nobody comes back by an invitation that they left behind", async () => {
      const [boss, ann, second] = [await app().member(), await app().member(), await app().member()];
      const { as, memberId } = await join(boss, ann, "admin");
      const { data } = await as<Invited>("POST", "/v1/organization/invitations", {
        email: second.email,
        role: "admin",
      });
      const token = data.url.split("/").at(-1)!;
      const accept = async () =>
        second.call(
          "POST",
          "/v1/organization/invitations/accept",
          { token },
          { token: await second.session() },
        );
      const { operator } = app().app;
      await operator.disableUser({ email: ann.email });
      assert.deepEqual(
        (await accept()).error.details,
        { reason: "withdrawn" },
        "nor by a disabled account's",
      );
      await operator.enableUser({ email: ann.email });
      const path = `/v1/organization/members/${memberId}`;
      const session = { token: await boss.session() };
      await boss.call("PATCH", path, { role: "editor" }, session);
      assert.deepEqual((await accept()).error.details, { reason: "withdrawn" }, "an editor cannot invite");
      assert.equal((await boss.call("DELETE", path, undefined, session)).status, 200);
      assert.deepEqual((await accept()).error.details, { reason: "withdrawn" });
    });

    test("contract/organizations: the header names the organization, and the one chosen last counts without it", async () => {
      const [boss, ann, eve] = [await app().member(), await app().member(), await app().member()];
      const { as } = await join(boss, ann, "editor");
      const current = async (headers = {}) => {
        const { data, status } = await ann.call<Shown>("GET", "/v1/organization", undefined, {
          ...{ token: await ann.session(), headers },
        });
        return status === 200 ? data.id : status;
      };
      assert.equal(await current(), ann.userId);
      assert.equal((await as<Shown>("GET", "/v1/organization")).data.role, "editor");
      await new Promise((resolve) => setTimeout(resolve, 1_050));
      assert.equal(await current(), ann.userId, "naming one chooses nothing");
      const choose = (organizationId: string) =>
        as<{ organization_id: string }>("PUT", "/v1/account/organization", { organizationId });
      assert.equal((await choose(boss.userId)).data.organization_id, boss.userId);
      assert.equal(await current(), boss.userId);
      for (const id of [eve.userId, newId(), "no id"])
        assert.equal((await choose(id)).error.code, "ORGANIZATION_NOT_FOUND");
      assert.equal(await current(), boss.userId);
      assert.equal(await current({ "overheard-organization": ann.userId }), ann.userId);
      for (const id of [eve.userId, newId(), "no id", `${boss.userId}, ${ann.userId}`])
        assert.equal(await current({ "overheard-organization": id }), 404);
      const { status } = await ann.call("GET", "/v1/organization", undefined, {
        headers: { "overheard-organization": boss.userId },
      });
      assert.equal(status, 404, "a key has one organization");
    });

    test("contract/organizations: what each role may do, also with its keys", async () => {
      const boss = await app().member();
      const project = await boss.project();
      for (const [role, may] of [
        ["viewer", { read: 200, write: 403, manage: 403 }],
        ["editor", { read: 200, write: 200, manage: 403 }],
        ["admin", { read: 200, write: 200, manage: 200 }],
      ] as const) {
        const somebody = await app().member();
        const { as, memberId } = await join(boss, somebody, role);
        const path = `/v1/projects/${project.id}`;
        assert.equal((await as("GET", path)).status, may.read, role);
        assert.equal((await as("PATCH", path, { name: "New" })).status, may.write, role);
        assert.equal((await as("GET", "/v1/organization/audit-log")).status, may.manage, role);
        const made = await as<{ id: string; key: string }>("POST", "/v1/keys", {
          scopes: ["visibility:read"],
        });
        assert.equal(made.status, may.write === 200 ? 201 : 403, role);
        if (made.status !== 201) continue;
        const token = made.data.key;
        assert.equal((await boss.call("GET", path, undefined, { token })).status, 200);
        assert.deepEqual(codeOf(await boss.call("PATCH", path, { name: "New" }, { token })), [
          403,
          "INSUFFICIENT_SCOPE",
        ]);
        assert.equal(
          (
            await boss.call("DELETE", `/v1/organization/members/${memberId}`, undefined, {
              token: await boss.session(),
            })
          ).status,
          200,
        );
        await new Promise((resolve) => setTimeout(resolve, 1_050));
        assert.equal(
          (await boss.call("GET", path, undefined, { token })).status,
          401,
          "keys die with the membership",
        );
        assert.equal((await as("GET", path)).status, 404);
      }
    });

    test("contract/organizations: an organization keeps an owner, and only owners make owners", async () => {
      const [boss, ann] = [await app().member(), await app().member()];
      const { as, memberId } = await join(boss, ann, "admin");
      const token = await boss.session();
      const own = `/v1/organization/members/${boss.userId}`;
      assert.deepEqual(codeOf(await boss.call("DELETE", own, undefined, { token })), [409, "LAST_OWNER"]);
      assert.deepEqual(codeOf(await boss.call("PATCH", own, { role: "viewer" }, { token })), [
        409,
        "LAST_OWNER",
      ]);
      assert.equal((await boss.call<Shown>("GET", own, undefined, { token })).data.role, "owner");
      for (const [id, body] of [
        [boss.userId, { role: "viewer" }],
        [memberId, { role: "owner" }],
      ] as const)
        assert.deepEqual(codeOf(await as("PATCH", `/v1/organization/members/${id}`, body)), [
          403,
          "INSUFFICIENT_ROLE",
        ]);
      const handed = await boss.call(
        "PATCH",
        `/v1/organization/members/${memberId}`,
        { role: "owner" },
        { token },
      );
      assert.equal(handed.status, 200);
      assert.equal((await boss.call("DELETE", own, undefined, { token })).status, 200);
      // Whoever has left their last organization has one of their own again.
      const { data } = await boss.call<Shown>("GET", "/v1/organization", undefined, { token });
      assert.ok(data.role === "owner" && data.id !== boss.userId);
    });

    test("contract/organizations: a member of a workspace that is deleted stays limited, and sees nothing", async () => {
      const [boss, ann] = [await app().member(), await app().member()];
      const { data: workspace } = await boss.call<{ id: string }>("POST", "/v1/client-workspaces", {
        name: "A",
        kind: "client",
      });
      const project = await boss.project({ workspaceId: workspace.id });
      const { as, memberId } = await join(boss, ann, "editor", [workspace.id]);
      assert.equal((await as("GET", `/v1/projects/${project.id}`)).status, 200);
      await boss.call("DELETE", `/v1/client-workspaces/${workspace.id}`);
      assert.equal((await as("GET", `/v1/projects/${project.id}`)).status, 404);
      assert.deepEqual((await as("GET", "/v1/projects")).data, []);
      const token = await boss.session();
      const { data } = await boss.call<Shown>("GET", `/v1/organization/members/${memberId}`, undefined, {
        token,
      });
      assert.deepEqual(data.workspace_ids, []);
    });

    test("contract/organizations: only existing workspaces limit a member, and only editors and viewers are limited", async () => {
      const [boss, eve] = [await app().member(), await app().member()];
      const token = await boss.session();
      const { data: theirs } = await eve.call<{ id: string }>("POST", "/v1/client-workspaces", {
        name: "E",
        kind: "client",
      });
      for (const terms of [
        { role: "viewer", workspaceIds: [theirs.id] },
        { role: "viewer", workspaceIds: [newId()] },
        { role: "admin", workspaceIds: [] },
        { role: "boss" },
        { role: "viewer", email: "nobody" },
      ]) {
        const body = { email: "x@a.example", ...terms };
        const { status } = await boss.call("POST", "/v1/organization/invitations", body, { token });
        assert.equal(status, 400, JSON.stringify(terms));
      }
      const known = await boss.call(
        "POST",
        "/v1/organization/invitations",
        { email: boss.email.toUpperCase(), role: "viewer" },
        { token },
      );
      assert.deepEqual(codeOf(known), [409, "ALREADY_MEMBER"]);
    });

    test("contract/organizations: every change is in the audit log, with who, what and from where, and nobody else's", async () => {
      const [boss, ann, eve] = [await app().member(), await app().member(), await app().member()];
      const project = await boss.project();
      const { as } = await join(boss, ann, "admin");
      await as("PATCH", `/v1/projects/${project.id}`, { name: "New" });
      await eve.project();
      type Entry = Record<"action" | "email" | "object_id" | "door" | "credential" | "source", string>;
      const { data } = await as<Entry[]>("GET", "/v1/organization/audit-log");
      assert.deepEqual(
        data.map(({ action, email }) => [action, email]),
        [
          ["update_project", ann.email],
          ["accept_invitation", ann.email],
          ["create_invitation", boss.email],
          ["sign_in", boss.email],
          ["create_project", boss.email],
        ],
      );
      assert.deepEqual(
        [data[0]!.object_id, data[0]!.door, data[0]!.credential, data[0]!.source],
        [project.id, "rest", "session", "127.0.0.1"],
      );
      assert.equal(data[4]!.object_id, project.id);
      const { data: filtered } = await as<Entry[]>("GET", "/v1/organization/audit-log?action=create_project");
      assert.equal(filtered.length, 1);
      const first = await as<Entry[]>("GET", "/v1/organization/audit-log?limit=3");
      const cursor = first.meta.pagination!.next_cursor!;
      const rest = await as<Entry[]>("GET", `/v1/organization/audit-log?limit=3&cursor=${cursor}`);
      assert.deepEqual([...first.data, ...rest.data], data);
      const csv = await as("GET", "/v1/organization/audit-log/export");
      assert.equal(csv.text.trim().split("\n").length, 6);
      assert.match(csv.headers["content-type"] ?? "", /^text\/csv/);
    });
  },
);

test("contract/organizations: a plan lends some roles only", async (t) => {
  const { startApp } = await import("../start-app.ts");
  const { anyStore } = await import("../stores.ts");
  const { standardPlans } = await import("../../src/server/api/access/plan.ts");
  const app = await startApp(t, anyStore[0]!, { config: { plans: standardPlans } });
  const [free, starter] = [await app.member(), await app.member({ plan: "starter" })];
  for (const [who, role, status] of [
    [free, "viewer", 403],
    [starter, "viewer", 201],
    [starter, "editor", 403],
  ] as const) {
    const answer = await who.call(
      ...(["POST", "/v1/organization/invitations", { email: "x@a.example", role }] as const),
      { token: await who.session() },
    );
    assert.equal(answer.status, status, answer.text);
    if (status === 403) assert.equal(answer.error.details?.feature, "members");
  }
});
