import { useLocation } from "preact-iso";
import { useDays } from "../../api/days.ts";
import { comparisonOf, type ReportListing } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { byDate } from "../../figures/report-order.ts";
import { Field } from "../../forms/form.tsx";
import { Bones, Trouble } from "../../parts/states.tsx";
import { compare as words } from "../../words/trends.ts";
import { Changes } from "../overview/changes.tsx";
import "../overview/overview.css";
import { namesOf } from "./names.ts";

/** Two reports of a project, chosen by the address of the page: what moved between them beyond noise. */
export function Compared({ projectId, reports }: { projectId: string; reports: readonly ReportListing[] }) {
  const { path, query, route } = useLocation();
  const finished = byDate(reports.filter(({ terminal, status }) => terminal && status !== "failed"));
  const names = namesOf(finished, useDays(projectId));
  const chosen = finished.find(({ id }) => id === query.report) ?? finished[0];
  const before = finished.slice(chosen ? finished.indexOf(chosen) + 1 : 0);
  const earlier = before.find(({ id }) => id === query.with) ?? before[0];
  const choose = (terms: Record<string, string>) =>
    route(`${path}?${new URLSearchParams({ ...query, ...terms })}`, true);
  return (
    <section class="sec" aria-labelledby="two">
      <h2 id="two">{words.title}</h2>
      <p class="sub">{words.says}</p>
      {chosen && finished.length > 1 ? (
        <>
          <div class="filters">
            <Choice
              label={words.report}
              reports={finished.slice(0, -1)}
              value={chosen.id}
              names={names}
              set={(report) => choose({ report })}
            />
            <Choice
              label={words.earlier}
              reports={before}
              value={earlier?.id ?? ""}
              names={names}
              set={(report) => choose({ report: chosen.id, with: report })}
            />
          </div>
          {earlier && <Moved projectId={projectId} reportId={chosen.id} earlier={earlier.id} />}
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
    {(told) => (
      <select {...told} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {reports.map(({ id }) => (
          <option key={id} value={id}>
            {names.get(id)}
          </option>
        ))}
      </select>
    )}
  </Field>
);

function Moved({ projectId, reportId, earlier }: { projectId: string; reportId: string; earlier: string }) {
  const question = comparisonOf(reportId, earlier);
  const { value, problem } = useKnown(question);
  if (problem) return <Trouble problem={problem} again={() => void refresh(question)} />;
  if (!value) return <Bones heights={[160]} />;
  return (
    <>
      <p class="stand">{value.headline}</p>
      <Changes comparison={value} projectId={projectId} />
    </>
  );
}
