import { useLocation } from "preact-iso";
import { withTerms } from "../address.ts";
import { type FullReport, figuresOf } from "../api/questions.ts";
import { useKnown } from "../api/resource.ts";
import { tagNames } from "../api/tag-questions.ts";
import { addressTerms, type Filter, filterOf, isNarrow } from "../filter.ts";
import { filter as words } from "../words/filter.ts";
import { assistant } from "../words.ts";

interface FilterFieldsProps {
  projectId: string;
  /** The report as the page shows it; undefined while there is none. */
  report: Pick<FullReport, "by_tag" | "providers"> | undefined;
  /** Whose page it is, if it is not that of the newest. */
  reportId?: string;
}

/** Chooses the part of the answers that a page is about, in the address; nothing where there is no choice. */
export function FilterFields({ projectId, report, reportId }: FilterFieldsProps) {
  const { provider } = filterOf(useLocation().query);
  const { value: whole } = useKnown(report && provider ? figuresOf(projectId, {}, reportId) : null);
  const providers = (provider ? whole : report)?.providers ?? [];
  return (
    <>
      <Term
        term="tag"
        fewest={1}
        options={(report?.by_tag ?? []).map(({ tag, prompts }) => [tag, words.tagOption(tag, prompts)])}
      />
      <Term
        term="provider"
        fewest={2}
        options={providers.map((each) => [each.provider, assistant(each.provider)])}
      />
    </>
  );
}

/** The same for a list that goes by prompts. */
export function PromptFilterFields({ projectId }: { projectId: string }) {
  const { value: tags } = useKnown(tagNames(projectId));
  return (
    <Term
      term="tag"
      fewest={1}
      // Without their number: of prompts that are asked by this page alone, it would be another one beside each report's.
      options={(tags ?? []).map(({ tag }) => [tag, tag])}
    />
  );
}

interface TermProps {
  term: keyof Filter;
  /** So many make a choice. */
  fewest: number;
  /** What stands in the address, and what is shown. */
  options: readonly (readonly [string, string])[];
}

function Term({ term, fewest, options }: TermProps) {
  const { path, query, route } = useLocation();
  const name = addressTerms[term];
  const selection = query[name] ?? "";
  if (options.length < fewest && !selection) return null;
  const isKnown = !selection || options.some(([value]) => value === selection);
  return (
    <select
      aria-label={words.labels[term]}
      value={selection}
      onChange={({ currentTarget }) => route(withTerms(path, query, { [name]: currentTarget.value }))}
    >
      {[["", words.all[term]], ...options, ...(isKnown ? [] : [[selection, selection]])].map(
        ([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ),
      )}
    </select>
  );
}

/** Says what part of a report a page shows; nothing where it shows the whole. */
export function FilterNote({ report, filter }: { report: Pick<FullReport, "metrics">; filter: Filter }) {
  return isNarrow(filter) ? <p class="sub">{words.only(report.metrics.prompts, filter)}</p> : null;
}

interface PromptFilterNoteProps {
  /** What is said of a tag. */
  says(tag: string): string;
  /** What is said where an assistant is chosen too: its answers are not told apart. */
  anyAssistant: string;
}

/** What a list by prompts is about, where its address has a filter. */
export function PromptFilterNote({ says, anyAssistant }: PromptFilterNoteProps) {
  const filter = filterOf(useLocation().query);
  if (!isNarrow(filter)) return null;
  return (
    <p class="sub">
      {filter.tag && says(filter.tag)} {filter.provider && anyAssistant}
    </p>
  );
}
