/**
 * How often what is said of the brand's place, of competitors and of prompts is false, and how often a lead that is there is said:
 * brands that hardly differ, and one that is 25 points ahead. Brands differ by what is drawn here, so that their true order is known; answers name them in any
 * order. Seeded; the argument is how many reports a cell has. Beside it the place by the scores alone. Ends with 1 where a goal
 * is missed.
 */

import { competitorSignal } from "../../src/figures/brief/sentence.ts";
import { standingOf } from "../../src/figures/metrics/rank-range.ts";
import {
  answersEach,
  brandsReport,
  type Drawn,
  logitOf,
  promptSpread,
  trueFigures,
} from "../noise/brands.ts";
import { failingClaims } from "../noise/failing.ts";
import { saidPassed } from "../noise/gaps.ts";
import { falseMoves } from "../noise/moves.ts";
import { expectedRuns } from "../noise/next-runs.ts";
import { logisticNormal } from "../noise/prompts.ts";
import { logistic, normal, seeded } from "../noise/random.ts";
import { wordedCoverage } from "../noise/worded.ts";

const draws = Number(process.argv[2] ?? 200);
const parts = { places, leads, prompts, moves, gaps, failures, wordings, days };
const random = seeded(20261126);
/** Rates of the brands on a prompt of `answersTo`, which names them p1, p2 …. */
const ratesOn = ({ drawn }: Drawn, prompt: string): readonly number[] => drawn[Number(prompt.slice(1)) - 1]!;

/** What is listed of a report, and how much of it is false, against what is true of the answers that could be given. */
function listsOf(report: Drawn) {
  const { winningPrompts: won, losingPrompts: lost, prompts, names, rivals } = report;
  const leadOf = (prompt: string) => {
    const [own = 0, ...others] = ratesOn(report, prompt);
    return own - Math.max(...others);
  };
  const claimed = lost.filter(({ mentions }) => mentions > 0);
  const best = prompts.filter(({ bestCompetitor }) => bestCompetitor !== null);
  const pairs = rivals.flatMap(({ name, promptsWon, promptsLost }) => {
    const ahead = (prompt: string) => {
      const rates = ratesOn(report, prompt);
      return rates[names.indexOf(name)]! - rates[0]!;
    };
    return [
      ...promptsWon.map(({ prompt }) => ahead(prompt) <= 0),
      ...promptsLost.map(({ prompt }) => ahead(prompt) >= 0),
    ];
  });
  const byScores = prompts.filter(
    ({ metrics, bestCompetitorVisibility }) => (metrics.visibilityScore ?? 0) > bestCompetitorVisibility,
  );
  return {
    listed: won.length + claimed.length,
    wrong:
      won.filter(({ prompt }) => leadOf(prompt) <= 0).length +
      claimed.filter(({ prompt }) => leadOf(prompt) >= 0).length,
    byScores: byScores.length,
    wrongByScores: byScores.filter(({ prompt }) => leadOf(prompt) <= 0).length,
    best: best.length,
    wrongBest: best.filter(({ prompt, bestCompetitor }) => {
      const [, ...others] = ratesOn(report, prompt);
      return Math.max(...others) - others[names.indexOf(bestCompetitor!) - 1]! > 0.05;
    }).length,
    pairs: pairs.length,
    wrongPairs: pairs.filter(Boolean).length,
  };
}

const percent = (count: number): string => asPercent(count / draws);
const asPercent = (share: number): string => (Number.isNaN(share) ? "none" : `${(100 * share).toFixed(1)} %`);
const row = (cells: readonly string[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(44) : cell.padStart(18))).join(""));
let missed = false;

const shareOf = (part: number, all: number): string =>
  all === 0 ? "none" : `${((100 * part) / all).toFixed(1)} % of ${(all / draws).toFixed(1)}`;

const chosen = Object.entries(parts).filter(([name]) => name === (process.argv[3] ?? name));
if (chosen.length === 0) throw new Error(`The parts are ${Object.keys(parts).join(", ")}.`);
for (const [, part] of chosen) part();
if (missed) process.exitCode = 1;

function places(): void {
  console.log(`What is said of a place; ${draws} reports of ${answersEach} answers a prompt in each row.`);
  row(["", "false", "by scores", "one place", "goal: false"]);
  for (const rivals of [4, 10])
    for (const prompts of [5, 20, 50]) {
      let [wrong, wrongByScores, single] = [0, 0, 0];
      for (let draw = 0; draw < draws; draw += 1) {
        const levels = Array.from({ length: rivals + 1 }, () => logitOf(0.4) + 0.2 * normal(random));
        const { metrics, competitors } = brandsReport(levels, prompts, random);
        const truth = 1 + levels.slice(1).filter((level) => level > levels[0]!).length;
        const said = standingOf(metrics, competitors);
        if (said && (truth < said.from || truth > said.to)) wrong += 1;
        if (said?.from === said?.to) single += 1;
        const own = metrics.visibilityScore ?? 0;
        const byScores = 1 + competitors.filter(({ visibilityScore }) => (visibilityScore ?? 0) > own).length;
        if (byScores !== truth) wrongByScores += 1;
      }
      missed ||= wrong / draws > 0.05 + 2 * Math.sqrt((0.05 * 0.95) / draws);
      row([
        `${rivals + 1} brands that hardly differ, ${prompts} prompts`,
        ...[percent(wrong), percent(wrongByScores), percent(single), "≤ 5 %"],
      ]);
    }
  row(["", "said first", "variances known", "ratio", "goal: ratio"]);
  for (const correlation of [0.1, 0.2, 0.3]) {
    const { said, best } = firstOf(correlation);
    missed ||= said / best < 0.9 - 2 * Math.sqrt((0.9 * 0.1) / best);
    row([
      `25 points ahead of 4 rivals, prompts alike by ${correlation}`,
      ...[percent(said), percent(best), (said / best).toFixed(2), "≥ .9"],
    ]);
  }
}

/** How often a brand that is 25 points ahead on 20 prompts is said to be first, and who knows how much its leads vary would say so. */
function firstOf(correlation: number): { said: number; best: number } {
  const rates = [0.55, 0.3, 0.3, 0.3, 0.3].map((rate) => logisticNormal(rate, correlation));
  const reports = Array.from({ length: draws }, () => {
    const given = Array.from({ length: 20 }, () => rates.map((rate) => rate(random)));
    const { metrics, competitors } = brandsReport(
      rates.map(() => 0),
      20,
      random,
      given,
    );
    return {
      isSaid: standingOf(metrics, competitors)?.to === 1,
      leads: competitors.map(({ lead }) => -lead!.visibilityScore),
    };
  });
  const all = reports.flatMap(({ leads }) => leads);
  const mean = all.reduce((sum, lead) => sum + lead, 0) / all.length;
  const deviation = Math.sqrt(all.reduce((sum, lead) => sum + (lead - mean) ** 2, 0) / all.length);
  return {
    said: reports.filter(({ isSaid }) => isSaid).length,
    best: reports.filter(({ leads }) => leads.every((lead) => lead > 1.96 * deviation)).length,
  };
}

function leads(): void {
  console.log(
    "\nCompetitors that are said to be ahead or behind, and the threat of the one that is shown: how many are false, and reports with a false one.",
  );
  row(["", "leads", "reports", "threat"]);
  for (const rivals of [1, 4, 10])
    for (const [kind, between] of [
      ["alike", 0],
      ["hardly alike", 0.2],
      ["not alike", 0.8],
    ] as const)
      for (const prompts of [5, 20, 50]) {
        const sums = { said: 0, wrong: 0, reports: 0, threats: 0, wrongThreats: 0 };
        for (let draw = 0; draw < draws; draw += 1) {
          const levels = Array.from({ length: rivals + 1 }, () => logitOf(0.35) + between * normal(random));
          const report = brandsReport(levels, prompts, random);
          const said = report.competitors.flatMap(({ name, lead }) => {
            if (!lead) return [];
            // Of levels alone: where one is higher, so are its rate and its visibility.
            const truth = levels[report.names.indexOf(name)]! - levels[0]!;
            return [
              ...(lead.appearanceRateBeyondNoise ? [lead.appearanceRate * truth <= 0] : []),
              ...(lead.visibilityScoreBeyondNoise ? [lead.visibilityScore * truth <= 0] : []),
            ];
          });
          sums.said += said.length;
          sums.wrong += said.filter(Boolean).length;
          if (said.some(Boolean)) sums.reports += 1;
          const signal = competitorSignal("Acme", report);
          if (!signal?.levelRange) continue;
          sums.threats += 1;
          if (isBeside(signal.levelRange, levels, report.names.indexOf(signal.name))) sums.wrongThreats += 1;
        }
        missed ||= sums.reports > 0.1 * draws + 2 * Math.sqrt(0.09 * draws);
        row([
          `${rivals} rivals, ${kind}, ${prompts} prompts`,
          shareOf(sums.wrong, sums.said),
          percent(sums.reports),
          shareOf(sums.wrongThreats, sums.threats),
        ]);
      }
}

/** Whether the true level of a threat is none of those that are said; one within a point of a bound is either. */
function isBeside([from, to]: readonly [string, string], levels: readonly number[], rival: number): boolean {
  const figures = trueFigures(levels, random);
  const [own, other] = [figures[0]!, figures[rival]!];
  const score = (50 * other.rate) / (other.rate + own.rate) + 25 + (other.visibility - own.visibility) / 4;
  const order = ["low", "medium", "high"];
  const levelOf = (score: number) => (score < 40 ? 0 : score < 65 ? 1 : 2);
  return levelOf(score + 1) < order.indexOf(from) || levelOf(score - 1) > order.indexOf(to);
}

function prompts(): void {
  console.log(
    "\nPrompts that are listed as won or lost, best rivals that are named, prompts of a rival's page: how many of them are false.",
  );
  row(["", "won and lost", "won by scores", "best rival", "rival's page"]);
  for (const rivals of [2, 4, 10])
    for (const [kind, between] of [
      ["alike", 0],
      ["not alike", 0.8],
    ] as const)
      for (const prompts of [5, 20, 50]) {
        const sums = {
          listed: 0,
          wrong: 0,
          byScores: 0,
          wrongByScores: 0,
          best: 0,
          wrongBest: 0,
          pairs: 0,
          wrongPairs: 0,
        };
        for (let draw = 0; draw < draws; draw += 1) {
          const levels = Array.from({ length: rivals + 1 }, () => logitOf(0.35) + between * normal(random));
          const lists = listsOf(brandsReport(levels, prompts, random));
          for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += lists[name];
        }
        missed ||= sums.wrong > 0.1 * sums.listed + 2 * Math.sqrt(0.09 * sums.listed);
        row([
          `${rivals} rivals, ${kind}, ${prompts} prompts`,
          shareOf(sums.wrong, sums.listed),
          shareOf(sums.wrongByScores, sums.byScores),
          shareOf(sums.wrongBest, sums.best),
          shareOf(sums.wrongPairs, sums.pairs),
        ]);
      }
  for (const kind of ["the same everywhere", "the same on each prompt"] as const)
    for (const prompts of [5, 20, 50]) {
      let reports = 0;
      for (let draw = 0; draw < draws; draw += 1) {
        const given = Array.from({ length: prompts }, () => {
          const spread = kind === "the same everywhere" ? 0 : 1.3 * normal(random);
          return Array<number>(5).fill(logistic(logitOf(0.35) + spread));
        });
        if (listsOf(brandsReport([0, 0, 0, 0, 0], prompts, random, given)).wrong > 0) reports += 1;
      }
      missed ||= reports > 0.1 * draws + 2 * Math.sqrt(0.09 * draws);
      row([`5 brands, ${kind}, ${prompts} prompts: reports`, percent(reports), "", "", ""]);
    }
  for (const [planted, prompts] of [
    [1, 20],
    [4, 20],
    [5, 50],
  ] as const) {
    let found = 0;
    for (let draw = 0; draw < draws; draw += 1) {
      const given = Array.from({ length: prompts }, (_, at) =>
        at < planted
          ? [0.9, 0.1, 0.1, 0.1, 0.1]
          : Array.from({ length: 5 }, () => logistic(logitOf(0.35) + promptSpread * normal(random))),
      );
      const { winningPrompts } = brandsReport([0, 0, 0, 0, 0], prompts, random, given);
      found += winningPrompts.filter(({ prompt }) => Number(prompt.slice(1)) <= planted).length;
    }
    const share = found / (draws * planted);
    missed ||= share < 0.5;
    row([
      `${planted} of ${prompts} prompts won by 90 % against 10 %: listed`,
      `${(100 * share).toFixed(1)} %`,
      "",
      "",
      "",
    ]);
  }
}

function moves(): void {
  console.log(
    "\nWhat moved between two reports, and tags that are said to stand out: reports that say something false.",
  );
  row(["", "prompts", "assistants", "competitors", "parts", "tags"]);
  for (const moved of [0, 2])
    for (const [prompts, engines, runs] of [
      [12, 1, 10],
      [20, 2, 6],
      [50, 3, 4],
    ] as const) {
      const found = falseMoves({ prompts, engines, runs, rivals: 5, moved }, draws, random);
      missed ||= Math.max(found.prompts, found.parts) > 0.1 + 2 * Math.sqrt(0.09 / draws);
      missed ||=
        Math.max(found.assistants, found.rivals, found.tags) > 0.05 + 2 * Math.sqrt((0.05 * 0.95) / draws);
      row([
        `${prompts} × ${engines} × ${runs}${moved === 0 ? "" : ", three prompts moved"}`,
        ...[found.prompts, found.assistants, found.rivals, found.parts, found.tags].map(asPercent),
      ]);
    }
}

function gaps(): void {
  console.log(
    "\nA gap to a competitor that has changed: how often its title says that one passed the other.",
  );
  row(["", "false", "true"]);
  for (const [before, after] of [
    [-0.15, -0.02],
    [-0.2, 0],
    [-0.02, 0.15],
    [0.02, 0.2],
    [-0.1, 0.1],
  ] as const)
    for (const reports of [1, 3]) {
      const told = 20 * draws;
      const share = saidPassed({ before, after, reports }, told, random);
      const isPassed = before < 0 && after > 0;
      missed ||= !isPassed && share > 0.05 + 2 * Math.sqrt((0.05 * 0.95) / told);
      const [from, to] = [before, after].map((gap) => Math.round(100 * gap));
      row([
        `from ${from} to ${to} points, seen in ${reports} of ${reports + 8} reports`,
        ...(isPassed ? ["", asPercent(share)] : [asPercent(share), ""]),
      ]);
    }
}

function failures(): void {
  console.log(
    "\nAn assistant loses calls, mostly those that would have missed the brand: what holds the truth, and what is said of a change.",
  );
  row([
    ...["", "level held", "by interval", "change held", "false changes", "cannot be told"],
    ...["false prompts", "false parts"],
  ]);
  const least = 0.93 - 2 * Math.sqrt((0.93 * 0.07) / draws);
  for (const series of [
    { prompts: 20, engines: 2, runs: 3, odds: 0 },
    { prompts: 12, engines: 1, runs: 5, odds: -0.5 },
    { prompts: 50, engines: 3, runs: 2, odds: -1 },
    { prompts: 20, engines: 3, runs: 10, odds: 0.3 },
  ])
    for (const lost of [
      [0, 0.25],
      [0.25, 0],
      [0.25, 0.25],
      [0, 0.05],
      [0, 0.5],
    ] as const)
      for (const change of [0, 0.15]) {
        const found = failingClaims({ series, lost, loses: "misses", change }, draws, random);
        missed ||= found.level < least || found.change < least;
        missed ||= Math.max(found.prompts, found.parts) > 0.1 + 2 * Math.sqrt(0.09 / draws);
        row([
          `${series.prompts} × ${series.engines} × ${series.runs}, ${lost.map((each) => 100 * each).join(" then ")} % lost, ${100 * change} points`,
          ...[found.level, found.byInterval, found.change, found.alarms, found.withheld].map(asPercent),
          ...[found.prompts, found.parts].map(asPercent),
        ]);
      }
  const few = {
    series: { prompts: 20, engines: 2, runs: 3, odds: 0 },
    loses: "misses",
    change: 0.15,
  } as const;
  const { withheld } = failingClaims({ ...few, lost: [0.02, 0.02] }, draws, random, 0.02);
  missed ||= withheld > 0.01;
  row(["no more than 2 % lost in either, 15 points", "", "", "", "", asPercent(withheld)]);
}

function wordings(): void {
  console.log(
    "\nSeveral prompts ask one question: how often the interval holds the truth, and its width beside an oracle's.",
  );
  row(["", "lowest", "mean", "width", "goal: held"]);
  for (const recognized of [true, false])
    for (const wordings of [1, 2, 4])
      for (const questions of [5, 10, 25]) {
        const cells = [
          [0.1, 0.2],
          [0.3, 0.1],
          [0.3, 0.4],
          [0.5, 0.2],
        ].map(([rate, correlation]) => {
          const world = {
            questions,
            wordings,
            answers: 6,
            rate: rate!,
            correlation: correlation!,
            recognized,
          };
          return wordedCoverage(world, draws, random);
        });
        const sum = (of: (cell: (typeof cells)[number]) => number) =>
          cells.reduce((total, cell) => total + of(cell), 0);
        const mean = sum(({ share }) => share) / cells.length;
        const width = sum((cell) => cell.width) / sum((cell) => cell.oracle);
        const goal = recognized || wordings === 1;
        missed ||= goal && (mean < 0.92 || width > (questions < 10 ? 1.15 : 1.1));
        row([
          `${questions} questions in ${wordings}${recognized ? "" : ", not recognized"}`,
          ...[Math.min(...cells.map(({ share }) => share)), mean].map(asPercent),
          ...[width.toFixed(2), goal ? "≥ 92 %" : ""],
        ]);
      }
}

function days(): void {
  console.log("\nHow often the next run over the same prompts lies where the newest report expects it.");
  row(["", "rate", "visibility", "asking again", "half width"]);
  const least = 0.93 - 2 * Math.sqrt((0.93 * 0.07) / draws);
  for (const series of [
    { prompts: 20, engines: 2, runs: 3, odds: 0 },
    { prompts: 12, engines: 1, runs: 5, odds: -0.5 },
    { prompts: 50, engines: 3, runs: 2, odds: -1 },
    { prompts: 20, engines: 2, runs: 10, odds: 0.3 },
  ])
    for (const [name, deviation, carried] of [
      ["quiet", 0, 0],
      [".25", 0.25, 0],
      [".25, carried by .8", 0.25, 0.8],
    ] as const)
      for (const reports of [1, 5, 9]) {
        const found = expectedRuns({ series, deviation, carried, reports }, draws, random);
        missed ||= reports >= 5 && Math.min(found.rate, found.visibility) < least;
        row([
          `${series.prompts} × ${series.engines} × ${series.runs}, days ${name}, ${reports} reports`,
          ...[found.rate, found.visibility, found.again, found.half].map(asPercent),
        ]);
      }
}
