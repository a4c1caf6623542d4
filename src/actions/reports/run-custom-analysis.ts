import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { adHoc } from "../examples/report-answers.ts";
import { reportExamples } from "../examples/reports.ts";
import { Competitors, Name } from "../projects/terms/project-terms.ts";
import { AdHocPrompts, givenPrompts } from "../projects/terms/prompt-terms.ts";
import { checkUntil, UntilTerms } from "../projects/terms/until-terms.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { analyseCustom } from "./steps/analyse-custom.ts";
import { SummaryView } from "./views/report-view.ts";

export const runCustomAnalysis = action({
  name: "run_custom_analysis",
  http: "POST /v1/analyze/custom",
  summary: "Ask a project's assistants up to 20 ad hoc prompts and report whom they name.",
  description:
    "Tries out prompts, or another brand, without changing the project. Waits up to 25 seconds. If the status is still `processing`, poll the `Location`.",
  tag: "analysis",
  scope: "visibility:run",
  effect: "writes",
  limit: "analyze",
  tool: true,
  on: "project",
  feature: "custom_analysis",
  spends: "visibility",
  input: Type.Object({
    projectId: ProjectId,
    brand: Name("Brand to measure."),
    prompts: AdHocPrompts,
    competitors: Type.Optional(Competitors),
    until: Type.Optional(UntilTerms),
  }),
  output: SummaryView,
  example: () => ({
    bodies: { usual: { summary: "Two prompts of your own", value: adHoc } },
    answers: {
      AdHocReport: { summary: "Not done after 25 seconds", data: reportExamples().adHoc },
    },
  }),
}).run(async (context, { brand, prompts, competitors, until }) =>
  analyseCustom(
    context,
    context.project,
    { brand, prompts: givenPrompts(prompts, context.warn), competitors, until: checkUntil(until) },
    { waitSeconds: 25, statusWhileRunning: 200 },
  ),
);
