import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useDays } from "../api/days.ts";
import { type FullReport, latestReport } from "../api/questions.ts";
import { filterOf } from "../filter.ts";
import type { ProjectPage } from "../pages.ts";
import { frame, overview } from "../words.ts";
import { FilterFields, FilterNote } from "./filter.tsx";
import { Frame } from "./frame.tsx";
import { useLatest } from "./latest.ts";
import { Await } from "./states.tsx";

interface NewestProps {
  projectId: string;
  section: ProjectPage;
  title: string;
  /** Where there is no report. */
  none: string;
  /** What stands beside the day, such as a switch. */
  controls?: ComponentChildren;
  children(report: FullReport): ComponentChildren;
  /** What stands below, also where there is no report. */
  after?(report: FullReport | undefined): ComponentChildren;
}

/** A page about the newest report of a project. */
export function Newest({ projectId, section, title, none, controls, children, after }: NewestProps) {
  const day = useDays(projectId);
  const filter = filterOf(useLocation().query);
  const question = latestReport(projectId, filter);
  const { value: report, problem, empty } = useLatest(projectId, question);
  return (
    <Frame projectId={projectId} section={section}>
      <div class="bar">
        <p>
          {report?.measured_at && (
            <>
              {overview.answersOf(
                report.providers.filter(({ answers }) => answers > 0).map(({ provider }) => provider),
                report.metrics.prompts,
              )}{" "}
              <time dateTime={report.measured_at}>{day(report.measured_at)}</time>
            </>
          )}
          {report?.surfaces.includes("sandbox") && <span class="madeup"> {frame.madeUp}</span>}
        </p>
        <div class="run">
          <FilterFields projectId={projectId} report={report} />
          {controls}
        </div>
      </div>
      <h1 class="plain">{title}</h1>
      <Await question={question} value={report} problem={problem} bones={empty ? [] : [28, 360]} />
      {empty && <p class="stand">{none}</p>}
      {report && <FilterNote report={report} filter={filter} />}
      {report && children(report)}
      {(report || empty) && after?.(report)}
    </Frame>
  );
}
