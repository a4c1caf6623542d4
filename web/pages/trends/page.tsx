import { useLocation, useRoute } from "preact-iso";
import { reportsOf, trendsOf } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { inTime } from "../../figures/time.ts";
import { Newest } from "../../parts/newest.tsx";
import { Bones } from "../../parts/states.tsx";
import { TrendChart } from "../../parts/trend-chart.tsx";
import { answers, report as reportWords, trends as words } from "../../words.ts";

type Timeframe = "90d" | "12m";

const frames: Timeframe[] = ["90d", "12m"];

/** `/projects/{id}/trends?over=…`. */
export function TrendsPage() {
  const { projectId = "" } = useRoute().params;
  const { path, query, route } = useLocation();
  const over = frames.find((each) => each === query.over) ?? "90d";
  const { value: trends } = useKnown(trendsOf(projectId, over));
  const { value: reports } = useKnown(reportsOf(projectId));
  const controls = (
    <fieldset class="sw">
      <legend class="vh">{words.frame}</legend>
      {frames.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="over"
            checked={over === each}
            onChange={() => route(each === "90d" ? path : `${path}?over=${each}`, true)}
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
          {trends ? (
            <TrendChart trends={trends} report={report} projectId={null} />
          ) : (
            <Bones heights={[300]} />
          )}
          <section class="sec" aria-labelledby="r">
            <h2 id="r">{words.reports}</h2>
            <table class="rows">
              <thead>
                <tr>
                  <th scope="col">{words.day}</th>
                  <th scope="col">{words.status}</th>
                  <th scope="col" class="num">
                    {answers.title}
                  </th>
                </tr>
              </thead>
              <tbody>
                {(reports ?? [])
                  .filter(({ type }) => type !== "generated_content")
                  .map(({ id, measured_at, created_at, status, progress }) => (
                    <tr key={id}>
                      <th scope="row">
                        <a href={`/reports/${id}`}>{inTime(measured_at ?? created_at, "day")}</a>
                      </th>
                      <td class="soft">{reportWords.statuses[status]}</td>
                      <td class="num">{progress.jobs_done - progress.jobs_failed}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </Newest>
  );
}
