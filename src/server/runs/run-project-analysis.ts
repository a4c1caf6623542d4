import { Type } from "typebox";
import { action } from "../api/action.ts";
import { projectId } from "../api/examples/northwind.ts";
import { pollLocation } from "../api/polling.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { checkUntil, UntilTerms } from "../projects/until-terms.ts";
import { runAnswers } from "../reports/report-reply-examples.ts";
import { SummaryView } from "../reports/report-view.ts";
import { analyseProject } from "./analyse-project.ts";

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
