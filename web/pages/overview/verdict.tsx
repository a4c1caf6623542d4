import { rateOrCount } from "../../../src/figures/figures-in-words.ts";
import { useDays } from "../../api/days.ts";
import type { FullReport, Metrics } from "../../api/questions.ts";
import { along } from "../../figures/along.ts";
import { percent, percentRange, samePromptRange } from "../../figures/rate.ts";
import { before, changed, likely, namedIn, overview, ranked } from "../../words.ts";
import { Scale } from "./scale.tsx";

/** The one sentence, and the one picture under it. */
export function Verdict({ report }: { report: FullReport }) {
  const { brand, metrics, change } = report;
  const day = useDays(report.project_id);
  const at = reportBefore(report)?.at;
  const since = at ? day(at, "dayOfYear").replace(" ", "\u00a0") : null;
  const [who, figure, rest] = namedIn(brand, metrics);
  return (
    <div>
      <h1 id="v">
        {who}
        <b>{figure}</b>
        {rest} <span>{likely(metrics.appearance_rate_ci)}</span>
      </h1>
      <p class="stand">
        {ranked(report)} {changed(change, since)} {since && before(report.previous, since, metrics, change)}
      </p>
      <Ruler metrics={metrics} inPart={report.status === "partial"} />
    </div>
  );
}

/** The report that is compared with, if it is among the last ones. */
const reportBefore = ({ trends, change }: FullReport) =>
  trends.find(({ report_id }) => report_id === change?.compared_with);

/** The scale from 0 to 100%, with both ranges on it; hatched where answers are missing. */
export function Ruler({ metrics, inPart }: { metrics: Metrics; inPart: boolean }) {
  const { appearance_rate: rate, appearance_rate_ci: outer, prompts, mentions, answers } = metrics;
  const inner = samePromptRange(metrics);
  if (rate === null || !outer) return null;
  const [low = 0, high = 1] = outer;
  const [narrowLow, narrowHigh] = inner ?? [];
  const hasInner = narrowLow !== undefined && narrowHigh !== undefined;
  const outerSaid = percentRange(outer) ?? "";
  const innerSaid = percentRange(inner) ?? "";
  const description = `${outerSaid}${hasInner ? `; ${innerSaid}` : ""}`;
  const tight = high - low < 0.2;
  return (
    <figure class="ruler">
      <svg role="img" aria-label={overview.axis(description)}>
        <Scale />
        <rect class="r-out" x={along(low)} width={along(high - low)} />
        {hasInner && <rect class="r-in" x={along(narrowLow)} width={along(narrowHigh - narrowLow)} />}
        {inPart && <line class="hatch" x1={along(low)} x2={along(high)} y1="36" y2="36" />}
        <rect class="r-cap" x={along(low)} />
        <rect class="r-cap" x={along(high)} />
        <circle class="r-dot" cx={along(rate)} />
        {!tight && rate - low > 0.09 && (
          <text class="end" x={along(low)} text-anchor={low < 0.02 ? "start" : "middle"}>
            {percent(low)}
          </text>
        )}
        <text
          class="big"
          x={along(rate)}
          text-anchor={rate > 0.97 ? "end" : rate < 0.03 ? "start" : "middle"}
        >
          {rateOrCount(rate, { mentions, answers })}
        </text>
        {!tight && high - rate > 0.09 && (
          <text class="end" x={along(high)} text-anchor={high > 0.98 ? "end" : "middle"}>
            {percent(high)}
          </text>
        )}
      </svg>
      <figcaption class="key">
        <span>
          <i />
          {overview.keyOuter(outerSaid)}
        </span>
        {hasInner && (
          <span>
            <i class="k2" />
            {overview.keyInner(prompts, innerSaid)}
          </span>
        )}
        {inPart && <span>{overview.hatched}</span>}
      </figcaption>
    </figure>
  );
}
