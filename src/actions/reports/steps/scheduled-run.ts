import type { Project } from "../../../domain/project/project.ts";
import { demandFeature } from "../../../kernel/access/entitlement.ts";
import { type Plan, type PlanStatus, planStatuses, plans } from "../../../kernel/access/plan.ts";
import type { Services } from "../../../kernel/context.ts";
import type { User } from "../../../store/accounts/users.ts";
import type { Db } from "../../../store/db/db.ts";
import type { Report } from "../../../store/reports/reports.ts";
import { savedPromptsOf } from "./analyse-project.ts";
import { acceptPlanned, planRun } from "./plan-run.ts";

/**
 * Accepts a project's scheduled run in the given transaction, on the same terms as a run that its owner starts, except
 * that it does not count towards runs at once. Throws a Problem if it may not run.
 */
export async function acceptScheduled(
  db: Db,
  services: Pick<Services, "engines" | "queue" | "settings" | "now">,
  { project, owner }: { project: Project; owner: User },
): Promise<Report> {
  const account = { plan: planOf(owner), planStartedAt: owner.plan_started_at.toISOString() };
  const spending = { feature: "visibility_analysis", spends: "visibility" } as const;
  demandFeature(spending, services.settings.plans, { ...account, planStatus: statusOf(owner) }, project);
  const planned = planRun(services.engines, await savedPromptsOf(db, project));
  return acceptPlanned(db, services, account, planned, { scheduled: true });
}

const statusOf = ({ plan_status }: User): PlanStatus =>
  planStatuses.find((known) => known === plan_status) ?? "active";

const planOf = ({ plan }: User): Plan => plans.find((known) => known === plan) ?? "free";
