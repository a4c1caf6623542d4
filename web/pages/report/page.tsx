import { lazy, useLocation, useRoute } from "preact-iso";
import { projectPath, withTerms } from "../../address.ts";
import { isMissing } from "../../api/problem.ts";
import { type FullReport, projectOf, type Report, reportOf } from "../../api/questions.ts";
import { refresh, useKnown } from "../../api/resource.ts";
import { dateOf } from "../../figures/report-order.ts";
import { dayIn } from "../../figures/time.ts";
import { type Filter, filterIn, filterOf, isNarrow } from "../../filter.ts";
import { DeleteReport } from "../../parts/delete-report.tsx";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { FilterFields, FilterNote, PromptFilterFields } from "../../parts/filter.tsx";
import { Frame } from "../../parts/frame.tsx";
import { PlainFrame } from "../../parts/plain-frame.tsx";
import { Share } from "../../parts/share.tsx";
import { Bones, Missing, Trouble } from "../../parts/states.tsx";
import { draft } from "../../words/content.ts";
import { rows, report as words } from "../../words/rows.ts";
import { frame } from "../../words.ts";
import "../overview/overview.css";
import "./report.css";
import { Fruitless } from "./fruitless.tsx";

/** Most reports are none: the editor comes when it is needed. */
const DraftPage = lazy(() => import("../draft/page.tsx").then((page) => page.DraftPage));

const Figures = lazy(() => import("./figures.tsx").then((part) => part.Figures));

const Growing = lazy(() => import("./growing.tsx").then((part) => part.Growing));

const RowsPage = lazy(() => import("../rows/page.tsx").then((page) => page.RowsPage));

/** `/reports/{id}`: the page that `report_url` names. */
export function Page() {
  const { reportId = "" } = useRoute().params;
  const { path, query, route } = useLocation();
  const asRows = query.show === "rows";
  // A table of answers is filtered by itself.
  const filter = asRows ? {} : filterOf(query);
  const question = reportOf(reportId, filter);
  const { value: report, problem } = useKnown(question);
  const { value: project } = useKnown(report ? projectOf(report.project_id) : null);
  if (problem && !report) {
    if (isMissing(problem)) return <Missing />;
    return (
      <PlainFrame title={words.title}>
        <Trouble problem={problem} again={() => void refresh(question)} />
      </PlainFrame>
    );
  }
  if (!report)
    return (
      <PlainFrame title={words.title}>
        <Bones heights={[48, 48, 90, 260]} />
      </PlainFrame>
    );
  const isDraft = report.type === "generated_content";
  const home = projectPath(report.project_id);
  return (
    <Frame projectId={report.project_id} section={isDraft ? "content" : null}>
      <div class="bar">
        <p>
          {report.type === "generated_content" ? draft.kinds[report.content_kind] : words.title},{" "}
          {project && dayIn(project.timezone, dateOf(report))}
          {!isDraft && ` · ${words.statuses[report.status]}`}
          {report.surfaces.includes("sandbox") && <span class="madeup"> {frame.madeUp}</span>}
        </p>
        <div class="run">
          {!asRows && "by_tag" in report && (
            <FilterFields projectId={report.project_id} report={report} reportId={report.id} />
          )}
          {asRows && <PromptFilterFields projectId={report.project_id} />}
          {isMeasured(report) && (
            <a class="btn" href={withTerms(path, asRows ? {} : { show: "rows" }, filterIn(query))}>
              {asRows ? rows.back : rows.all}
            </a>
          )}
          {isMeasured(report) && (
            <EditorsOnly>
              <Share projectId={report.project_id} reportId={report.id} plain />
            </EditorsOnly>
          )}
          {report.terminal && !isDraft && (
            <DeleteReport report={report} plain gone={() => route(`${home}/trends`)} />
          )}
          <a class="btn" href={isDraft ? `${home}/content` : home}>
            {isDraft ? draft.all : words.ofProject}
          </a>
        </div>
      </div>
      {problem && <Trouble problem={problem} hasValue again={() => void refresh(question)} />}
      <Content report={report} asRows={asRows} filter={filter} />
    </Frame>
  );
}

/** Has figures, and answers to read. */
const isMeasured = (report: Report): report is FullReport =>
  report.terminal && "metrics" in report && report.view === "full" && report.metrics.answers > 0;

interface ContentProps {
  report: Report;
  asRows: boolean;
  filter: Filter;
}

function Content({ report, asRows, filter }: ContentProps) {
  if (report.type === "generated_content") return <DraftPage draft={report} />;
  if (!report.terminal) {
    const question = reportOf(report.id, filter);
    return <Growing reportId={report.id} filter={filter} ended={() => void refresh(question)} />;
  }
  if (isNarrow(filter) && "by_tag" in report && !asRows)
    return (
      <>
        <FilterNote report={report} filter={filter} />
        {report.metrics.answers > 0 && <Figures report={report} />}
      </>
    );
  if (!isMeasured(report)) return <Fruitless report={report} />;
  return asRows ? <RowsPage report={report} /> : <Figures report={report} />;
}
