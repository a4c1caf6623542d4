import { type Static, Type } from "typebox";
import { type Barrier, barrierTo } from "../api/access/entitlement.ts";
import { type Feature, featureQuotas, features, type PlanTable } from "../api/access/plan.ts";
import { type Billing, billingOf, type Period } from "../api/access/quota.ts";
import { type QuotaName, quotaNames } from "../api/access/quota-name.ts";
import type { Caller } from "../api/caller.ts";
import { showAs } from "../api/schema/openapi-hints.ts";
import { Closed, Nullable, ObjectOrNull, OneOf, Time, Uuid } from "../api/schema/schema.ts";
import { SpendingView } from "../api/schema/spending.ts";
import { PlanStatusWord, PlanWord, ReportStatusWord, WorkspaceStatusWord } from "../api/schema/words.ts";
import { type Workspace, workspaceKinds } from "../projects/client-workspaces/workspace.ts";
import type { Project } from "../projects/project.ts";
import type { Report } from "../reports/reports.ts";

const Quota = Closed(
  {
    limit: Nullable(Type.Integer(), { description: "Units per period; null: unlimited." }),
    used: Type.Integer({ description: "Units used in this period." }),
    remaining: Nullable(Type.Integer(), { description: "Units left in this period; null: unlimited." }),
    unit: Type.String({ description: "What is counted." }),
    resets_at: Time("When the next period begins."),
  },
  { title: "QuotaStatus", description: "How much of a quota is used." },
);

const FeatureStatus = Closed(
  {
    enabled: Type.Boolean({ description: "Whether it can be used now." }),
    reason: Nullable(OneOf(["plan", "project", "billing"]), {
      description: "Why not: not in the plan, workspace archived, plan canceled, or quota used up.",
    }),
  },
  { title: "FeatureStatus", description: "Whether a feature can be used, and if not, why." },
);

const oneEach = <N extends string, S extends typeof Quota | typeof FeatureStatus>(
  names: readonly N[],
  schema: S,
): Record<N, S> => Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>;

const ProjectStatusView = showAs(
  Closed({
    id: Uuid("Id of the project."),
    name: Type.String({ description: "Name of the project." }),
    latest_report_status: Nullable(ReportStatusWord(), {
      description: "Status of its newest run, if any.",
    }),
    cms_connected: Type.Boolean({ description: "Whether a blog is connected." }),
  }),
  { name: "ProjectStatus" },
);

export const AccountStatusView = Closed(
  {
    user: Closed(
      {
        id: Uuid("Id of the account."),
        email: Nullable(Type.String(), { description: "Email address, if known." }),
      },
      { description: "The account." },
    ),
    plan: Closed(
      {
        code: PlanWord({ description: "The plan." }),
        name: Type.String({ description: "Its name." }),
        status: PlanStatusWord({ description: "Its status." }),
        renews_at: Nullable(Time(), { description: "When the next period begins; null if canceled." }),
      },
      { description: "The account's plan." },
    ),
    quotas: ObjectOrNull(
      Closed(oneEach(quotaNames, Quota)),
      "Quotas of the plan; null for members limited to workspaces.",
    ),
    workspace: Closed(
      {
        id: Uuid("Id of the client workspace or the account."),
        kind: OneOf(["personal", ...workspaceKinds], {
          description: "`personal`: in no client workspace.",
        }),
        status: WorkspaceStatusWord({ description: "Whether it accepts new work." }),
      },
      { description: "The project's workspace, or the personal one." },
    ),
    project: ObjectOrNull(ProjectStatusView, "The requested project, if any."),
    features: Closed(oneEach(features, FeatureStatus), { description: "Features you can use." }),
    spending: SpendingView,
    limits: Closed(
      {
        api_keys: Closed(
          {
            max: Type.Integer({ description: "Most keys at a time." }),
            used: Type.Integer({ description: "Keys in use." }),
          },
          { description: "API keys." },
        ),
        prompts_per_custom_analysis: Type.Integer({ description: "Most prompts in an ad hoc analysis." }),
      },
      { description: "Limits on every plan." },
    ),
  },
  { title: "AccountStatus", description: "What the account or project can do now." },
);

export interface ProjectStatus {
  project: Project;
  workspace: Workspace | null;
  latestReportStatus: Report["status"] | null;
}

export interface AccountFacts {
  caller: Caller;
  plans: PlanTable;
  period: Period;
  used: Record<QuotaName, number>;
  keys: { max: number; used: number };
  promptsPerCustomAnalysis: number;
  project: ProjectStatus | null;
  spending: Static<typeof SpendingView>;
}

export function accountStatusView(facts: AccountFacts): Static<typeof AccountStatusView> {
  const { caller, plans, period, used, project } = facts;
  const { quotas } = billingOf(caller, plans, period, used);
  const workspace = project?.workspace;
  return {
    user: { id: caller.userId, email: caller.email },
    plan: {
      code: caller.plan,
      name: caller.plan.charAt(0).toUpperCase() + caller.plan.slice(1),
      status: caller.planStatus,
      renews_at: caller.planStatus === "canceled" ? null : period.end,
    },
    quotas: caller.workspaceIds === null ? quotas : null,
    workspace: workspace
      ? { id: workspace.id, kind: workspace.kind, status: workspace.status }
      : { id: caller.organizationId, kind: "personal", status: "active" },
    project: project && {
      id: project.project.id,
      name: project.project.name,
      latest_report_status: project.latestReportStatus,
      cms_connected: project.project.cms?.connected === true,
    },
    features: Object.fromEntries(
      features.map((feature) => {
        const reason = reasonAgainst(feature, facts, quotas);
        return [feature, { enabled: reason === null, reason }];
      }),
    ) as Record<Feature, { enabled: boolean; reason: Barrier | null }>,
    spending: facts.spending,
    limits: { api_keys: facts.keys, prompts_per_custom_analysis: facts.promptsPerCustomAnalysis },
  };
}

/** What a call would be refused for: what the kernel demands of it, then its quota. */
function reasonAgainst(
  feature: Feature,
  { plans, caller, project }: AccountFacts,
  quotas: Billing["quotas"],
): Barrier | null {
  const quota = featureQuotas[feature];
  const usedUp = quota !== undefined && quotas[quota].remaining === 0;
  return barrierTo(feature, plans, caller, project?.project) ?? (usedUp ? "billing" : null);
}
