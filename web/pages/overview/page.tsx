import { useEffect } from "preact/hooks";
import { ErrorBoundary, lazy, useLocation, useRoute } from "preact-iso";
import { useDays } from "../../api/days.ts";
import {
  briefOf,
  comparisonOf,
  type FullReport,
  latestReport,
  projectOf,
  reportsOf,
  trendsOf,
} from "../../api/questions.ts";
import { refresh, refreshProject, useKnown } from "../../api/resource.ts";
import { type Filter, filterOf, isNarrow } from "../../filter.ts";
import { BrandDots } from "../../parts/brand-dots.tsx";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { Frame } from "../../parts/frame.tsx";
import { useLatest } from "../../parts/latest.ts";
import { Await, Bones } from "../../parts/states.tsx";
import { editors, frame, overview } from "../../words.ts";
import { Changes } from "./changes.tsx";
import { Colophon } from "./colophon.tsx";
import { isImported } from "./imported.ts";
import { NextSteps } from "./next-steps.tsx";
import "./overview.css";
import { ToldChanges } from "../../parts/told-changes.tsx";
import { TrendChart } from "../../parts/trend-chart.tsx";
import { WhenSeen } from "../../parts/when-seen.tsx";
import { Reasons } from "./reasons-table.tsx";
import { RunNow } from "./run-now.tsx";
import { SaidOfIt } from "./said-of-it.tsx";
import { SurenessOf } from "./sureness.tsx";
import { Verdict } from "./verdict.tsx";

const Notices = lazy(() => import("./notices.tsx").then((part) => part.Notices));
const FilterNote = lazy(() => import("../../parts/filter.tsx").then((part) => part.FilterNote));
const FilterFields = lazy(() => import("../../parts/filter.tsx").then((part) => part.FilterFields));
const EmptyVerdict = lazy(() => import("./empty-verdict.tsx").then((part) => part.EmptyVerdict));
const FailedRun = lazy(() => import("./failed-run.tsx").then((part) => part.FailedRun));
const UnderWay = lazy(() => import("./under-way.tsx").then((part) => part.UnderWay));
const Growing = lazy(() => import("../report/growing.tsx").then((part) => part.Growing));
const DigestOffer = lazy(() => import("./digest-offer.tsx").then((part) => part.DigestOffer));

/** `/projects/{id}`. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  const day = useDays(projectId);
  const filter = filterOf(useLocation().query);
  const question = latestReport(projectId, filter);
  const { value: report, problem, project, empty } = useLatest(projectId, question);
  const { value: reports } = useKnown(reportsOf(projectId));
  const running = reports?.find(({ terminal }) => !terminal);
  const newest = reports?.find(
    ({ terminal, type, source }) => terminal && type !== "generated_content" && source === "main",
  );

  // A run that has just ended brings a report that is not shown yet.
  useEffect(() => {
    if (!newest || newest.id === report?.id) return;
    if (report) void refreshProject(projectId);
    else void refresh(projectOf(projectId));
  }, [newest?.id]);

  const grows = empty && running && running.type !== "generated_content";
  // The report is there before the run is gone, so that nothing empty stands between them.
  const next = async () => {
    await refresh(projectOf(projectId));
    await refresh(question);
    await refresh(reportsOf(projectId));
  };

  return (
    <Frame projectId={projectId} section="">
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
          <ErrorBoundary>
            <FilterFields projectId={projectId} report={report} />
          </ErrorBoundary>
          {project && !running && !empty && (
            <EditorsOnly says={editors.run}>
              <RunNow project={project} />
            </EditorsOnly>
          )}
        </div>
      </div>
      <ErrorBoundary>
        {running && !grows && <UnderWay run={running} ended={() => void next()} />}
        {newest?.status === "failed" && (
          <FailedRun report={newest} projectId={projectId} before={report !== undefined} />
        )}
      </ErrorBoundary>
      <Await
        question={question}
        value={report}
        problem={problem}
        bones={empty ? [] : [48, 48, 24, 90, 260]}
      />
      {grows && running && <Growing reportId={running.id} ended={() => void next()} />}
      <ErrorBoundary>
        {empty && project && !grows && <EmptyVerdict project={project} running={running !== undefined} />}
      </ErrorBoundary>
      {report && <Report report={report} projectId={projectId} filter={filter} />}
    </Frame>
  );
}

interface ReportProps {
  report: FullReport;
  projectId: string;
  filter: Filter;
}

function Report({ report, projectId, filter }: ReportProps) {
  const { value: project } = useKnown(projectOf(projectId));
  const { value: trends } = useKnown(trendsOf(projectId, "90d", filter));
  const { value: brief } = useKnown(briefOf(projectId, "30d", filter));
  const compared = (report.change?.compared_with ?? null) !== null;
  const { value: comparison } = useKnown(compared ? comparisonOf(report.id, filter) : null);
  const slugs = new Map(project?.competitors.map(({ name, slug }) => [name, slug]));
  return (
    <>
      {isNarrow(filter) && (
        <ErrorBoundary>
          <FilterNote report={report} filter={filter} />
        </ErrorBoundary>
      )}
      {(report.status === "partial" || report.only_branded || report.surfaces.includes("sandbox")) && (
        <ErrorBoundary>
          <Notices report={report} />
        </ErrorBoundary>
      )}
      <ToldChanges projectId={projectId} filter={filter} />
      <section class="verdict" aria-labelledby="v">
        <Verdict report={report} />
        <SurenessOf report={report} projectId={projectId} />
      </section>
      <div class="two">
        <BrandDots report={report} projectId={projectId} slugs={slugs} />
        {trends ? (
          <TrendChart trends={trends} report={report} projectId={projectId} />
        ) : (
          <Bones heights={[300]} />
        )}
      </div>
      <div class="two sec">
        <div>
          {compared && !comparison ? (
            <Bones heights={[260]} />
          ) : (
            <Changes comparison={comparison ?? null} projectId={projectId} />
          )}
          <SaidOfIt report={report} projectId={projectId} />
        </div>
        <Reasons report={report} projectId={projectId} />
      </div>
      {brief && (
        <NextSteps brief={brief} project={project} projectId={projectId} imported={isImported(report)} />
      )}
      <WhenSeen>
        <ErrorBoundary>
          <DigestOffer />
        </ErrorBoundary>
      </WhenSeen>
      <Colophon report={report} project={project} />
    </>
  );
}
