import { PromptKeyTerm } from "./id-terms.ts";
import { showAs } from "./openapi-hints.ts";

/** Key of a prompt in a response. */
export const PromptKey = showAs(
  PromptKeyTerm({
    description: "Key of the prompt, the same in every run.",
    examples: ["p_6f1c02b7d4e58a93c01f"],
  }),
  { name: "PromptKey", says: "Key of the prompt, the same in every run." },
);
