import type { PromptList } from "../../api/questions.ts";
import { pastedPrompts } from "./pasted.ts";

type Saved = PromptList["prompts"][number];

/**
 * A list as it was edited, one prompt a line, and what that changes. A line that stands as it stood keeps its intent, and one with most of
 * the words of a line that is gone takes its intent and its tags.
 */
export function editedPrompts(text: string, saved: readonly Saved[]) {
  const { fresh } = pastedPrompts(text, []);
  const before = new Map(saved.map((each) => [each.prompt, each]));
  const stay = fresh.filter((prompt) => before.has(prompt)).length;
  const standing = new Set(fresh);
  const gone = saved.filter(({ prompt }) => !standing.has(prompt));
  return {
    prompts: fresh.map((prompt) => {
      const same = before.get(prompt);
      const { intent, tags } = same ?? takeAlike(prompt, gone) ?? { intent: null, tags: [] };
      return { prompt, ...(intent ? { intent } : {}), ...(!same && tags.length > 0 ? { tags } : {}) };
    }),
    stay,
    added: fresh.length - stay,
    removed: saved.length - stay,
  };
}

/** Takes out the line that this one was, if there is one: most words of both are the same. */
function takeAlike(prompt: string, gone: Saved[]): Saved | undefined {
  const shares = gone.map((each) => sharedWords(prompt, each.prompt));
  const most = Math.max(0, ...shares);
  return most > 0.5 ? gone.splice(shares.indexOf(most), 1)[0] : undefined;
}

/** Words in both, as a part of the words in either. */
function sharedWords(one: string, other: string): number {
  const [mine, theirs] = [one, other].map(
    (text) => new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)),
  ) as [Set<string>, Set<string>];
  const shared = [...mine].filter((word) => theirs.has(word)).length;
  return shared / Math.max(1, mine.size + theirs.size - shared);
}
