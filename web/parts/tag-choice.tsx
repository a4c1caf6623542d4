import { useLocation } from "preact-iso";
import { useKnown } from "../api/resource.ts";
import { tagsOf } from "../api/tag-questions.ts";
import { withTerm } from "../tables/prompt-filter.tsx";
import { tags as words } from "../words/tags.ts";

/** Chooses the tag whose prompts a page is about, in the address; nothing where the project has no tags. */
export function TagChoice({ projectId }: { projectId: string }) {
  const { path, query, route } = useLocation();
  const { value } = useKnown(tagsOf(projectId));
  const tags = value?.tags ?? [];
  const chosen = query.tag ?? "";
  if (tags.length === 0 && !chosen) return null;
  const isKnown = chosen === "" || tags.some(({ tag }) => tag === chosen);
  return (
    <select
      class="tag-choice"
      aria-label={words.choose}
      value={chosen}
      onChange={({ currentTarget }) => route(withTerm(path, query, "tag", currentTarget.value))}
    >
      <option value="">{words.all}</option>
      {!isKnown && <option value={chosen}>{chosen}</option>}
      {tags.map(({ tag, prompt_count }) => (
        <option key={tag} value={tag}>
          {words.option(tag, prompt_count)}
        </option>
      ))}
    </select>
  );
}
