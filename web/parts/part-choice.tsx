import { useLocation } from "preact-iso";
import { withTerm } from "../api/narrowed.ts";
import { assistantsOf, type FullReport } from "../api/questions.ts";
import { useKnown } from "../api/resource.ts";
import { part as words } from "../words/part.ts";
import { assistant } from "../words.ts";

interface PartChoiceProps {
  projectId: string;
  /** The report as the page shows it; undefined while there is none. */
  report: Pick<FullReport, "by_tag" | "providers"> | undefined;
  /** Whose page it is, if it is not that of the newest. */
  reportId?: string;
}

/** Chooses the tag and the assistant that a page is about, in the address; nothing where there is no choice. */
export function PartChoice({ projectId, report, reportId }: PartChoiceProps) {
  const { query } = useLocation();
  const { value: asked } = useKnown(report && query.assistant ? assistantsOf(projectId, reportId) : null);
  const assistants = ((query.assistant ? asked : report)?.providers ?? []).map(({ provider }) => provider);
  return (
    <>
      <Choice
        term="tag"
        label={words.tag}
        all={words.allTags}
        fewest={1}
        options={(report?.by_tag ?? []).map(({ tag, prompts }) => [tag, words.option(tag, prompts)])}
      />
      <Choice
        term="assistant"
        label={words.assistant}
        all={words.allAssistants}
        fewest={2}
        options={assistants.map((each) => [each, assistant(each)])}
      />
    </>
  );
}

interface ChoiceProps {
  term: "tag" | "assistant";
  label: string;
  all: string;
  /** So many make a choice. */
  fewest: number;
  /** What stands in the address, and what is shown. */
  options: readonly (readonly [string, string])[];
}

export function Choice({ term, label, all, fewest, options }: ChoiceProps) {
  const { path, query, route } = useLocation();
  const chosen = query[term] ?? "";
  if (options.length < fewest && !chosen) return null;
  const isKnown = !chosen || options.some(([value]) => value === chosen);
  return (
    <select
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget }) => route(withTerm(path, query, term, currentTarget.value))}
    >
      {[["", all], ...options, ...(isKnown ? [] : [[chosen, chosen]])].map(([value, shown]) => (
        <option key={value} value={value}>
          {shown}
        </option>
      ))}
    </select>
  );
}
