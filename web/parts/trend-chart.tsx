import { filterIn } from "../filter.ts";
import "./trend-chart.css";
import { useLocation } from "preact-iso";
import { projectPath, reportPath } from "../address.ts";
import { useDays } from "../api/days.ts";
import type { FullReport, Trends } from "../api/questions.ts";
import { along } from "../figures/along.ts";
import { percent, percentRange } from "../figures/rate.ts";
import { weeksOf } from "../figures/time.ts";
import { type TrendLine, trendLine } from "../figures/trend-line.ts";
import { range, trend, unknown } from "../words.ts";

/** The rate report by report, in the band that a change is judged by, with the wide range once at the right. */
export function TrendChart({
  trends,
  report,
  projectId,
}: {
  trends: Trends;
  report: FullReport;
  projectId: string | null;
}) {
  const { query } = useLocation();
  const placed = trendLine(trends);
  const [first, last] = [placed?.points[0], placed?.points.at(-1)];
  return (
    <section aria-labelledby="t">
      <div class="hd">
        <h2 id="t">{first && last ? headingOf(trends, first.at, last.at) : trend.neutral(0)}</h2>
        {projectId && <a href={projectPath(projectId, "trends", filterIn(query))}>{trend.all}</a>}
      </div>
      {placed ? <Chart placed={placed} report={report} /> : <p class="sub">{trend.one}</p>}
    </section>
  );
}

/** A finding only where it was tested, over enough reports, and only of the newest: no other was judged. */
function headingOf({ change, points }: Trends, first: string, last: string): string {
  const tested = change.direction === "flat" && change.compared_reports > 3;
  return tested ? trend.within(points.length) : trend.neutral(weeksOf(first, last));
}

function Chart({ placed, report }: { placed: TrendLine; report: FullReport }) {
  const days = useDays(report.project_id);
  const { points, days: ticks, markers } = placed;
  const last = points.at(-1);
  const ends = report.metrics.appearance_rate_ci;
  const [low, high] = ends ?? [];
  const marker = markers.at(-1);
  return (
    <>
      <figure>
        <div class="tr">
          <div class="pl">
            <div class="yt" aria-hidden="true">
              {[100, 75, 50, 25, 0].map((tick) => (
                <span key={tick} style={{ top: `${100 - tick}%` }}>
                  {tick === 100 ? "100%" : tick}
                </span>
              ))}
            </div>
            <svg role="group" aria-label={trend.group(report.brand)}>
              <g class="grid">
                {[0, 25, 50, 75, 100].map((tick) => (
                  <line key={tick} x1="0" x2="100%" y1={`${tick}%`} y2={`${tick}%`} />
                ))}
              </g>
              {markers.map(({ kind, x }) => (
                <line key={`${kind}${x}`} class="mark" x1={`${x}%`} x2={`${x}%`} y1="0" y2="100%" />
              ))}
              <svg
                x="0"
                y="0"
                width="100%"
                height="100%"
                viewBox="0 0 100 100"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <path class="band" d={placed.band} />
                {placed.alone.map(({ x, low, high }) => (
                  <path key={x} class="band" d={`M${x},${low}V${high}`} />
                ))}
                <path class="ln" d={placed.line} />
              </svg>
              {points.map((point) => {
                const day = days(point.at, "shortDay");
                const rate = percent(point.rate) ?? unknown;
                const band = percentRange(point.band);
                const anchor = point.x < 35 ? "start" : point.x > 65 ? "end" : "middle";
                return (
                  <a
                    key={point.reportId}
                    href={reportPath(point.reportId)}
                    aria-label={trend.pointLabel(day, rate, point.answers, band)}
                  >
                    <circle class="hit" cx={`${point.x}%`} cy={`${point.y}%`} r="14" />
                    <circle class="pt" cx={`${point.x}%`} cy={`${point.y}%`} r={point === last ? 6.5 : 3.5} />
                    <text class="say" x={`${point.x}%`} y={point.y > 50 ? "20%" : "72%"} text-anchor={anchor}>
                      {trend.point(day, rate, band)}
                    </text>
                  </a>
                );
              })}
              {low !== undefined && high !== undefined && (
                <svg x="100%" width="40" height="100%" overflow="visible" aria-hidden="true">
                  <rect class="r-out" x="20" width="10" y={along(1 - high)} height={along(high - low)} />
                  <line class="cap" x1="17" x2="33" y1={along(1 - high)} y2={along(1 - high)} />
                  <line class="cap" x1="17" x2="33" y1={along(1 - low)} y2={along(1 - low)} />
                </svg>
              )}
            </svg>
            {low !== undefined && high !== undefined && last && (
              <div aria-hidden="true">
                {high - last.rate > 0.07 && (
                  <span class="now" style={{ top: along(1 - high) }}>
                    {percent(high)}
                  </span>
                )}
                <span class="now" style={{ top: `${last.y}%` }}>
                  <b>{percent(last.rate)}</b>
                </span>
                {last.rate - low > 0.07 && (
                  <span class="now" style={{ top: along(1 - low) }}>
                    {percent(low)}
                  </span>
                )}
              </div>
            )}
            {marker && (
              <p class={marker.x > 60 ? "flag left" : "flag"} style={{ left: `${marker.x}%` }}>
                <b>{trend.markers[marker.kind]}</b>
              </p>
            )}
          </div>
          <div class="xt" aria-hidden="true">
            {ticks.map(({ at, x }, place) => (
              <span
                key={at}
                class={place % 2 === (ticks.length - 1) % 2 ? "" : "thin"}
                style={{ left: `${x}%` }}
              >
                {days(at, "shortDay")}
              </span>
            ))}
          </div>
        </div>
        <figcaption class="note">
          {markers.length > 0 &&
            `${trend.marked(markers.map(({ at, kind }) => [days(at, "shortDay"), kind] as const))} `}
          {trend.note} {points.some(({ band }) => band === null) && trend.noBand}
        </figcaption>
      </figure>
      <details>
        <summary>{trend.table}</summary>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{trend.day}</th>
              <th scope="col" class="num">
                {report.brand}
              </th>
              <th scope="col" class="num">
                {trend.these}
              </th>
              <th scope="col" class="num">
                {trend.answers}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.reportId}>
                <th scope="row">{days(point.at, "shortDay")}</th>
                <td class="num">{percent(point.rate)}</td>
                <td class="num soft">{point.band ? range(point.band) : unknown}</td>
                <td class="num">{point.answers}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
