import { Type } from "typebox";
import { promptIntents } from "../../../planner/prompts/buyer-questions.ts";
import type { SuggestedPrompt } from "../../../planner/prompts/suggest-prompts.ts";
import { promptKey } from "../../../reader/prompt.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { PromptKey } from "../../api/schema/prompt-key.ts";
import { Closed, Nullable, OneOf, Uuid } from "../../api/schema/schema.ts";

export const SuggestionView = Closed(
  {
    test_id: Nullable(Uuid(), {
      description: "Saved test to run with POST /v1/analyze; null without a project or a prompt.",
    }),
    crawl_record_id: Uuid("The crawl they are based on."),
    project_id: Nullable(Uuid(), { description: "Project they are saved for." }),
    brand: Type.String({ description: "Brand to measure." }),
    competitors: Type.Array(Type.String(), { description: "Competitors to measure." }),
    prompts: Type.Array(
      showAs(
        Closed({
          prompt_key: PromptKey,
          prompt: Type.String({ description: "A question a buyer would ask." }),
          intent: OneOf(promptIntents, { description: "What the asker wants." }),
          rationale: Type.String({ description: "Why it is worth asking." }),
        }),
        { name: "SuggestedPrompt" },
      ),
      {
        description:
          "0 to 20 prompts, best first; the warning `FEW_PROMPTS` says why there are fewer than five.",
      },
    ),
    prompt_count: Type.Integer({ description: "Number of prompts." }),
    saved_prompt_count: Type.Integer({
      description: "How many were added to the project's prompts; 0 without `save`.",
    }),
    report_url: Nullable(Type.String(), {
      description: "Web page of the saved test, if one was saved.",
    }),
  },
  { title: "PromptSuggestions", description: "Questions buyers would ask, made from a crawl." },
);

export const suggestedPromptView = ({ prompt, intent, rationale }: SuggestedPrompt) => ({
  prompt_key: promptKey(prompt),
  prompt,
  intent,
  rationale,
});
