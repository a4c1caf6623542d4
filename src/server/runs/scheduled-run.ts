import { demandFeature } from "../api/access/entitlement.ts";
import type { Services } from "../api/context.ts";
import type { Db } from "../db/db.ts";
import { type EngineSupply, engineChoice } from "../engines/engine-choice.ts";
import type { PlanHolder } from "../organizations/organizations.ts";
import type { Project } from "../projects/project.ts";
import type { Report } from "../reports/reports.ts";
import { savedPromptsOf } from "./analyse-project.ts";
import { acceptPlanned, planRun } from "./plan-run.ts";

/** Accepts what was planned, in the given transaction. Throws a Problem if it may not run. */
export type Accept = (db: Db) => Promise<Report>;

/**
 * Plans a project's scheduled run, on the same terms as a run that its owner starts, except that it does not count towards runs
 * at once; returns how to accept it. Throws a Problem if it may not run.
 */
export async function planScheduled(
  services: EngineSupply & Pick<Services, "queue" | "settings" | "now" | "parsing">,
  { project, holder }: { project: Project; holder: PlanHolder },
): Promise<Accept> {
  const spending = { feature: "visibility_analysis", spends: "visibility" } as const;
  demandFeature(spending, services.settings.plans, holder, project);
  const { organizationId } = project;
  const engines = engineChoice(services, { organizationId, ownEngines: holder.ownEngines });
  const planned = await planRun({ ...services, engines }, await savedPromptsOf(services.db, project));
  return (db) => acceptPlanned(db, { ...services, engines }, holder, planned, { scheduled: true });
}
