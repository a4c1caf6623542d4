import { useLocation } from "preact-iso";
import { type Query, withTerms } from "../../address.ts";
import { useDays } from "../../api/days.ts";
import { comparisonOf, projectOf, type ReportListing } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { byDate, kindOf } from "../../figures/report-order.ts";
import type { Filter } from "../../filter.ts";
import { Field } from "../../forms/form.tsx";
import { Bones, Trouble } from "../../parts/states.tsx";
import { trends, compare as words } from "../../words/trends.ts";
import { Changes } from "../overview/changes.tsx";
import "../overview/overview.css";
import { namesOf } from "./names.ts";

interface ComparedProps {
  projectId: string;
  reports: readonly ReportListing[];
  filter: Filter;
}

/**
 * Two reports of a project, chosen by the address of the page: what moved between them beyond noise. Without a choice the report
 * that the overview shows, and the one of its kind before it.
 */
export function Compared({ projectId, reports, filter }: ComparedProps) {
  const { path, query, route } = useLocation();
  const { value: project } = useKnown(projectOf(projectId));
  const finished = byDate(reports.filter(({ terminal, status }) => terminal && status !== "failed"));
  const names = namesOf(finished, useDays(projectId));
  const find = (id: string | null | undefined) => finished.find((report) => report.id === id);
  const current = find(query.report) ?? find(project?.latest_report_id) ?? finished[0];
  const before = finished.slice(current ? finished.indexOf(current) + 1 : 0);
  const earlier = before.find(({ id }) => id === query.with);
  const question = current && finished.length > 1 ? comparisonOf(current.id, filter, earlier?.id) : null;
  const { value, problem } = useKnown(question);
  const noneAlike = !earlier && problem?.code === "REPORT_NOT_READY";
  const choose = (terms: Query) => route(withTerms(path, query, terms), true);
  return (
    <section class="sec" aria-labelledby="two">
      <h2 id="two">{words.title}</h2>
      <p class="sub">{words.says}</p>
      {current && question ? (
        <>
          <div class="filters">
            <Choice
              label={words.report}
              reports={finished.filter((report) => report === current || report !== finished.at(-1))}
              value={current.id}
              names={names}
              // Another report has another one before it.
              set={(report) => choose({ report, with: "" })}
            />
            <Choice
              label={words.earlier}
              reports={before}
              value={earlier?.id ?? value?.compared_with ?? ""}
              names={names}
              set={(report) => choose({ report: current.id, with: report })}
            />
          </div>
          {noneAlike ? (
            <p class="stand">{words.noneAlike}</p>
          ) : problem ? (
            <Trouble problem={problem} again={() => void refresh(question)} />
          ) : value ? (
            <>
              <p class="stand">{value.headline}</p>
              <Changes comparison={value} projectId={projectId} />
            </>
          ) : (
            <Bones heights={[160]} />
          )}
        </>
      ) : (
        <p class="stand">{words.none}</p>
      )}
    </section>
  );
}

interface ChoiceProps {
  label: string;
  reports: readonly ReportListing[];
  value: string;
  names: ReadonlyMap<string, string>;
  set(reportId: string): void;
}

const Choice = ({ label, reports, value, names, set }: ChoiceProps) => (
  <Field label={label}>
    {(fieldProps) => (
      <select {...fieldProps} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {value === "" && <option value="">{words.choose}</option>}
        {reports.map((report) => (
          <option key={report.id} value={report.id}>
            {names.get(report.id)}, {trends.kinds[kindOf(report)]}
          </option>
        ))}
      </select>
    )}
  </Field>
);
