import { Problem } from "../../kernel/problem.ts";
import type { Project } from "../../projects/project.ts";
import type { Caller } from "../caller.ts";
import { type Feature, type PlanTable, requiredPlan, restingFeatures } from "./plan.ts";
import type { QuotaName } from "./quota-name.ts";

/** Why somebody cannot use a feature. Source: docs/contract/workspaces.md. */
export type Barrier = "plan" | "project" | "billing";

type Holder = Pick<Caller, "plan" | "planStatus">;
type Place = Pick<Project, "archived">;

/** What keeps a caller from a feature (in a project, if one is given); null if nothing does. */
export function barrierTo(
  feature: Feature,
  table: PlanTable,
  caller: Holder,
  project?: Place,
): Barrier | null {
  if (!table[caller.plan].features.includes(feature)) return "plan";
  if (project?.archived && restingFeatures.includes(feature)) return "project";
  return caller.planStatus === "canceled" ? "billing" : null;
}

/** Throws NO_ENTITLEMENT if plan or project lack the feature, BILLING_REQUIRED if the plan was cancelled. */
export function demandFeature(
  action: { feature?: Feature; spends?: QuotaName },
  table: PlanTable,
  caller: Holder,
  project?: Place,
): void {
  const { feature } = action;
  const reason = feature && barrierTo(feature, table, caller, project);
  if (!reason) return;
  if (reason === "billing") {
    const quota = action.spends ?? "plan";
    throw new Problem("BILLING_REQUIRED", {
      message: "The organization's plan has been cancelled.",
      details: { quota, remaining: 0, required: 1, limit: null, resets_at: null, upgrade_url: null },
    });
  }
  throw new Problem("NO_ENTITLEMENT", {
    details: {
      feature,
      plan: caller.plan,
      required_plan: reason === "plan" ? requiredPlan(table, feature) : null,
      reason,
    },
  });
}
