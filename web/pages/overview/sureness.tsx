import { projectPath } from "../../address.ts";
import type { FullReport } from "../../api/questions.ts";
import { along } from "../../figures/along.ts";
import { doubtsOf, type Grade, levels } from "../../figures/grade.ts";
import { percentRange } from "../../figures/rate.ts";
import { sure } from "../../words.ts";
import { isImported } from "./imported.ts";

/** The grade of the report, what it is good for, and what the next one takes. */
export function SurenessOf({ report, projectId }: { report: FullReport; projectId: string }) {
  const { metrics, grade } = report;
  const next = grade?.raise_with;
  const more = next ? next.prompts - metrics.prompts : 0;
  return (
    <section class="sure" aria-labelledby="s">
      <h2 id="s">{sure.title}</h2>
      {grade === null ? (
        <p>{sure.ungraded}</p>
      ) : (
        <>
          <ol class="steps">
            {levels.map((level) => (
              <li
                key={level}
                class={level === grade.level ? "at" : ""}
                aria-current={level === grade.level ? "step" : undefined}
              >
                {sure.levels[level]}
              </li>
            ))}
          </ol>
          <p>{sure.good[grade.level]}</p>
          <Terms grade={grade} />
          <p class="note">{sure.how(grade.smallest_change)}</p>
          {doubtsOf(grade).map((doubt) => (
            <p key={doubt} class="note">
              {sure.doubts[doubt]}
            </p>
          ))}
          {next && (
            <table class="buy">
              <caption>{sure.surer}</caption>
              <tbody>
                <Now report={report} />
                <Then rate={metrics.appearance_rate} grade={grade} next={next} />
              </tbody>
            </table>
          )}
          {next && (
            <p class="more">
              {isImported(report) ? (
                <a class="btn" href={projectPath(projectId, "import")}>
                  {more > 0 ? sure.importMore : sure.importAgain}
                </a>
              ) : (
                <a class="btn" href={projectPath(projectId, "prompts")}>
                  {more > 0 ? sure.add(more) : sure.ask}
                </a>
              )}
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** What the report shows, beside what the next grade takes. */
function Terms({ grade }: { grade: Grade }) {
  const { next_level: next } = grade;
  return (
    <table class="takes">
      <caption class="vh">{sure.caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="vh">{sure.what}</span>
          </th>
          <th scope="col" class="num">
            {sure.here}
          </th>
          {next && (
            <th scope="col" class="num">
              {sure.takes(sure.levels[next.level])}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{sure.range}</th>
          <td class="num">{sure.wide(grade.half_width)}</td>
          {next && <td class="num">{sure.atMost(2 * next.half_width)}</td>}
        </tr>
        <tr>
          <th scope="row">{sure.change}</th>
          <td class="num">{sure.shows(grade.smallest_change)}</td>
          {next && <td class="num">{sure.atMost(next.smallest_change)}</td>}
        </tr>
      </tbody>
    </table>
  );
}

function Now({ report }: { report: FullReport }) {
  const { appearance_rate: rate, appearance_rate_ci: ends, prompts } = report.metrics;
  if (rate === null || !ends) return null;
  const [low = 0, high = 1] = ends;
  return (
    <tr>
      <th scope="row">{sure.now(prompts)}</th>
      <td class="plot">
        <svg aria-hidden="true">
          <line class="r-ax" x1="0" x2="100%" y1="50%" y2="50%" />
          <line class="iv" x1={along(low)} x2={along(high)} y1="50%" y2="50%" />
          <svg y="50%" overflow="visible">
            <line class="cap" x1={along(low)} x2={along(low)} y1="-7" y2="7" />
            <line class="cap" x1={along(high)} x2={along(high)} y1="-7" y2="7" />
          </svg>
          <circle class="r-dot" cx={along(rate)} cy="50%" r="5.5" />
        </svg>
      </td>
      <td class="num">{percentRange(ends)}</td>
    </tr>
  );
}

interface Promised {
  rate: number | null;
  grade: Grade;
  next: NonNullable<Grade["raise_with"]>;
}

/** A forecast is dashed: it is no data. */
function Then({ rate, grade, next }: Promised) {
  // The next level's limit is no forecast: where the range is narrower already, it says nothing.
  const limit = grade.next_level?.half_width;
  const half = limit === undefined || limit >= (grade.half_width ?? 1) ? undefined : limit;
  const [low, high] =
    half === undefined || rate === null ? [0, 0] : [Math.max(0, rate - half), Math.min(1, rate + half)];
  return (
    <tr>
      <th scope="row">{sure.later(next.prompts, next.runs)}</th>
      <td class="plot">
        <svg aria-hidden="true">
          <line class="r-ax" x1="0" x2="100%" y1="50%" y2="50%" />
          <svg y="50%" overflow="visible">
            {high > low && <rect class="plan" x={along(low)} width={along(high - low)} y="-5" height="10" />}
          </svg>
        </svg>
      </td>
      <td class="num">
        {half === undefined
          ? sure.earns(sure.levels[next.level])
          : sure.about(percentRange([low, high]) ?? "")}
      </td>
    </tr>
  );
}
