import { Type } from "typebox";
import { showAs } from "../../schema/shown-as.ts";

/** Key of a prompt in a response. */
export const PromptKey = showAs(
  Type.String({
    pattern: "^p_[0-9a-f]{20}$",
    description: "Key of the prompt, the same in every run.",
    examples: ["p_6f1c02b7d4e58a93c01f"],
  }),
  { name: "PromptKey", says: "Key of the prompt, the same in every run." },
);
