import type { ScoredReport } from "../../../figures/report.ts";
import type { DatedPoint } from "../../../figures/trend.ts";
import type { SeriesChange } from "../../../figures/uncertainty/change.ts";
import { fewestBefore } from "../../../figures/watching/changepoints.ts";
import { seriesChange } from "../../../figures/watching/series-change.ts";
import type { Provider } from "../../../reader/provider.ts";
import type { Context } from "../../api/context.ts";
import type { Report } from "../reports.ts";
import { watchedPoints } from "../trends/trends.ts";
import { type Part, pointsOver } from "./report-part.ts";

/**
 * The verdict of each assistant's own series on a report, so that it is judged in a comparison as a view of it alone judges it; none
 * where too few of its reports measured the same. `scored`: the report's figures, over the part if there is one.
 */
export async function seriesByAssistant(
  { db, parsing }: Pick<Context, "db" | "parsing">,
  report: Report,
  scored: ScoredReport,
  part?: Part,
): Promise<ReadonlyMap<Provider, SeriesChange>> {
  const verdicts = new Map<Provider, SeriesChange>();
  const over = (points: readonly DatedPoint[], some: Part) =>
    pointsOver({ db, parsing }, report.projectId, points, some);
  const whole = await watchedPoints(db, report);
  const series = part ? await over(whole, part) : whole;
  if (series.length <= fewestBefore) return verdicts;
  for (const { provider, answers } of scored.providers) {
    if (answers === 0) continue;
    const isAlone = series.every(({ point }) => point.providers.every((each) => each.provider === provider));
    const verdict = seriesChange(isAlone ? series : await over(series, { ...part, provider }));
    if (verdict) verdicts.set(provider, verdict);
  }
  return verdicts;
}
