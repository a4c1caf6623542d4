import { Type } from "typebox";
import { action } from "../../api/action.ts";
import type { Caller } from "../../api/caller.ts";
import type { Warning } from "../../api/context.ts";
import { brand, competitors, crawlId, projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { newId } from "../../kernel/id.ts";
import { invalid, lacksScope, Problem } from "../../kernel/problem.ts";
import { Competitors, checkNames, givenCompetitors, Name } from "../../projects/project-terms.ts";
import { findProject, holdProject } from "../../projects/projects.ts";
import { CrawlRecordId } from "../crawls/crawl-terms.ts";
import { suggestions } from "../website-examples.ts";
import { askForPrompts } from "./ask-for-prompts.ts";
import { basisOf, type CrawlPromptBasis, readyCrawl, suggestionsFrom } from "./crawl-prompts.ts";
import { insertPromptTest } from "./prompt-tests.ts";
import { savePrompts } from "./save-prompts.ts";
import { SuggestionView, suggestedPromptView } from "./suggestion-view.ts";

export const suggestPrompts = action({
  name: "suggest_prompts",
  http: "POST /v1/suggest-prompts",
  summary: "Suggest questions that buyers would ask, from a crawl.",
  description: "With a project they are saved as a test, which POST /analyze runs by its `test_id`.",
  tag: "analysis",
  scope: "content:write",
  effect: "writes",
  limit: "suggest",
  tool: true,
  feature: "prompt_suggestions",
  problems: ["PROJECT_NOT_FOUND", "CRAWL_RECORD_NOT_FOUND", "REPORT_NOT_READY", "BILLING_REQUIRED"],
  input: Type.Object({
    crawlRecordId: CrawlRecordId,
    projectId: Type.Optional(Type.String({ format: "uuid", description: "Project to save them for." })),
    brand: Type.Optional(Name("Brand; default: the project's, or else the site's name.")),
    competitors: Type.Optional(Competitors),
    save: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Also add the prompts to the project's; requires `projectId` and the scope `projects:write`.",
      }),
    ),
  }),
  output: SuggestionView,
  example: () => ({
    bodies: {
      usual: {
        summary: "Prompts for a project",
        value: {
          crawlRecordId: crawlId,
          projectId,
          brand,
          competitors,
          save: true,
        },
      },
    },
    answers: { PromptSuggestions: { summary: "Prompts, saved as a test", data: suggestions } },
  }),
}).run(async (context, { crawlRecordId, projectId, brand, competitors, save = false }) => {
  const { db, caller, settings, now, write } = context;
  checkNames({ brand, competitors });
  if (save) demandSaving(caller, projectId);
  const project = projectId ? await findProject(db, caller, projectId) : null;
  if (project === undefined) throw new Problem("PROJECT_NOT_FOUND");
  const crawl = await readyCrawl(context, crawlRecordId);
  demandStanding(caller);

  const basis = await basisOf(context, crawl, {
    project,
    brand,
    competitors: competitors && givenCompetitors(competitors).map(({ name }) => name),
  });
  const proposed = await askForPrompts(context, project, basis.offer, crawl.profile);
  const prompts = await suggestionsFrom(context, basis, proposed);
  if (prompts.length < fewPrompts) context.warn(few(basis));
  const testId = project && prompts.length > 0 ? newId() : null;
  const view = {
    test_id: testId,
    crawl_record_id: crawl.id,
    project_id: project?.id ?? null,
    brand: basis.brand,
    competitors: basis.competitors,
    prompts: prompts.map(suggestedPromptView),
    prompt_count: prompts.length,
    report_url: testId && `${settings.siteUrl}/tests/${testId}`,
  };
  if (!project || !testId) return { ...view, saved_prompt_count: 0 };
  if (!save && basis.terms.saved.length === 0) context.warn(notSaved);
  return write(async (db) => {
    if (!(await holdProject(db, caller, project.id))) throw new Problem("PROJECT_NOT_FOUND");
    const saved = save ? await savePrompts(context, db, project, prompts) : 0;
    await insertPromptTest(db, {
      id: testId,
      organizationId: caller.organizationId,
      projectId: project.id,
      crawlRecordId: crawl.id,
      brand: basis.brand,
      competitors: basis.competitors,
      prompts: prompts.map(({ prompt, intent }) => ({ prompt, intent })),
      now: now(),
    });
    return reply({ ...view, saved_prompt_count: saved });
  });
});

/** Fewer than this are explained. */
const fewPrompts = 5;

const few = ({ offer, terms }: CrawlPromptBasis): Warning => ({
  code: "FEW_PROMPTS",
  path: null,
  message:
    offer.category === null
      ? "The pages that were read do not say in a few words what is sold. Say it in the project's `about` and ask again, or write the prompts yourself."
      : terms.saved.length > 0
        ? "The other questions that the pages give rise to are saved already."
        : "The pages that were read say little of what is sold, so few questions follow from them.",
});

const notSaved: Warning = {
  code: "PROMPTS_NOT_SAVED",
  path: "/save",
  message:
    "The project has no saved prompts, so there is nothing yet for its analyses, schedule and brief. With `save: true` these become its saved prompts.",
};

/** Saved prompts are asked again and again, at a cost: a caller who may not change the project may not add any. */
function demandSaving({ scopes }: Caller, projectId: string | undefined): void {
  if (!projectId) {
    const message = "Prompts are saved for a project; give its id, or leave `save` out.";
    throw invalid([{ in: "body", path: "/projectId", code: "required", message }]);
  }
  if (!scopes.includes("projects:write")) throw lacksScope("projects:write");
}

/** It costs no quota, but an account that has not paid gets nothing more. */
function demandStanding({ planStatus }: Caller): void {
  if (planStatus !== "canceled" && planStatus !== "past_due") return;
  throw new Problem("BILLING_REQUIRED", {
    message: `The organization's plan ${planStatus === "canceled" ? "has been cancelled" : "has not been paid"}.`,
    details: { quota: "plan", remaining: 0, required: 0, limit: null, resets_at: null, upgrade_url: null },
  });
}
