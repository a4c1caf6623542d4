import assert from "node:assert/strict";
import { test } from "node:test";
import { always } from "../fake-engines.ts";
import { onAnyStore } from "../start-app.ts";
import { join } from "./joining.ts";

interface Status {
  spending: Record<
    "organization" | "project",
    { limit_usd: number | null; reserved_usd: number; spent_usd: number } | null
  >;
}

onAnyStore(
  () => ({ engines: { chatgpt: always("Acme.") }, estimateUsd: 0.5, config: { rateLimitScale: 0 } }),
  (app) => {
    test("contract/organizations: what would pass the bound of the organization or the project is 402, and nothing is kept of it", async () => {
      const me = await app().member();
      const { id: projectId } = await me.project();
      const token = await me.session();
      const run = (as = me.key) => me.call("POST", "/v1/analyze/project", { projectId }, { token: as });
      const bound = (monthlySpendUsd: number | null) =>
        me.call("PATCH", "/v1/organization", { monthlySpendUsd }, { token });
      assert.equal((await bound(0.4)).status, 200);
      const refused = await run();
      assert.deepEqual([refused.status, refused.error.code], [402, "BILLING_REQUIRED"]);
      const { quota, bound: whose, remaining, required, limit } = refused.error.details ?? {};
      assert.deepEqual([quota, whose, remaining, required, limit], ["spend", "organization", 0.4, 0.5, 0.4]);
      assert.equal((await me.call<unknown[]>("GET", "/v1/reports")).data.length, 0);

      await bound(null);
      await me.call("PATCH", `/v1/projects/${projectId}`, { monthlySpendUsd: 0.1 });
      const again = await run();
      assert.deepEqual([again.status, again.error.details?.bound], [402, "project"]);
      const path = `/v1/account-status?projectId=${projectId}`;
      const { data } = await me.call<Status>("GET", path);
      assert.deepEqual(data.spending.project, { limit_usd: 0.1, spent_usd: 0, reserved_usd: 0 });

      await me.call("PATCH", `/v1/projects/${projectId}`, { monthlySpendUsd: null });
      assert.ok((await run()).status < 300);
      await app().settle();
      const { data: after } = await me.call<Status>("GET", path);
      assert.equal(after.spending.organization?.reserved_usd, 0);
      assert.equal(after.spending.organization?.spent_usd, after.spending.project?.spent_usd);
    });

    test("contract/organizations: the audit log says what of an organization and of a member changed, from what to what", async () => {
      const [boss, kim] = [await app().member(), await app().member()];
      const { memberId } = await join(boss, kim, "viewer");
      const token = await boss.session();
      const patch = async (path: string, body: unknown) => {
        const headers = { "overheard-organization": boss.userId };
        const { status, text } = await boss.call("PATCH", path, body, { token, headers });
        assert.equal(status, 200, text);
        const log = await boss.call<{ details: unknown }[]>("GET", "/v1/organization/audit-log", undefined, {
          ...{ token, headers },
        });
        return log.data[0]!.details;
      };
      await patch("/v1/organization", { monthlySpendUsd: 5 });
      const changes = { name: "A secret name", monthlySpendUsd: 7, retention: { answersDays: 90 } };
      assert.deepEqual(await patch("/v1/organization", changes), {
        changed: ["name", "monthly_spend_usd", "answers_days"],
        monthly_spend_usd: { from: 5, to: 7 },
        answers_days: { from: null, to: 90 },
      });
      assert.deepEqual(await patch(`/v1/organization/members/${memberId}`, { role: "editor" }), {
        changed: ["role"],
        role: { from: "viewer", to: "editor" },
      });
    });

    test("contract/organizations: only admins set the bound, and a limited member does not see what all clients cost", async () => {
      const [boss, editor] = [await app().member(), await app().member()];
      const workspace = await boss.call<{ id: string }>("POST", "/v1/client-workspaces", {
        name: "Acme",
        kind: "client",
      });
      const { as } = await join(boss, editor, "editor", [workspace.data.id]);
      const { status, error } = await as("PATCH", "/v1/organization", { monthlySpendUsd: 1 });
      assert.deepEqual([status, error.code], [403, "INSUFFICIENT_ROLE"]);
      assert.equal((await as<Status>("GET", "/v1/account-status")).data.spending.organization, null);
    });
  },
);
