import type { Metrics } from "../../src/figures/metrics/metric-table.ts";
import { nextRun } from "../../src/figures/metrics/next-run.ts";
import { inOrder } from "../../src/figures/metrics/tally.ts";
import { headlineFigures, pointOver } from "../../src/figures/report.ts";
import type { DatedPoint } from "../../src/figures/trend.ts";
import { daysIn, usualDays } from "../../src/figures/watching/days.ts";
import type { Provider } from "../../src/reader/provider.ts";
import { answer, tracked } from "../../test/fixtures/answers.ts";
import { logistic, normal, type Random } from "./random.ts";
import { projectOf, type Series } from "./reports.ts";

/** What days move all log-odds by, in deviations of a normal distribution, and how much of it is left in the next report. */
export interface DaysWorld {
  series: Pick<Series, "prompts" | "engines" | "runs" | "odds">;
  deviation: number;
  carried: number;
  /** Reports of the project, the newest of which expects the next. */
  reports: number;
}

export interface ExpectedRuns {
  /** How often the next run is where it is expected, by its rate, by its visibility, and by its rate if only asking again were known. */
  rate: number;
  visibility: number;
  again: number;
  /** Of the rate's interval. */
  half: number;
}

const providers: Provider[] = ["chatgpt", "claude", "gemini", "perplexity"];
const weekMs = 7 * 86_400_000;

/** Series of weekly reports in which nothing happens but days; where the newest withholds what it expects, another is drawn. */
export function expectedRuns(world: DaysWorld, draws: number, random: Random): ExpectedRuns {
  const sums = { rate: 0, visibility: 0, again: 0, half: 0 };
  for (let draw = 0; draw < draws; ) {
    const project = projectOf(
      { ...world.series, wordings: 1, promptSpread: 2, dayShift: 0, topicShift: 0 },
      random,
    );
    let day = world.deviation * normal(random);
    const made = Array.from({ length: world.reports + 1 }, () => {
      day = world.carried * day + Math.sqrt(1 - world.carried ** 2) * world.deviation * normal(random);
      return answersOf(project, day, world.series.runs, random);
    });
    const next = pointOver(made.pop()!, tracked);
    const points = made.map((answers, at): DatedPoint => {
      const measuredAt = new Date(Date.UTC(2026, 0, 1) + at * weekMs).toISOString();
      const point = pointOver(answers, tracked);
      return { reportId: String(at), measuredAt, reading: 1, methodVersion: "1", point };
    });
    const [metrics] = headlineFigures(inOrder(made.at(-1)!), tracked).metrics as [Metrics];
    const days = daysIn(points);
    const [rate, visibility] = (["appearanceRate", "visibilityScore"] as const).map((name) =>
      nextRun(metrics, name, days),
    );
    if (!rate || !visibility) continue;
    draw += 1;
    const isIn = ([low, high]: readonly [number, number], value: number) => low <= value && value <= high;
    if (isIn(rate, next.appearanceRate!)) sums.rate += 1;
    if (isIn(visibility, next.visibilityScore!)) sums.visibility += 1;
    if (isIn(nextRun(metrics, "appearanceRate", { ...usualDays, deviation: 0 })!, next.appearanceRate!))
      sums.again += 1;
    sums.half += (rate[1] - rate[0]) / 2;
  }
  const { rate, visibility, again, half } = sums;
  return { rate: rate / draws, visibility: visibility / draws, again: again / draws, half: half / draws };
}

/** Answers of a report in which a rival is named beside the brand, before it or after it. */
const answersOf = (project: readonly (readonly number[])[], day: number, runs: number, random: Random) =>
  project.flatMap((engines, prompt) =>
    engines.flatMap((odds, engine) =>
      Array.from({ length: runs }, (_, sample) => {
        const names = ["Acme", "Bolt"].filter(
          (name) => random() < logistic(name === "Acme" ? odds + day : -0.5),
        );
        return answer({
          ...{ prompt: `p${prompt}`, provider: providers[engine]!, sample: sample + 1 },
          names: random() < 0.5 ? names : names.reverse(),
        });
      }),
    ),
  );
