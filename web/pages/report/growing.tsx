import { useEffect } from "preact/hooks";
import { rateOrCount } from "../../../src/figures/figures-in-words.ts";
import { growingOf } from "../../api/page-questions.ts";
import type { SummaryReport } from "../../api/questions.ts";
import { useKnown } from "../../api/resource.ts";
import { percent, percentRange } from "../../figures/rate.ts";
import { inTime } from "../../figures/time.ts";
import type { Filter } from "../../filter.ts";
import { BrandDots, none, Plot } from "../../parts/brand-dots.tsx";
import { FilterNote } from "../../parts/filter.tsx";
import { Await } from "../../parts/states.tsx";
import { report as words } from "../../words/rows.ts";
import { label } from "../../words/running.ts";
import { brands, likely, overview } from "../../words.ts";
import { Scale } from "../overview/scale.tsx";
import { Ruler } from "../overview/verdict.tsx";
import "./growing.css";

interface GrowingProps {
  reportId: string;
  filter?: Filter;
  /** Once the run has ended: whoever shows this shows the report then. */
  ended(): void;
}

/** A run under way with its figures so far, which stand where they stand from the first to the last. */
export function Growing({ reportId, filter = {}, ended: onEnd }: GrowingProps) {
  const question = growingOf(reportId, filter);
  const { value: report, problem } = useKnown(question);
  useEffect(() => {
    if (report?.terminal) onEnd();
  }, [report?.terminal]);
  return (
    <>
      <Await question={question} value={report} problem={problem} bones={[24, 48, 90, 260]} />
      {report && <SoFar report={report} filter={filter} />}
    </>
  );
}

function SoFar({ report, filter }: { report: SummaryReport; filter: Filter }) {
  const { brand, metrics, answers_in: come, answers_asked: askCount, progress, waiting } = report;
  const hasAnswers = come > 0 && report.providers.length > 0;
  const hasRate = metrics.appearance_rate !== null;
  const awaited = awaitedIn(report);
  const [before, after] = words.namedIn(brand);
  return (
    <section class="growing" aria-labelledby="v">
      <p class="so-far">
        <b>{words.soFar}</b> {words.calls(come, askCount)}
      </p>
      <progress value={come} max={Math.max(1, askCount)} aria-label={words.statuses.processing} />
      <FilterNote report={report} filter={filter} />
      {waiting?.map((wait) => (
        <p class="notice" key={wait.provider}>
          {words.waiting(label(wait.provider), wait.reason, inTime(wait.until, "time"))}
        </p>
      ))}
      <h1 id="v" class="plain">
        {hasRate ? (
          <>
            {before}
            <b>{percent(metrics.appearance_rate)}</b>
            {after}
          </>
        ) : (
          words[hasAnswers ? "apart" : "unknown"](brand)
        )}
      </h1>
      <p class="stand">
        {hasRate
          ? likely(metrics.appearance_rate_ci)
          : awaited.length > 0
            ? words.awaited(awaited)
            : words.coming}
      </p>
      {hasRate ? (
        <Ruler metrics={metrics} inPart={false} />
      ) : (
        <figure class="ruler">
          <svg role="img" aria-label={overview.axis("")}>
            <Scale />
          </svg>
        </figure>
      )}
      {hasAnswers && (
        <div class="two">
          <BrandDots report={report} projectId={report.project_id} slugs={new Map()} />
          <Assistants report={report} />
        </div>
      )}
      {progress.jobs_failed > 0 && <p class="sub">{words.failedCalls(progress.jobs_failed)}</p>}
      <p class="note">{words.untilEnd}</p>
    </section>
  );
}

/** Assistants that are asked and have not answered, where others have. */
const awaitedIn = ({ answers_in, providers }: SummaryReport): string[] =>
  answers_in === 0
    ? []
    : providers
        .filter(({ answers, answers_failed }) => answers === 0 && answers_failed === 0)
        .map(({ provider }) => label(provider));

function Assistants({ report: { brand, providers } }: { report: SummaryReport }) {
  return (
    <section aria-labelledby="by">
      <div class="hd">
        <h2 id="by">{words.byAssistant}</h2>
      </div>
      <table class="dots">
        <caption class="vh">{brands.caption(brand, 0)}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="vh">{words.assistant}</span>
            </th>
            <th scope="col">
              <span class="vh">{brands.chart}</span>
              <span class="axis" aria-hidden="true">
                {[0, 50, 100].map((tick) => (
                  <span key={tick}>{tick}</span>
                ))}
              </span>
            </th>
            <th scope="col" class="num">
              {brands.named}
            </th>
            <th scope="col" class="num rng">
              {brands.likely}
            </th>
            <th scope="col" class="num vis">
              {words.answers}
            </th>
          </tr>
        </thead>
        <tbody>
          {providers.map(
            ({ provider, appearance_rate: rate, appearance_rate_ci: ends, mentions, answers }) => (
              <tr key={provider}>
                <th scope="row">{label(provider)}</th>
                <td class="plot">
                  <Plot row={{ value: rate, ends, own: true }} shade={null} inPart={false} />
                </td>
                <td class="num">
                  {rate === null ? none : rateOrCount(rate, { mentions, answers })}
                  <span class="m">{percentRange(ends)?.replace("%", "")}</span>
                </td>
                <td class="num rng">{percentRange(ends) ?? none}</td>
                <td class="num vis">{answers}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}
