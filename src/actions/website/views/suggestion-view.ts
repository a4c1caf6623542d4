import { Type } from "typebox";
import { promptKey } from "../../../domain/project/prompt.ts";
import { promptIntents } from "../../../domain/website/prompts/buyer-questions.ts";
import type { SuggestedPrompt } from "../../../domain/website/prompts/suggest-prompts.ts";
import { PromptKey } from "../../reports/views/prompt-key.ts";
import { Closed, Nullable, OneOf, Uuid } from "../../schema/schema.ts";
import { showAs } from "../../schema/shown-as.ts";

export const SuggestionView = Closed(
  {
    test_id: Nullable(Uuid(), {
      description: "Saved test to run with POST /v1/analyze; null without a project.",
    }),
    crawl_record_id: Uuid("Crawl record the prompts rest on."),
    project_id: Nullable(Uuid(), { description: "Project they were saved for." }),
    brand: Type.String({ description: "Brand to be measured with them." }),
    competitors: Type.Array(Type.String(), { description: "Rivals to be measured with them." }),
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
      { description: "5 to 20 prompts, most telling first." },
    ),
    prompt_count: Type.Integer({ description: "Number of prompts." }),
    saved_prompt_count: Type.Integer({
      description: "How many of them were added to the project's saved prompts; 0 without `save`.",
    }),
    report_url: Nullable(Type.String(), {
      description: "Where the saved test is seen; null where none was saved.",
    }),
  },
  { title: "PromptSuggestions", description: "Prompts that buyers would ask, made from a crawl." },
);

export const suggestedPromptView = ({ prompt, intent, rationale }: SuggestedPrompt) => ({
  prompt_key: promptKey(prompt),
  prompt,
  intent,
  rationale,
});
