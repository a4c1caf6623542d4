import { Type } from "typebox";
import { action } from "../api/action.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { Competitors, Name } from "../projects/project-terms.ts";
import { AdHocPrompts, givenPrompts } from "../projects/prompts/prompt-terms.ts";
import { checkUntil, UntilTerms } from "../projects/until-terms.ts";
import { reportExamples } from "../reports/report-examples.ts";
import { adHoc } from "../reports/report-reply-examples.ts";
import { SummaryView } from "../reports/report-view.ts";
import { analyseCustom } from "./analyse-custom.ts";

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
