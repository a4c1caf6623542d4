import { Type } from "typebox";
import { accountStatus } from "../accounts/account-examples.ts";
import { keysPerMember, listKeys } from "../accounts/keys/keys.ts";
import { spendOf } from "../accounts/spending/project-spend.ts";
import { usedUnits } from "../accounts/spending/quota.ts";
import { monthOf, nextMonth } from "../accounts/spending/spend.ts";
import { periodAt } from "../api/access/quota.ts";
import { action } from "../api/action.ts";
import type { Context } from "../api/context.ts";
import { projectId } from "../api/examples/northwind.ts";
import { spendingView } from "../api/schema/spending.ts";
import { findWorkspace } from "../projects/client-workspaces/workspaces.ts";
import { promptsPerCustomAnalysis } from "../projects/prompts/prompt-terms.ts";
import { newestReport } from "../reports/reports.ts";
import { AccountStatusView, accountStatusView, type ProjectStatus } from "./account-status-view.ts";

export const getAccountStatus = action({
  name: "get_account_status",
  http: "GET /v1/account-status",
  summary: "Read your plan and quotas, and which features you can use or why not.",
  description: "Call this before anything that costs quota, or after a 402 or 403.",
  tag: "account",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  problems: ["PROJECT_NOT_FOUND"],
  input: Type.Object({
    projectId: Type.Optional(Type.String({ format: "uuid", description: "Id of the project." })),
  }),
  output: AccountStatusView,
  example: () => ({
    fields: { projectId },
    answers: { AccountStatus: { summary: "An agency, for one of its projects", data: accountStatus } },
  }),
}).run(async (context, { projectId }) => {
  const { db, caller, settings, now } = context;
  const at = now();
  const period = periodAt(caller.planStartedAt, at);
  const project = projectId === undefined ? null : await projectStatus(context, projectId);
  const payer = { organizationId: caller.organizationId, projectId: project?.project.id ?? null };
  const spending = await spendOf(db, payer, monthOf(at));
  return accountStatusView({
    caller,
    plans: settings.plans,
    period,
    used: await usedUnits(db, caller.organizationId, period.start),
    keys: { max: keysPerMember, used: (await listKeys(db, caller)).length },
    promptsPerCustomAnalysis,
    project,
    spending: spendingView(
      // What all clients cost together is not for who sees some of them.
      caller.workspaceIds === null ? spending : { ...spending, organization: null },
      nextMonth(at),
    ),
  });
});

async function projectStatus(context: Context, projectId: string): Promise<ProjectStatus> {
  const { db, caller } = context;
  const project = await context.ownProject(projectId);
  const workspace =
    project.workspaceId === null ? undefined : await findWorkspace(db, caller, project.workspaceId);
  const newest = await newestReport(db, project.id, "main");
  return {
    project,
    workspace: workspace ?? null,
    latestReportStatus: newest?.status ?? null,
  };
}
