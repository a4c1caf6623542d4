import { Type } from "typebox";
import { promptKey } from "../../../reader/prompt.ts";
import type { Warning } from "../../api/context.ts";
import { showAs } from "../../api/schema/openapi-hints.ts";
import { type Issue, invalid } from "../../kernel/problem.ts";
import { checkTags, TagList } from "./tag-terms.ts";

const Prompt = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });

const promptFields = {
  prompt: Prompt("The question."),
  intent: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: "What the asker wants, in one word." }),
  ),
};

/** A prompt as a caller may write it: the text alone, or with its intent. */
const PromptTerms = showAs(Type.Union([Prompt("A question a buyer would ask."), Type.Object(promptFields)]), {
  name: "PromptInput",
});

/** One to be saved, which may have tags. */
const SavedPromptTerms = showAs(
  Type.Union([
    Prompt("A question a buyer would ask."),
    Type.Object({
      ...promptFields,
      tags: Type.Optional(TagList("Labels; if absent, kept.")),
    }),
  ]),
  { name: "SavedPromptInput" },
);

export const PromptList = Type.Array(SavedPromptTerms, {
  minItems: 1,
  maxItems: 500,
  description: "Texts or objects.",
});

/** The most that one analysis takes. Source: docs/contract/analyse.md. */
export const promptsPerCustomAnalysis = 20;

/** The prompts of an ad hoc analysis. */
export const AdHocPrompts = Type.Array(PromptTerms, {
  minItems: 1,
  maxItems: promptsPerCustomAnalysis,
  description: "1 to 20 texts or objects.",
});

export interface GivenPrompt {
  prompt: string;
  intent: string | null;
  /** Absent or null: not given. */
  tags?: string[] | null;
}

/**
 * Turns both ways of writing a prompt into one and drops repeated prompts, with a warning. Throws a 400 for a prompt
 * without a visible character, and for a tag that cannot be stored.
 */
export function givenPrompts(
  list: readonly (string | { prompt: string; intent?: string; tags?: string[] })[],
  warn: (warning: Warning) => void,
): GivenPrompt[] {
  const issues: Issue[] = [];
  const prompts = list.map((item, index) => {
    const { prompt, intent, tags } = typeof item === "string" ? { prompt: item } : item;
    issues.push(...checkTags(tags ?? [], `/prompts/${index}/tags`));
    if (!/[\p{L}\p{N}\p{S}]/u.test(prompt)) {
      issues.push({
        in: "body",
        path: `/prompts/${index}`,
        code: "blank",
        message: "This prompt is empty.",
      });
    }
    return { prompt, intent: intent ?? null, tags: tags ?? null };
  });
  if (issues.length > 0) throw invalid(issues);
  const promptsByKey = new Map<string, GivenPrompt>();
  for (const prompt of prompts) {
    const key = promptKey(prompt.prompt);
    if (!promptsByKey.has(key)) promptsByKey.set(key, prompt);
  }
  if (promptsByKey.size < prompts.length) {
    const message = "Repeated prompts are used once.";
    warn({ code: "DUPLICATE_PROMPTS", path: "/prompts", message });
  }
  return [...promptsByKey.values()];
}
