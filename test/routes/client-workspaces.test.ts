import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { standardPlans } from "../../src/server/api/access/plan.ts";
import type { SummaryView } from "../../src/server/reports/report-view.ts";
import { issuesOf } from "../doors.ts";
import { always } from "../fake-engines.ts";
import { type Member, onAnyStore, type Project } from "../start-app.ts";

interface Workspace {
  id: string;
  name: string;
  kind: "client" | "pitch";
  status: "active" | "archived";
  domain: string | null;
  project_ids: string[];
  created_at: string;
  updated_at: string;
}

const path = "/v1/client-workspaces";
const create = (me: Member, terms: Record<string, unknown> = {}) =>
  me.call<Workspace>("POST", path, { name: "Bakery", kind: "client", ...terms });
const change = (me: Member, id: string, terms: Record<string, unknown>) =>
  me.call<Workspace>("PATCH", `${path}/${id}`, terms);
const list = (me: Member) => me.call<Workspace[]>("GET", path);

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme.") } }),
  (app) => {
    test("contract/workspaces: GET /client-workspaces lists clients and pitches, newest first, with their projects", async () => {
      const me = await app().member();
      assert.deepEqual((await list(me)).data, []);
      const client = await create(me, { domain: "https://Bakery.example/" });
      const pitch = await create(me, { name: "Brewery", kind: "pitch" });
      assert.deepEqual([client.status, client.headers.location], [201, `${path}/${client.data.id}`]);
      const first = await me.project({ workspaceId: client.data.id });
      const second = await me.project({ workspaceId: client.data.id });
      const { data } = await list(me);
      assert.deepEqual(data, [pitch.data, { ...client.data, project_ids: [second.id, first.id] }]);
      assert.deepEqual(Object.keys(data[0]!), [
        ...["id", "name", "kind", "status", "domain", "project_ids", "created_at", "updated_at"],
      ]);
      assert.equal(client.data.domain, "bakery.example");
    });

    for (const [terms, issue] of [
      [{ name: undefined }, "/name required"],
      [{ name: " \u200b " }, "/name blank"],
      [{ name: "x".repeat(121) }, "/name too_long"],
      [{ name: 7 }, "/name wrong_type"],
      [{ kind: undefined }, "/kind required"],
      [{ kind: "prospect" }, "/kind not_allowed"],
      [{ kind: "Client" }, "/kind not_allowed"],
      [{ status: "deleted" }, "/status not_allowed"],
      [{ domain: "not a domain" }, "/domain bad_format"],
      [{ domain: "javascript:alert(1)" }, "/domain bad_format"],
      [{ domain: null }, "/domain wrong_type"],
    ] as const) {
      test(`POST /client-workspaces refuses ${JSON.stringify(terms).slice(0, 40)} (${issue}) and stores nothing`, async () => {
        const me = await app().member();
        assert.deepEqual(issuesOf(await create(me, terms)), [`body ${issue}`]);
        assert.deepEqual((await list(me)).data, []);
      });
    }

    test("PATCH changes what is given and leaves the rest; null clears the domain", async () => {
      const me = await app().member();
      const { data: made } = await create(me, { domain: "bakery.example" });
      const { data: won } = await change(me, made.id.toUpperCase(), { kind: "pitch", name: "Bäckerei" });
      assert.deepEqual(won, { ...made, kind: "pitch", name: "Bäckerei", updated_at: won.updated_at });
      assert.equal((await change(me, made.id, { domain: null })).data.domain, null);
      assert.equal((await change(me, made.id, { domain: "brot.example" })).data.domain, "brot.example");
      assert.equal((await change(me, made.id, {})).status, 200);
      assert.deepEqual(issuesOf(await change(me, made.id, { name: null })), ["body /name wrong_type"]);
    });

    test("DELETE leaves the projects, outside of any workspace", async () => {
      const me = await app().member();
      const { data: made } = await create(me, { status: "archived" });
      const project = await me.project({ workspaceId: made.id });
      const deleted = await me.call("DELETE", `${path}/${made.id}`);
      assert.deepEqual([deleted.status, deleted.data], [200, { id: made.id, deleted: true }]);
      const { data } = await me.call<Project>("GET", `/v1/projects/${project.id}`);
      assert.equal(data.workspace_id, null);
      assert.equal(
        (await me.call("POST", "/v1/analyze/project", { projectId: project.id })).status,
        200,
        "and runs again",
      );
      assert.equal((await me.call("DELETE", `${path}/${made.id}`)).error.code, "WORKSPACE_NOT_FOUND");
    });

    test("contract/requests: another's, a missing and a malformed workspace are the same 404 on every route", async () => {
      const [me, other] = [await app().member(), await app().member()];
      const { data: theirs } = await create(other);
      const project = await me.project();
      for (const id of [theirs.id, randomUUID(), "nonsense"]) {
        for (const method of ["PATCH", "DELETE"]) {
          const { status, error } = await me.call(method, `${path}/${id}`, { name: "Mine" });
          assert.deepEqual([status, error.code], [404, "WORKSPACE_NOT_FOUND"], `${method} ${id}`);
        }
      }
      for (const workspaceId of [theirs.id, randomUUID()]) {
        const terms = { name: "Acme", brand: "Acme", workspaceId };
        const made = await me.call("POST", "/v1/projects", terms);
        const moved = await me.call("PATCH", `/v1/projects/${project.id}`, { workspaceId, name: "Moved" });
        for (const { status, error } of [made, moved])
          assert.deepEqual([status, error.code], [404, "WORKSPACE_NOT_FOUND"]);
      }
      assert.deepEqual((await list(other)).data, [theirs]);
      const { data: projects } = await me.call<Project[]>("GET", "/v1/projects");
      assert.deepEqual(
        projects.map(({ name }) => name),
        ["Acme"],
        "nothing was made or renamed",
      );
    });

    test("a project is put into a workspace, moved to another and taken out again", async () => {
      const me = await app().member();
      const [a, b] = [(await create(me)).data, (await create(me)).data];
      const project = await me.project({ workspaceId: a.id.toUpperCase() });
      assert.equal(project.workspace_id, a.id);
      const put = async (workspaceId: string | null) =>
        (await me.call<Project>("PATCH", `/v1/projects/${project.id}`, { workspaceId })).data.workspace_id;
      assert.equal(await put(b.id), b.id);
      assert.deepEqual(
        (await list(me)).data.map(({ project_ids }) => project_ids),
        [[project.id], []],
      );
      assert.equal(await put(null), null);
      const renamed = await me.call<Project>("PATCH", `/v1/projects/${project.id}`, { name: "Other" });
      assert.equal(renamed.data.workspace_id, null, "what is absent stays");
    });

    test("contract/limits-and-plans: an archived workspace refuses every form of a run with reason `project`, and keeps its reports readable", async () => {
      const me = await app().member();
      const { data: workspace } = await create(me);
      const { id: projectId } = await me.project({ workspaceId: workspace.id });
      const { data: report } = await me.call<SummaryView>("POST", "/v1/analyze/project", { projectId });
      await change(me, workspace.id, { status: "archived" });
      const custom = { projectId, brand: "Acme", prompts: ["best?"] };
      for (const [route, body] of [
        ["/v1/analyze/project", { projectId }],
        ["/v1/analyze/custom", custom],
        ["/v1/analyze", { projectId }],
        ["/v1/analyze", custom],
      ] as const) {
        const { status, error } = await me.call("POST", route, body);
        assert.deepEqual([status, error.code], [403, "NO_ENTITLEMENT"], route);
        const { reason, required_plan } = error.details as Record<string, unknown>;
        assert.deepEqual([reason, required_plan], ["project", null]);
      }
      for (const read of [
        `/v1/reports/${report.id}`,
        `/v1/reports/latest?projectId=${projectId}&view=full`,
        `/v1/projects/${projectId}`,
      ])
        assert.equal((await me.call("GET", read)).status, 200, read);
      assert.equal((await me.call<unknown[]>("GET", "/v1/reports")).data.length, 1, "no run was begun");
      await change(me, workspace.id, { status: "active" });
      assert.equal((await me.call("POST", "/v1/analyze/project", { projectId })).status, 200);
    });

    test("a project that is put in while its workspace is being deleted ends in none, never in a lost one", async () => {
      const me = await app().member();
      for (let round = 0; round < 5; round += 1) {
        const { data: workspace } = await create(me);
        const [made] = await Promise.all([
          me.call<Project>("POST", "/v1/projects", { name: "A", brand: "A", workspaceId: workspace.id }),
          me.call("DELETE", `${path}/${workspace.id}`),
        ]);
        assert.ok(made.status === 201 || made.error.code === "WORKSPACE_NOT_FOUND", made.text);
        if (made.status !== 201) continue;
        const { data } = await me.call<Project>("GET", `/v1/projects/${made.data.id}`);
        assert.equal(data.workspace_id, null);
      }
    });
  },
);

onAnyStore(
  () => ({ config: { plans: standardPlans, plansOn: true } }),
  (app) => {
    test("contract/limits-and-plans: a plan below agency has no client workspaces", async () => {
      const me = await app().member({ plan: "growth" });
      for (const [method, at, body] of [
        ["GET", path, undefined],
        ["POST", path, { name: "Bakery", kind: "client" }],
        ["PATCH", `${path}/${randomUUID()}`, { name: "Bakery" }],
        ["DELETE", `${path}/${randomUUID()}`, undefined],
      ] as const) {
        const { status, error } = await me.call(method, at, body);
        assert.deepEqual([status, error.code], [403, "NO_ENTITLEMENT"], method);
        assert.deepEqual(error.details, {
          feature: "client_workspaces",
          plan: "growth",
          required_plan: "agency",
          reason: "plan",
        });
      }
    });

    test("an account has as many workspaces as projects at most, also when they are made at once", async () => {
      const me = await app().member({ plan: "agency" });
      const statuses: number[] = [];
      // Within the route's own limit of 60 in a minute.
      await app()
        .db.insertInto("client_workspaces")
        .values(
          Array.from({ length: 95 }, () => ({
            id: randomUUID(),
            user_id: me.userId,
            name: "Bakery",
            kind: "client" as const,
            status: "active" as const,
            created_at: new Date(),
            updated_at: new Date(),
          })),
        )
        .execute();
      for (const { status } of await Promise.all(Array.from({ length: 10 }, () => create(me))))
        statuses.push(status);
      assert.equal(statuses.filter((status) => status === 201).length, 5);
      const { status, error } = await create(me);
      assert.deepEqual([status, error.code], [402, "BILLING_REQUIRED"]);
      assert.deepEqual([error.details?.quota, error.details?.remaining], ["workspaces", 0]);
    });
  },
);
