import { gradeOf } from "../../src/figures/planning/grade.ts";
import { nextComparison } from "../../src/figures/planning/next-comparison.ts";
import { scoreReport, trendPoint } from "../../src/figures/report.ts";
import type { DatedPoint } from "../../src/figures/trend.ts";
import { changeBetween } from "../../src/figures/uncertainty/change.ts";
import { daysIn } from "../../src/figures/watching/days.ts";
import { watchSeries } from "../../src/figures/watching/shifts.ts";
import type { Provider } from "../../src/reader/provider.ts";
import { answer, tracked } from "../../test/fixtures/answers.ts";
import { logistic, normal, type Random } from "./random.ts";
import { projectOf, type Series, shiftFor } from "./reports.ts";

export interface PromisedWorld {
  series: Series;
  /** Of days: a standard deviation of all log-odds. */
  deviation: number;
  /** Reports before the change, the newest of which is graded. */
  earlier: number;
}

const providers: Provider[] = ["chatgpt", "claude", "gemini", "perplexity"];
const weekMs = 7 * 86_400_000;

/**
 * A change as large as the newest grade's smallest: how large that is, how often it is seen within as many reports as the grade says, and
 * how often by the next report: as that is judged, and beside the one before it alone.
 */
export function promisedChange({ series, deviation, earlier }: PromisedWorld, draws: number, random: Random) {
  const sums = { change: 0, seen: 0, next: 0, pair: 0 };
  for (let draw = 0; draw < draws; ) {
    const project = projectOf(series, random);
    const report = (shift = 0) => {
      const odds = shift + deviation * normal(random);
      return scoreReport(
        project.flatMap((engines, prompt) =>
          engines.flatMap((own, engine) =>
            Array.from({ length: series.runs }, (_, sample) =>
              answer({
                ...{ prompt: `p${prompt}`, provider: providers[engine]!, sample: sample + 1 },
                names: random() < logistic(own + odds) ? ["Acme"] : [],
              }),
            ),
          ),
        ),
        tracked,
      );
    };
    const before = Array.from({ length: earlier }, () => report());
    const points = before.map(dated);
    const last = before.at(-1)!;
    const terms = { costPerAsk: null, mostAsks: 20_000 };
    const grade = gradeOf(last, terms, nextComparison(points, daysIn(points)));
    if (!grade || grade.smallestChange === 1) continue;
    draw += 1;
    const { smallestChange: change, foundWithin } = grade;
    const shift = shiftFor(project, change);
    const after = Array.from({ length: foundWithin }, () => report(shift));
    const isUp = watchSeries([...points, ...after.map((each, at) => dated(each, earlier + at))]);
    const found = isUp.shifts.flatMap(({ direction, foundAt }) =>
      direction === "up" && foundAt >= timeOf(earlier) ? [foundAt] : [],
    );
    const isPairUp = changeBetween(last.cells, after[0]!.cells).direction === "up";
    const isSeries = foundWithin > 1;
    sums.change += change;
    if (isSeries ? found.length > 0 : isPairUp) sums.seen += 1;
    if (isSeries ? found.includes(timeOf(earlier)) : isPairUp) sums.next += 1;
    if (isPairUp) sums.pair += 1;
  }
  const { change, seen, next, pair } = sums;
  return { change: change / draws, seen: seen / draws, next: next / draws, pair: pair / draws };
}

const timeOf = (at: number): string => new Date(Date.UTC(2026, 0, 1) + at * weekMs).toISOString();

const dated = (scored: Parameters<typeof trendPoint>[0], at: number): DatedPoint => ({
  ...{ reportId: String(at), measuredAt: timeOf(at), reading: 1, methodVersion: "1" },
  point: trendPoint(scored),
});
