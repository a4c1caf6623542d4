import { type Metrics, measured } from "./metric-table.ts";
import type { Tally } from "./tally.ts";

export interface RivalMetrics extends Metrics {
  name: string;
}

/** The figures of one brand, 0 being the own one, over a stretch of the tally's prompts; absent: over all. */
export function metricsOf(tally: Tally, brand: number, from = 0, to = tally.promptKeys.length): Metrics {
  const { answers, failed, searched, namings } = tally;
  const own = tally.brands[brand]!;
  const over = (numbers: Float64Array) => numbers.subarray(from, to);
  return measured({
    answers: over(answers),
    failed: over(failed),
    searched: over(searched),
    namings: over(namings),
    named: over(own.named),
    visibility: over(own.visibility),
    positions: over(own.positions),
    recommended: over(own.recommended),
    cited: over(own.cited),
    sentiment: over(own.sentiment),
    withSentiment: over(own.withSentiment),
  });
}
