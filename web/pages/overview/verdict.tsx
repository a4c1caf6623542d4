import type { FullReport, Metrics } from "../../api/questions.ts";
import { along } from "../../figures/along.ts";
import { percent, percentRange, rateOrCount } from "../../figures/rate.ts";
import { standingOf } from "../../figures/standing.ts";
import { inTime } from "../../figures/time.ts";
import { before, changed, likely, namedIn, overview, ranked } from "../../words.ts";

/** The one sentence, and the one picture under it. */
export function Verdict({ report }: { report: FullReport }) {
  const { brand, metrics, change } = report;
  const since = dayBefore(report);
  const [who, figure, rest] = namedIn(brand, metrics.appearance_rate, metrics.mentions, metrics.answers);
  return (
    <div>
      <h1 id="v">
        <bdi>{who}</bdi>
        <b>{figure}</b>
        {rest} <span>{likely(metrics.appearance_rate_ci)}</span>
      </h1>
      <p class="stand">
        {ranked(standingOf(report))} {changed(change, since ?? overview.reportBefore)}{" "}
        {since && before(report.previous, since)}
      </p>
      <Ruler metrics={metrics} inPart={report.status === "partial"} />
    </div>
  );
}

/** The day of the report that is compared with, in its own words; null if it is not among the last ones. */
function dayBefore({ trends, change }: FullReport): string | null {
  const compared = trends.find(({ report_id }) => report_id === change?.compared_with);
  return compared ? inTime(compared.at, "dayOfYear").replace(" ", "\u00a0") : null;
}

/** The scale from 0 to 100%, with both ranges on it; hatched where answers are missing. */
function Ruler({ metrics, inPart }: { metrics: Metrics; inPart: boolean }) {
  const { appearance_rate: rate, appearance_rate_ci: outer, prompts, mentions, answers } = metrics;
  const inner = metrics.same_prompts.find(
    ({ figure }) => figure === "appearance_rate",
  )?.interval_same_prompts;
  if (rate === null || !outer) return null;
  const [low = 0, high = 1] = outer;
  const [narrowLow, narrowHigh] = inner ?? [];
  const hasInner = narrowLow !== undefined && narrowHigh !== undefined;
  const outerSaid = percentRange(outer) ?? "";
  const innerSaid = percentRange(inner) ?? "";
  const said = `${outerSaid}${hasInner ? `; ${innerSaid}` : ""}`;
  const tight = high - low < 0.2;
  return (
    <figure class="ruler">
      <svg role="img" aria-label={overview.axis(said)}>
        <line class="r-ax" x1="0" x2="100%" y1="36" y2="36" />
        <g class="r-ax">
          <line x1="0" x2="0" y1="31" y2="41" />
          <line x1="100%" x2="100%" y1="31" y2="41" />
        </g>
        <rect class="r-out" x={along(low)} width={along(high - low)} y="30" height="12" />
        {hasInner && (
          <rect
            class="r-in"
            x={along(narrowLow)}
            width={along(narrowHigh - narrowLow)}
            y="25"
            height="22"
            rx="2"
          />
        )}
        {inPart && <line class="hatch" x1={along(low)} x2={along(high)} y1="36" y2="36" />}
        <line class="cap" x1={along(low)} x2={along(low)} y1="26" y2="46" />
        <line class="cap" x1={along(high)} x2={along(high)} y1="26" y2="46" />
        <circle class="r-dot" cx={along(rate)} cy="36" r="8" />
        <text x="0" y="62">
          0%
        </text>
        <text x="100%" y="62" text-anchor="end">
          100%
        </text>
        {!tight && rate - low > 0.09 && (
          <text class="end" x={along(low)} y="16" text-anchor={low < 0.02 ? "start" : "middle"}>
            {percent(low)}
          </text>
        )}
        <text
          class="big"
          x={along(rate)}
          y="16"
          text-anchor={rate > 0.97 ? "end" : rate < 0.03 ? "start" : "middle"}
        >
          {rateOrCount(rate, mentions, answers)}
        </text>
        {!tight && high - rate > 0.09 && (
          <text class="end" x={along(high)} y="16" text-anchor={high > 0.98 ? "end" : "middle"}>
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
