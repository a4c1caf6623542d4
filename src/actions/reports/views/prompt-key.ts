import { Type } from "typebox";

/** Key of a prompt in a response. */
export const PromptKey = Type.String({
  pattern: "^p_[0-9a-f]{20}$",
  description: "Key of the prompt, the same in every run.",
  examples: ["p_6f1c02b7d4e58a93c01f"],
});
