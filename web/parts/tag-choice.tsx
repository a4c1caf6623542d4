import { useLocation } from "preact-iso";
import { useKnown } from "../api/resource.ts";
import { tagNames } from "../api/tag-questions.ts";
import { part as words } from "../words/part.ts";
import { Choice } from "./part-choice.tsx";

/** Chooses, in the address, the tag of the prompts that a list goes by; a list that does not go by assistant says so where one is chosen. */
export function TagChoice({ projectId }: { projectId: string }) {
  const { value: tags } = useKnown(tagNames(projectId));
  return (
    <Choice
      term="tag"
      label={words.tag}
      all={words.allTags}
      fewest={1}
      options={(tags ?? []).map(({ tag, prompt_count }) => [tag, words.option(tag, prompt_count)])}
    />
  );
}

interface OnlyTaggedProps {
  /** What is said of a tag. */
  says(tag: string): string;
  /** What is said where an assistant is chosen too: its answers are not told apart. */
  anyAssistant: string;
}

/** What a list by prompts is about, where its address names a tag or an assistant. */
export function OnlyTagged({ says, anyAssistant }: OnlyTaggedProps) {
  const { tag, assistant } = useLocation().query;
  if (!tag && !assistant) return null;
  return (
    <p class="sub">
      {tag && says(tag)} {assistant && anyAssistant}
    </p>
  );
}
