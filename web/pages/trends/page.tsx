import { useLocation, useRoute } from "preact-iso";
import { projectPath, reportPath, withTerms } from "../../address.ts";
import { useDays } from "../../api/days.ts";
import { everyReportOf } from "../../api/page-questions.ts";
import { type ReportListing, type Trends, trendsOf } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { byDate, dateOf, kindOf } from "../../figures/report-order.ts";
import { type Filter, filterOf, isNarrow, termsOf } from "../../filter.ts";
import { DeleteReport } from "../../parts/delete-report.tsx";
import { EditorsOnly } from "../../parts/editors-only.tsx";
import { useMay } from "../../parts/may.ts";
import { Newest } from "../../parts/newest.tsx";
import { Bones } from "../../parts/states.tsx";
import { ToldChanges } from "../../parts/told-changes.tsx";
import { TrendChart } from "../../parts/trend-chart.tsx";
import { DataTable } from "../../tables/data-table.tsx";
import { LongTable } from "../../tables/long-table.tsx";

import { answers } from "../../words/answers.ts";
import { report as reportWords } from "../../words/rows.ts";
import { trends as words } from "../../words/trends.ts";
import { overview } from "../../words.ts";

import { Compared } from "./compared.tsx";
import { fileColumnsOf } from "./file-columns.ts";
import { namesOf } from "./names.ts";

type Timeframe = "90d" | "12m";

const frames: Timeframe[] = ["90d", "12m"];

/** `/projects/{id}/trends?over=…`. */
export function Page() {
  const { projectId = "" } = useRoute().params;
  const { path, query, route } = useLocation();
  const filter = filterOf(query);
  const over = frames.find((each) => each === query.over) ?? "90d";
  const { value: trends } = useKnown(trendsOf(projectId, over, filter));
  const { value: reports } = useKnown(everyReportOf(projectId));
  const controls = (
    <fieldset class="sw">
      <legend class="vh">{words.frame}</legend>
      {frames.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="over"
            checked={over === each}
            onChange={() => route(withTerms(path, query, { over: each === "90d" ? "" : each }), true)}
          />
          {words.frames[each]}
        </label>
      ))}
    </fieldset>
  );
  return (
    <Newest
      projectId={projectId}
      section="trends"
      title={words.title}
      none={answers.none}
      controls={controls}
    >
      {(report) => (
        <>
          <p class="sub">{words.note}</p>
          <ToldChanges projectId={projectId} filter={filter} />
          {trends ? (
            <TrendChart trends={trends} report={report} projectId={null} />
          ) : (
            <Bones heights={[300]} />
          )}
          {reports && <Compared projectId={projectId} reports={reports} filter={filter} />}
          <section class="sec" aria-labelledby="r">
            <h2 id="r">{words.reports}</h2>
            <EditorsOnly>
              <p class="does">
                <a class="btn" href={projectPath(projectId, "import")}>
                  {overview.import}
                </a>
              </p>
            </EditorsOnly>
            {reports ? (
              <Reports projectId={projectId} reports={reports} trends={trends} filter={filter} />
            ) : (
              <Bones heights={[200]} />
            )}
          </section>
        </>
      )}
    </Newest>
  );
}

interface ReportsProps {
  projectId: string;
  reports: readonly ReportListing[];
  trends: Trends | undefined;
  filter: Filter;
}

function Reports({ projectId, reports, trends, filter }: ReportsProps) {
  const { viewer } = useMay();
  const names = namesOf(reports, useDays(projectId));
  const nameOf = ({ id }: ReportListing) => names.get(id) ?? "";
  const answersOfPart = new Map(trends?.points.map((point) => [point.report_id, point.answers]));
  // Those to prompts that name a brand are among the calls; the figures of a report leave them out.
  const answersOf = ({ id, progress }: ReportListing): number | null =>
    isNarrow(filter) ? (answersOfPart.get(id) ?? null) : progress.jobs_done;
  return (
    <DataTable<ReportListing>
      name="reports"
      label={words.reports}
      rows={byDate(reports)}
      keyOf={({ id }) => id}
      {...(trends ? { fileColumns: fileColumnsOf(trends) } : {})}
      long={LongTable}
      columns={[
        {
          key: "day",
          head: words.day,
          text: nameOf,
          by: (report) => Date.parse(dateOf(report)),
          cell: (report) => <a href={reportPath(report.id, termsOf(filter))}>{nameOf(report)}</a>,
        },
        { key: "kind", head: words.kind, text: (report) => words.kinds[kindOf(report)] },
        { key: "state", head: words.status, text: ({ status }) => reportWords.statuses[status] },
        {
          key: "answers",
          head: isNarrow(filter) ? words.answersOfPart : words.answered,
          num: true,
          text: (report) => String(answersOf(report) ?? "–"),
          by: (report) => answersOf(report) ?? -1,
        },
      ]}
      {...(viewer
        ? {}
        : {
            acts: {
              head: words.acts,
              cell: (report) => report.terminal && <DeleteReport report={report} name={nameOf(report)} />,
            },
          })}
    />
  );
}
