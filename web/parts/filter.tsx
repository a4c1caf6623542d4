import { useLocation } from "preact-iso";
import { withTerms } from "../address.ts";
import { type FullReport, figuresOf } from "../api/questions.ts";
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
  const { value: wholeReport } = useKnown(
    report && query.assistant ? figuresOf(projectId, {}, reportId) : null,
  );
  const assistants = ((query.assistant ? wholeReport : report)?.providers ?? []).map(
    ({ provider }) => provider,
  );
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
  const selection = query[term] ?? "";
  if (options.length < fewest && !selection) return null;
  const isKnown = !selection || options.some(([value]) => value === selection);
  return (
    <select
      aria-label={label}
      value={selection}
      onChange={({ currentTarget }) => route(withTerms(path, query, { [term]: currentTarget.value }))}
    >
      {[["", all], ...options, ...(isKnown ? [] : [[selection, selection]])].map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
