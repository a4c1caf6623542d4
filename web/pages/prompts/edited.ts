import type { PromptList } from "../../api/questions.ts";
import { pastedPrompts } from "./pasted.ts";

type Saved = PromptList["prompts"][number];

/** A list as it was edited, one prompt a line, and what that changes. A line that stands as it stood keeps its intent. */
export function editedPrompts(text: string, saved: readonly Saved[]) {
  const { fresh } = pastedPrompts(text, []);
  const before = new Map(saved.map((each) => [each.prompt, each]));
  const stay = fresh.filter((prompt) => before.has(prompt)).length;
  return {
    prompts: fresh.map((prompt) => {
      const intent = before.get(prompt)?.intent;
      return { prompt, ...(intent ? { intent } : {}) };
    }),
    stay,
    added: fresh.length - stay,
    removed: saved.length - stay,
  };
}
