import type { DatedPoint } from "../../../figures/trend.ts";
import type { SeriesChange } from "../../../figures/uncertainty/change.ts";
import { fewestBefore } from "../../../figures/watching/changepoints.ts";
import { seriesChange } from "../../../figures/watching/series-change.ts";
import type { Provider } from "../../../reader/provider.ts";
import type { Context } from "../../api/context.ts";
import type { Report } from "../reports.ts";
import { type Part, pointsOver } from "./report-part.ts";

/**
 * The verdict of each assistant's own series on a report, so that it is judged in a comparison as a view of it alone judges it; none
 * where too few of its reports measured the same. `series`: the report's, over the part.
 */
export async function seriesByAssistant(
  parts: Pick<Context, "db" | "parsing">,
  { projectId, scored }: Pick<Report, "projectId" | "scored">,
  series: readonly DatedPoint[],
  part: Part = {},
): Promise<ReadonlyMap<Provider, SeriesChange>> {
  const verdicts = new Map<Provider, SeriesChange>();
  if (series.length <= fewestBefore) return verdicts;
  const { db, parsing } = parts;
  for (const { provider, answers } of scored?.providers ?? []) {
    if (answers === 0) continue;
    const isAlone = series.every(({ point }) => point.providers.every((each) => each.provider === provider));
    const own = isAlone
      ? series
      : await pointsOver({ db, parsing }, projectId, series, { ...part, provider });
    const verdict = seriesChange(own);
    if (verdict) verdicts.set(provider, verdict);
  }
  return verdicts;
}
