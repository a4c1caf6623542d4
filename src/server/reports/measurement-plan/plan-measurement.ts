import { Type } from "typebox";
import { repeatsAmong } from "../../../figures/planning/grade-warnings.ts";
import { nextComparison } from "../../../figures/planning/next-comparison.ts";
import { usualShares, type Variance, varianceOf } from "../../../figures/planning/variance.ts";
import type { ScoredReport } from "../../../figures/report.ts";
import { daysIn, usualDays } from "../../../figures/watching/days.ts";
import { costsNothing, type Provider, providers } from "../../../reader/provider.ts";
import { action } from "../../api/action.ts";
import type { ProjectContext } from "../../api/context.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { ProviderWord, ScheduleWord } from "../../api/schema/words.ts";
import { asksPerRunMax } from "../../runs/asking/planned-asks.ts";
import { reportExamples } from "../report-examples.ts";
import { latestReport } from "../reports.ts";
import { meanCosts } from "../rows/answers.ts";
import { watchedPoints } from "../trends/trends.ts";
import { goalFields, goalOf } from "./measurement-goal.ts";
import { MeasurementPlanView, measurementPlanView } from "./measurement-plan-view.ts";

export const planMeasurement = action({
  name: "plan_measurement",
  http: "POST /v1/projects/{projectId}/measurement-plan",
  summary: "Plan a measurement: how much to ask to see a change or know a level, or what a budget can show.",
  description:
    "Ask before you spend: how many prompts and runs a goal takes, what they cost, and what they can show. It uses the project's newest report, or usual values if there is none.",
  tag: "projects",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  on: "project",
  input: Type.Object({
    projectId: ProjectId,
    ...goalFields,
    engines: Type.Optional(
      Type.Array(ProviderWord(), {
        minItems: 1,
        maxItems: providers.length,
        uniqueItems: true,
        description: "Assistants to ask; default: those of the project.",
      }),
    ),
    schedule: Type.Optional(
      ScheduleWord({ description: "When it is to run; default: as the project does." }),
    ),
  }),
  output: MeasurementPlanView,
  example: () => ({
    fields: { projectId },
    bodies: {
      usual: { summary: "To see a change of ten points", value: { goal: { detect: 10 }, earlierReports: 8 } },
    },
    answers: { MeasurementPlan: { summary: "Six runs of the saved prompts", data: reportExamples().plan } },
  }),
}).run(async (context, { engines: chosenEngines, schedule, ...goalInput }) => {
  const { db, engines, project } = context;
  const plannedSchedule = schedule ?? project.schedule;
  const report = await latestReport(db, project.id, "main");
  const scored = report?.scored ?? null;
  const planProviders = chosenEngines ?? enginesOf(context, scored);
  const points = report ? await watchedPoints(db, report) : [];
  const days = report ? daysIn(points) : usualDays;
  const goal = goalOf(goalInput, plannedSchedule, nextComparison(points, days).earlierReports);
  const measured = scored !== null && scored.cells.length > 0;
  return measurementPlanView(
    project.id,
    {
      goal,
      variance: measured ? varianceOf(scored.cells) : usual,
      engines: planProviders.length,
      paces: planProviders.flatMap((provider) => engines.get(provider) ?? []),
      prompts: project.promptCount,
      repeats: scored ? Math.min(project.promptCount, repeatsAmong(scored.cells)) : 0,
      samples: project.samples,
      rhythm: plannedSchedule === "daily" ? "daily" : "weekly",
      days: days.deviation,
      costPerAsk: costOf(planProviders, report ? await meanCosts(db, report) : new Map()),
      mostAsks: asksPerRunMax,
    },
    { measured, days },
  );
});

/** For a project that was never measured. */
const usual: Variance = { rate: 0.5, shares: usualShares, cells: 0, prompts: 0 };

/** The engines that the project asks; by default all that are configured, or else those of its newest report. */
function enginesOf({ project, engines }: ProjectContext, scored: ScoredReport | null): readonly Provider[] {
  if (project.providers) return project.providers;
  const configured = engines.configured();
  const measured = [...new Set(scored?.providers.map(({ provider }) => provider))];
  return configured.some((provider) => provider !== "sandbox") || measured.length === 0
    ? configured
    : measured;
}

/** USD per call if each of these is asked as often; null if it is not known of one. */
function costOf(planProviders: readonly Provider[], costs: ReadonlyMap<Provider, number>): number | null {
  let total = 0;
  for (const provider of planProviders) {
    const cost = costs.get(provider) ?? (costsNothing(provider) ? 0 : undefined);
    if (cost === undefined) return null;
    total += cost;
  }
  return planProviders.length > 0 ? total / planProviders.length : null;
}
