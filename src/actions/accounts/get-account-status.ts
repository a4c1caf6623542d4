import { Type } from "typebox";
import { periodAt } from "../../kernel/access/quota.ts";
import { action } from "../../kernel/action.ts";
import type { Context } from "../../kernel/context.ts";
import { keysPerMember, listKeys } from "../../store/accounts/keys.ts";
import { spendOf } from "../../store/accounts/project-spend.ts";
import { usedUnits } from "../../store/accounts/quota.ts";
import { monthOf, nextMonth } from "../../store/accounts/spend.ts";
import { findWorkspace } from "../../store/projects/workspaces.ts";
import { newestReport } from "../../store/reports/reports.ts";
import { accountStatus } from "../examples/accounts.ts";
import { projectId } from "../examples/northwind.ts";
import { promptsPerCustomAnalysis } from "../projects/terms/prompt-terms.ts";
import { spendingView } from "../schema/spending.ts";
import { AccountStatusView, accountStatusView, type ProjectStatus } from "./views/account-status-view.ts";

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
