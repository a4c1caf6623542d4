import { useLocation } from "preact-iso";
import { narrowedBy } from "../api/narrowed.ts";
import { assistantsOf, latestReport } from "../api/questions.ts";
import { useKnown } from "../api/resource.ts";
import { tagsOf } from "../api/tag-questions.ts";
import { withTerm } from "../tables/prompt-filter.tsx";
import { tags as words } from "../words/tags.ts";
import { assistant } from "../words.ts";

interface PartChoiceProps {
  projectId: string;
  /** Whether the project has a report. */
  measured: boolean;
}

/** Chooses the tag and the assistant that a page is about, in the address; nothing where there is no choice. */
export function PartChoice({ projectId, measured }: PartChoiceProps) {
  const { query } = useLocation();
  const { value } = useKnown(tagsOf(projectId));
  const isNarrowed = Object.keys(narrowedBy(query)).length > 0;
  const { value: shown } = useKnown(measured && !isNarrowed ? latestReport(projectId) : null);
  const { value: asked } = useKnown(measured && isNarrowed ? assistantsOf(projectId) : null);
  const tags = value?.tags ?? [];
  const assistants = (shown ?? asked)?.providers.map(({ provider }) => provider) ?? [];
  return (
    <>
      {(tags.length > 0 || query.tag) && (
        <Choice
          term="tag"
          label={words.choose}
          all={words.all}
          options={tags.map(({ tag, prompt_count }) => [tag, words.option(tag, prompt_count)])}
        />
      )}
      {(assistants.length > 1 || query.assistant) && (
        <Choice
          term="assistant"
          label={words.assistant}
          all={words.allAssistants}
          options={assistants.map((each) => [each, assistant(each)])}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  term: "tag" | "assistant";
  label: string;
  all: string;
  /** What stands in the address, and what is shown. */
  options: readonly (readonly [string, string])[];
}

function Choice({ term, label, all, options }: ChoiceProps) {
  const { path, query, route } = useLocation();
  const chosen = query[term] ?? "";
  return (
    <select
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget }) => route(withTerm(path, query, term, currentTarget.value))}
    >
      <option value="">{all}</option>
      {chosen !== "" && !options.some(([value]) => value === chosen) && (
        <option value={chosen}>{chosen}</option>
      )}
      {options.map(([value, shown]) => (
        <option key={value} value={value}>
          {shown}
        </option>
      ))}
    </select>
  );
}
