import { Type } from "typebox";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { Closed, Nullable, Uuid } from "../../api/schema/schema.ts";
import { askedPrompt } from "../../projects/prompts/prompt-view.ts";

/** Prompts about a brand that are saved to be run, as POST /v1/suggest-prompts saves them. */
export const TestView = Closed(
  {
    id: Uuid("Id of the test, as `testId` of POST /v1/analyze."),
    project_id: Uuid("Project it is saved for."),
    crawl_record_id: Nullable(Uuid(), { description: "The crawl it is based on." }),
    brand: Type.String({ description: "Brand to measure." }),
    competitors: Type.Array(Type.String(), { description: "Competitors to measure." }),
    prompts: Type.Array(showAs(Closed(askedPrompt), { name: "TestPrompt" }), {
      description: "The prompts in their order.",
    }),
    prompt_count: Type.Integer({ description: "Number of prompts." }),
  },
  { title: "PromptTest", description: "Suggested prompts that were saved to be run." },
);
