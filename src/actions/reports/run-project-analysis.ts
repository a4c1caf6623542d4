import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { projectId } from "../examples/northwind.ts";
import { runAnswers } from "../examples/report-answers.ts";
import { checkUntil, UntilTerms } from "../projects/terms/until-terms.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { pollLocation } from "../schema/polling.ts";
import { analyseProject } from "./steps/analyse-project.ts";
import { SummaryView } from "./views/report-view.ts";

export const runProjectAnalysis = action({
  name: "run_project_analysis",
  http: "POST /v1/analyze/project",
  summary: "Ask a project's assistants its saved prompts and report whom they name.",
  description: pollLocation,
  tag: "analysis",
  scope: "visibility:run",
  effect: "writes",
  limit: "analyze",
  tool: true,
  on: "project",
  feature: "visibility_analysis",
  spends: "visibility",
  mayAnswer: [202],
  input: Type.Object({ projectId: ProjectId, until: Type.Optional(UntilTerms) }),
  output: SummaryView,
  example: () => ({
    bodies: { usual: { summary: "Run the saved prompts", value: { projectId } } },
    answers: runAnswers(),
  }),
}).run(async (context, { until }) => analyseProject(context, context.project, checkUntil(until)));
