import { Type } from "typebox";
import { action } from "../api/action.ts";
import type { Context } from "../api/context.ts";
import { brand, competitors, crawlId, projectId, testId } from "../api/examples/northwind.ts";
import { pollLocation } from "../api/polling.ts";
import { invalid, Problem } from "../kernel/problem.ts";
import { Competitors, givenCompetitors, Name } from "../projects/project-terms.ts";
import { AdHocPrompts, givenPrompts } from "../projects/prompts/prompt-terms.ts";
import { adHoc, runAnswers } from "../reports/report-reply-examples.ts";
import { SummaryView } from "../reports/report-view.ts";
import { basisOf, readyCrawl, suggestionsFrom } from "../website/prompts/crawl-prompts.ts";
import { findPromptTest } from "../website/prompts/prompt-tests.ts";
import { analyseCustom, type CustomTerms } from "./analyse-custom.ts";
import { analyseProject } from "./analyse-project.ts";

const uuid = (description: string) => Type.Optional(Type.String({ format: "uuid", description }));

/** How to run the forms of this route that use stored prompts. */
const polled = { waitSeconds: 2, statusWhileRunning: 202 as const };

export const runAnalysis = action({
  name: "run_analysis",
  http: "POST /v1/analyze",
  summary: "Run an analysis chosen by the fields you send; new integrations use the two explicit routes.",
  description: `Runs a saved test (\`testId\`), given prompts (\`projectId\`, \`brand\`, \`prompts\`), prompts made from a crawl (\`projectId\`, \`brand\`, \`crawlRecordId\`), or the saved prompts of a project (\`projectId\` alone). Any other combination is 400. ${pollLocation}`,
  tag: "analysis",
  scope: "visibility:run",
  effect: "writes",
  limit: "analyze",
  feature: "visibility_analysis",
  spends: "visibility",
  mayAnswer: [202],
  problems: ["PROJECT_NOT_FOUND", "TEST_NOT_FOUND", "CRAWL_RECORD_NOT_FOUND", "REPORT_NOT_READY"],
  input: Type.Object(
    {
      testId: uuid("A saved prompt test to run; other fields are ignored."),
      projectId: uuid("Project to run; alone: its saved prompts."),
      brand: Type.Optional(Name("Brand to measure, with `prompts` or `crawlRecordId`.")),
      prompts: Type.Optional(AdHocPrompts),
      crawlRecordId: uuid("Crawl record to derive prompts from."),
      competitors: Type.Optional(Competitors),
    },
    { additionalProperties: true },
  ),
  output: SummaryView,
  example: () => ({
    bodies: {
      project: { summary: "A project's saved prompts", value: { projectId } },
      prompts: { summary: "Prompts of your own", value: adHoc },
      crawl: {
        summary: "Prompts made from a crawl",
        value: { projectId, brand, crawlRecordId: crawlId, competitors },
      },
      test: { summary: "A saved test", value: { testId } },
    },
    answers: runAnswers(),
  }),
}).run(async (context, { testId, projectId, brand, prompts, crawlRecordId, competitors }) => {
  if (testId) return analyseTest(context, testId);
  if (projectId && brand && prompts) {
    if (crawlRecordId) {
      context.warn({
        code: "PARAMETER_IGNORED",
        path: "/crawlRecordId",
        message: "Prompts were given, so the crawl record was not used.",
      });
    }
    const terms = { brand, prompts: givenPrompts(prompts, context.warn), competitors };
    return analyseCustom(context, await context.ownProject(projectId), terms, {
      waitSeconds: 25,
      statusWhileRunning: 200,
    });
  }
  if (projectId && brand && crawlRecordId) {
    return analyseCrawl(context, projectId, { brand, crawlRecordId, competitors });
  }
  if (projectId && !brand && !prompts && !crawlRecordId)
    return analyseProject(context, await context.ownProject(projectId));
  throw unknownCombination();
});

async function analyseTest(context: Context, testId: string) {
  const test = await findPromptTest(context.db, context.caller, testId);
  if (!test) throw new Problem("TEST_NOT_FOUND");
  const project = await context.ownProject(test.projectId);
  return analyseCustom(
    context,
    project,
    { brand: test.brand, prompts: test.prompts, competitors: test.competitors },
    polled,
  );
}

/** Prompts from the crawl alone, so that the same record is always asked the same. */
async function analyseCrawl(
  context: Context,
  projectId: string,
  terms: { brand: string; crawlRecordId: string; competitors?: CustomTerms["competitors"] },
) {
  const { brand, competitors } = terms;
  const project = await context.ownProject(projectId);
  const crawl = await readyCrawl(context, terms.crawlRecordId);
  const basis = await basisOf(context, crawl, {
    project,
    brand,
    competitors: competitors && givenCompetitors(competitors).map(({ name }) => name),
  });
  // A saved prompt is no reason to leave a question out here.
  const prompts = await suggestionsFrom(context, { ...basis, terms: { ...basis.terms, saved: [] } });
  return analyseCustom(context, project, { brand, prompts, competitors }, polled);
}

const unknownCombination = (): Problem =>
  invalid([
    {
      in: "body",
      path: "",
      code: "unknown_combination",
      message: "Give one of the accepted combinations of fields.",
      expected: "testId | projectId + brand + prompts | projectId + brand + crawlRecordId | projectId alone",
    },
  ]);
