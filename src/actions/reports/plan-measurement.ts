import { Type } from "typebox";
import { asksPerRunMax } from "../../domain/project/asks.ts";
import { usualShares, type Variance, varianceOf } from "../../domain/report/planning/variance.ts";
import type { ScoredReport } from "../../domain/report/report.ts";
import { action } from "../../kernel/action.ts";
import type { ProjectContext } from "../../kernel/context.ts";
import { latestReport } from "../../store/reports/reports.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { goalFields, goalOf } from "./terms/measurement-goal.ts";
import { MeasurementPlanView, measurementPlanView } from "./views/measurement-plan-view.ts";

export const planMeasurement = action({
  name: "plan_measurement",
  http: "POST /v1/projects/{projectId}/measurement-plan",
  summary: "Plan a measurement: how much to ask to see a change or know a level, or what a budget can show.",
  tag: "projects",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  on: "project",
  input: Type.Object({ projectId: ProjectId, ...goalFields }),
  output: MeasurementPlanView,
}).run(async (context, given) => {
  const { db, project } = context;
  const goal = goalOf(given);
  const scored = (await latestReport(db, project.id, "main"))?.scored ?? null;
  return measurementPlanView(
    project.id,
    {
      goal,
      variance: scored && scored.cells.length > 0 ? varianceOf(scored.cells) : usual,
      engines: enginesOf(context, scored),
      prompts: project.promptCount,
      costPerAsk: costOf(scored),
      mostAsks: asksPerRunMax,
    },
    project.samples,
  );
});

/** Of a project that was never measured nothing is known. */
const usual: Variance = { rate: 0.5, shares: usualShares, cells: 0, prompts: 0 };

/** Those that the project asks; where it asks all, those that are set up. */
function enginesOf({ project, engines }: ProjectContext, scored: ScoredReport | null): number {
  if (project.providers) return project.providers.length;
  const configured = engines
    .list()
    .filter(({ provider, configured }) => configured && provider !== "sandbox");
  return Math.max(1, configured.length || (scored?.providers.length ?? 0));
}

/** USD of one answer, by the newest report; null where its calls do not say. */
function costOf(scored: ScoredReport | null): number | null {
  if (!scored || scored.costUsd === null) return null;
  const answers = scored.metrics.answers + (scored.branded?.answers ?? 0);
  return answers > 0 ? scored.costUsd / answers : null;
}
