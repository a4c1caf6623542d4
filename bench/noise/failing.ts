import { comparison } from "../../src/figures/comparison.ts";
import { type ScoredReport, scoreReport } from "../../src/figures/report.ts";
import { comparedPairs } from "../../src/figures/uncertainty/cell.ts";
import { changeBetween } from "../../src/figures/uncertainty/change.ts";
import { changeParts } from "../../src/figures/uncertainty/change-parts.ts";
import type { MeasuredAnswer } from "../../src/reader/answer.ts";
import type { Provider } from "../../src/reader/provider.ts";
import { answer, failedCall, tracked } from "../../test/fixtures/answers.ts";
import { logistic, type Random } from "./random.ts";
import { projectOf, type Series, shiftFor } from "./reports.ts";

/** Whether calls fail when the answer would not have named the brand, or when it would, mostly. */
type Loses = "misses" | "namings" | "any";

export interface FailingWorld {
  series: Pick<Series, "prompts" | "engines" | "runs" | "odds">;
  /** The share of the first engine's calls that fail in either report, and which. */
  lost: readonly [before: number, after: number];
  loses: Loses;
  /** Change of the rate from one report to the next. */
  change: number;
}

export interface FailingResult {
  /** Of the rate over exactly these prompts: held by the bounds, or by the usual interval where there are none. */
  level: number;
  /** By the interval over exactly these prompts alone, as if the failed calls were like the others. */
  byInterval: number;
  change: number;
  alarms: number;
  withheld: number;
  /** Of pairs without a change, those in which a prompt is said to have moved. */
  prompts: number;
  /** Of the same, those in which something is said to be behind a change. */
  parts: number;
  /** Of the bounds. */
  width: number;
}

const providers: Provider[] = ["chatgpt", "claude", "gemini", "perplexity"];
/** How much likelier one kind of answer is to be lost. */
const odds = 9;

/** Pairs of reports in which one engine loses answers that are mostly of one kind; those that lost more than `most` are drawn again. */
export function failingClaims(world: FailingWorld, draws: number, random: Random, most = 1): FailingResult {
  const sums = { level: 0, byInterval: 0, change: 0, alarms: 0, withheld: 0, prompts: 0, parts: 0, width: 0 };
  let narrow = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const project = projectOf(
      { ...world.series, wordings: 1, promptSpread: 1.3, dayShift: 0, topicShift: 0 },
      random,
    );
    const shift = shiftFor(project, world.change);
    const before = losingAtMost(most, () => reportOf(project, 0, world, 0, random));
    const after = losingAtMost(most, () => reportOf(project, shift, world, 1, random));
    const {
      appearanceRateBounds: bounds,
      appearanceRateCi,
      appearanceRateCiSamePrompts,
    } = after.scored.metrics;
    const range = bounds ?? appearanceRateCi!;
    if (holds(range, after.truth)) sums.level += 1;
    sums.width += range[1] - range[0];
    if (appearanceRateCiSamePrompts) {
      narrow += 1;
      if (holds(appearanceRateCiSamePrompts, after.truth)) sums.byInterval += 1;
    }
    const calls = { before: before.scored.providers, after: after.scored.providers };
    const moved = changeBetween(before.scored.cells, after.scored.cells, [], null, calls);
    if (moved.direction === "failures_differ") sums.withheld += 1;
    if (world.change === 0 && (moved.direction === "up" || moved.direction === "down")) sums.alarms += 1;
    const { risen, fallen } = comparison(before.scored, after.scored, []);
    if (world.change === 0 && [...risen, ...fallen].some(({ beyondNoise }) => beyondNoise)) sums.prompts += 1;
    const { parts } = changeParts(comparedPairs(before.scored.cells, after.scored.cells), calls);
    if (world.change === 0 && parts.length > 0) sums.parts += 1;
    if (!moved.appearanceRateDeltaCi || holds(moved.appearanceRateDeltaCi, after.truth - before.truth))
      sums.change += 1;
  }
  return {
    ...{ level: sums.level / draws, byInterval: sums.byInterval / narrow, change: sums.change / draws },
    ...{ alarms: sums.alarms / draws, withheld: sums.withheld / draws, width: sums.width / draws },
    ...{ prompts: sums.prompts / draws, parts: sums.parts / draws },
  };
}

function losingAtMost(most: number, draw: () => Drawn): Drawn {
  for (;;) {
    const drawn = draw();
    const { answers, answersFailed } = drawn.scored.metrics;
    if (answersFailed <= most * (answers + answersFailed)) return drawn;
  }
}

interface Drawn {
  scored: ScoredReport;
  truth: number;
}

const holds = ([low, high]: readonly [number, number], truth: number): boolean =>
  low <= truth + 1e-12 && truth <= high + 1e-12;

function reportOf(
  project: readonly (readonly number[])[],
  shift: number,
  { series, lost, loses }: FailingWorld,
  at: 0 | 1,
  random: Random,
): Drawn {
  const rates = project.map((engines) => engines.map((odds) => logistic(odds + shift)));
  const own = rates.map((engines) => engines[0]!);
  const namings = own.reduce((sum, rate) => sum + rate, 0) / own.length;
  // What one kind and the other lose, so that together it is the share that is lost.
  const [ofNamings, ofMisses] = [loses === "namings" ? odds : 1, loses === "misses" ? odds : 1];
  const scale = lost[at] / (namings * ofNamings + (1 - namings) * ofMisses);
  const answers: MeasuredAnswer[] = [];
  for (const [prompt, engines] of rates.entries())
    for (const [engine, rate] of engines.entries())
      for (let sample = 1; sample <= series.runs; sample += 1) {
        const named = random() < rate;
        const fails = engine === 0 && random() < scale * (named ? ofNamings : ofMisses);
        const terms = { prompt: `p${prompt}`, provider: providers[engine]!, sample };
        answers.push(fails ? failedCall(terms) : answer({ ...terms, names: named ? ["Acme"] : [] }));
      }
  const all = rates.flat();
  return {
    scored: scoreReport(answers, tracked),
    truth: all.reduce((sum, rate) => sum + rate, 0) / all.length,
  };
}
