import type { Caller } from "./caller.ts";
import { type Feature, type PlanTable, requiredPlan } from "./plan.ts";
import { Problem } from "./problem.ts";

/** Throws NO_ENTITLEMENT where the plan does not have the feature. */
export function demandFeature(feature: Feature, table: PlanTable, { plan }: Pick<Caller, "plan">): void {
  if (table[plan].features.includes(feature)) return;
  throw new Problem("NO_ENTITLEMENT", {
    details: { feature, plan, required_plan: requiredPlan(table, feature), reason: "plan" },
  });
}
