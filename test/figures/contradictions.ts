import { competitorSignal } from "../../src/figures/brief/sentence.ts";
import { effectOf } from "../../src/figures/effect/effect.ts";
import {
  countList,
  figureList,
  type Metrics,
  noMetrics,
  rangeOf,
} from "../../src/figures/metrics/metric-table.ts";
import { standingOf } from "../../src/figures/metrics/rank-range.ts";
import { gradeOf } from "../../src/figures/planning/grade.ts";
import { type ScoredReport, scoreReport } from "../../src/figures/report.ts";
import { changeBetween } from "../../src/figures/uncertainty/change.ts";
import { confidenceOf, type Interval } from "../../src/figures/uncertainty/interval.ts";
import type { RandomReports } from "./random-report.ts";

/** Sums of fractions are equal if they differ by less than this. */
const alike = 1e-9;
const suffixes = ["Ci", "CiSamePrompts", "ExpectedNext"] as const;

/** Says what does not fit. */
type Blame = (fault: string) => void;

/** What the figures of two reports say that cannot be, or that contradicts another; empty if all of them agree. */
export function contradictions({ tracked, before, after }: RandomReports): string[] {
  const faults: string[] = [];
  const [earlier, later] = [scoreReport(before, tracked), scoreReport(after, tracked)];
  const brands = tracked.rivals.length + 1;
  for (const report of [earlier, later]) {
    for (const [where, metrics] of metricsIn(report)) {
      const blame: Blame = (fault) => faults.push(`${where}: ${fault}`);
      agreeWithThemselves(metrics, brands, blame);
      agreeWithAppearance(metrics, brands, blame);
    }
    agreeAmongBrands(report, (fault) => faults.push(fault));
    agreeOnPrompts(report, (fault) => faults.push(fault));
    agreeOnPlaces(report, (fault) => faults.push(fault));
    agreeInWords(report, (fault) => faults.push(fault));
    agreeAmongSources(report, (fault) => faults.push(fault));
    agreeWithGrade(report, (fault) => faults.push(fault));
  }
  agreeOverTime(earlier, later, (fault) => faults.push(fault));
  return faults;
}

function metricsIn({ metrics, branded, competitors, providers, prompts, rivals }: ScoredReport) {
  return [
    ["own", metrics],
    ["branded", branded ?? noMetrics],
    ...competitors.map((rival) => [rival.name, rival]),
    ...providers.map((each) => [each.provider, each]),
    ...prompts.map((each) => [`prompt ${each.prompt}`, each.metrics]),
    ...rivals.flatMap(({ name, providers }) => providers.map((each) => [`${name} ${each.provider}`, each])),
  ] as [string, Metrics][];
}

/** Each figure is in its range and in its intervals; it is null only if nothing was measured. */
function agreeWithThemselves(metrics: Metrics, brands: number, blame: Blame): void {
  for (const [name] of countList)
    if (!Number.isInteger(metrics[name]) || metrics[name] < 0) blame(`${name} is no count`);
  for (const [name, { unit, over }] of figureList) {
    const value = metrics[name];
    if ((value === null) !== (metrics[over] === 0)) blame(`${name} is ${value} over ${metrics[over]}`);
    if ((value === null) !== (metrics[`${name}Ci`] === null)) blame(`${name} stands without its interval`);
    if ((metrics[`${name}CiSamePrompts`] === null) !== (metrics[`${name}ExpectedNext`] === null))
      blame(`${name} knows only half of these prompts`);
    if (value === null) continue;
    const range = rangeOf(unit, { brands });
    for (const suffix of suffixes) {
      const interval = metrics[`${name}${suffix}`];
      if (interval && !contains(interval, value))
        blame(`${name}${suffix} [${interval}] is not around ${value}`);
      if (interval && !isWithin(interval, range)) blame(`${name}${suffix} [${interval}] leaves its range`);
    }
    const [wide, narrow] = [metrics[`${name}Ci`], metrics[`${name}CiSamePrompts`]];
    if (wide && narrow && !isWithin(narrow, wide))
      blame(`${name} over these prompts [${narrow}] leaves that over prompts like them [${wide}]`);
  }
  const { answers, mentions, answersFailed, effectiveAnswers, confidence } = metrics;
  if ((effectiveAnswers === null) !== (answers === 0)) blame("no one knows what the answers are worth");
  if (effectiveAnswers !== null && confidence !== confidenceOf(effectiveAnswers)) blame(`is ${confidence}`);
  if (answersFailed > 0) return;
  if (effectiveAnswers !== null && !(effectiveAnswers > 0 && effectiveAnswers <= answers + alike))
    blame(`${answers} answers are worth ${effectiveAnswers}`);
  const isTold = Math.min(mentions, answers - mentions) >= 10;
  if (isTold !== (metrics.appearanceRateCiSamePrompts !== null))
    blame(`these prompts are withheld at ${mentions} of ${answers}`);
}

/** No interval rules out what that of the appearance rate allows, nor the other way round. */
function agreeWithAppearance(metrics: Metrics, brands: number, blame: Blame): void {
  const { appearanceRate: rate, appearanceRateCi: interval, shareOfVoice } = metrics;
  if (rate === null || interval === null) return;
  const last = 100 / Math.log2(1 + brands);
  for (const suffix of suffixes) {
    const appearance = metrics[`appearanceRate${suffix}`];
    const visibility = metrics[`visibilityScore${suffix}`];
    const recommended = metrics[`recommendedRate${suffix}`];
    if (!appearance) continue;
    for (const end of [0, 1] as const) {
      const [least, most] = [last * appearance[end], 100 * appearance[end]];
      if (visibility && (visibility[end] < least - alike * 100 || visibility[end] > most + alike * 100))
        blame(`visibility${suffix} [${visibility}] beside appearance [${appearance}]`);
      if (recommended && recommended[end] > appearance[end] + alike)
        blame(`recommended${suffix} [${recommended}] beside appearance [${appearance}]`);
    }
  }
  const [isNone, isAll] = [metrics.mentions === 0, rate === 1];
  if ((interval[0] === 0) !== isNone) blame(`${rate} has a rate from ${interval[0]}`);
  if ((interval[1] === 1) !== isAll) blame(`${rate} has a rate to ${interval[1]}`);
  if (isNone && (shareOfVoice ?? 0) > 0) blame(`a voice without a mention`);
  const bounds = metrics.appearanceRateBounds;
  if (bounds && !contains(bounds, rate)) blame(`[${bounds}] around ${rate}`);
}

/** Brands share out what is said, and a lead is the difference of two figures. */
function agreeAmongBrands({ metrics, competitors }: ScoredReport, blame: Blame): void {
  const all = [metrics, ...competitors];
  const shares = all.map(({ shareOfVoice }) => shareOfVoice);
  const total = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  if (metrics.mentionsTracked > 0 ? Math.abs(total - 1) > alike : shares.some((share) => share !== null))
    blame(`shares of voice are ${shares}`);
  if (all.length === 2 && metrics.shareOfVoiceCi) {
    const [low, high] = competitors[0]!.shareOfVoiceCi!;
    const [ownLow, ownHigh] = metrics.shareOfVoiceCi;
    if (Math.abs(ownLow - (1 - high)) > 1e-4 || Math.abs(ownHigh - (1 - low)) > 1e-4)
      blame(`of two brands one has [${metrics.shareOfVoiceCi}] of the voice, the other [${[low, high]}]`);
  }
  for (const { name, lead, ...rival } of competitors) {
    if ((lead === null) !== metrics.prompts < 2) blame(`the lead of ${name} over ${metrics.prompts} prompts`);
    for (const [figure, most] of [
      ["appearanceRate", 1],
      ["visibilityScore", 100],
    ] as const) {
      if (!lead) continue;
      const [value, interval] = [lead[figure], lead[`${figure}Ci`]];
      if (Math.abs(value - (rival[figure]! - metrics[figure]!)) > alike * most)
        blame(`${name} leads by ${value}`);
      if (!contains(interval, value) || !isWithin(interval, [-most, most]))
        blame(`${name} leads by [${interval}]`);
      if (lead[`${figure}BeyondNoise`] && contains(interval, 0)) blame(`${name} leads beyond noise`);
    }
  }
}

/** Who is said to be ahead on a prompt: in the lists of the report, and in those of each competitor. */
function agreeOnPrompts(
  { winningPrompts, losingPrompts, prompts, rivals }: ScoredReport,
  blame: Blame,
): void {
  const keysOf = (list: readonly { promptKey: string }[]) => new Set(list.map(({ promptKey }) => promptKey));
  const [won, lost] = [keysOf(winningPrompts), keysOf(losingPrompts)];
  for (const key of won) if (lost.has(key)) blame(`${key} is won and lost`);
  for (const { name, promptsWon, promptsLost } of rivals) {
    const theirs = keysOf(promptsWon);
    for (const key of theirs) if (won.has(key)) blame(`${key} is won by ${name} and by the brand`);
    for (const { promptKey: key } of promptsLost) if (theirs.has(key)) blame(`${name} wins and loses ${key}`);
  }
  for (const { promptKey: key, bestCompetitor } of losingPrompts) {
    const best = rivals.find(({ name }) => name === bestCompetitor);
    if (best && !keysOf(best.promptsWon).has(key))
      blame(`${key} is lost to ${best.name}, who has not won it`);
  }
  for (const { promptKey: key, bestCompetitor } of prompts) {
    const best = rivals.find(({ name }) => name === bestCompetitor);
    if (won.has(key) && best && keysOf(best.promptsWon).has(key)) blame(`${key} is won beside ${best.name}`);
    if (bestCompetitor !== null && !best) blame(`${bestCompetitor} is no competitor`);
  }
}

/** A place among brands leaves out those, and only those, that are said to be ahead or behind. */
function agreeOnPlaces({ metrics, competitors }: ScoredReport, blame: Blame): void {
  const standing = standingOf(metrics, competitors);
  if (!standing) return;
  const ahead = competitors.filter(
    ({ lead }) => lead?.visibilityScoreBeyondNoise && lead.visibilityScore > 0,
  );
  const behind = competitors.filter(
    ({ lead }) => lead?.visibilityScoreBeyondNoise && lead.visibilityScore < 0,
  );
  const { from, to, of } = standing;
  if (from !== 1 + ahead.length || to !== of - behind.length)
    blame(`between ${from} and ${to} of ${of} with ${ahead.length} ahead and ${behind.length} behind`);
}

/** What may be noise is not said beside a range that leaves out 0, unless that is of one comparison alone. */
function agreeInWords(report: ScoredReport, blame: Blame): void {
  const { sentence } = competitorSignal("Acme", report) ?? {};
  const range = /(may be noise|more than the noise) \(95% interval [a-z ]+ (\S+) to (\S+)\)/.exec(
    sentence ?? "",
  );
  if (!range) return;
  const [low, high] = range.slice(2).map((end) => Number(end.replace("−", "-"))) as [number, number];
  if ((range[1] === "may be noise") !== (low <= 0 && 0 <= high)) blame(`${sentence}`);
}

function agreeAmongSources({ sources, rivals }: ScoredReport, blame: Blame): void {
  for (const list of [sources.domains, ...rivals.map((rival) => rival.sources)]) {
    for (const { domain, citations, citationsTotal, ...shares } of list) {
      const { citationShare, citationShareCi: interval, wordShare, wordShareAnswers } = shares;
      if (citationShare !== citations / citationsTotal) blame(`${domain} is cited in ${citationShare}`);
      if (!interval || !contains(interval, citationShare) || !isWithin(interval, [0, 1]))
        blame(`${domain} has [${interval}] around ${citationShare}`);
      if ((wordShare === null) !== (wordShareAnswers === 0)) blame(`${domain} has the words ${wordShare}`);
      const words = shares.wordShareCi ?? null;
      if (wordShare !== null && !(words && contains(words, wordShare) && isWithin(words, [0, 1])))
        blame(`${domain} has the words [${words}] around ${wordShare}`);
    }
    const total = list.reduce((sum, { citationShare }) => sum + citationShare, 0);
    if (total > 1 + alike) blame(`citation shares add up to ${total}`);
  }
}

function agreeWithGrade(report: ScoredReport, blame: Blame): void {
  const { metrics } = report;
  const grade = gradeOf(report, { costPerAsk: null, mostAsks: 20_000 });
  if ((grade === null) !== (metrics.answers === 0)) blame("the grade is missing");
  if (!grade) return;
  const [low, high] = metrics.appearanceRateCi!;
  if (Math.abs(grade.halfWidth - (high - low) / 2) > alike) blame(`the grade has ±${grade.halfWidth}`);
  if (grade.level === "decision" && (grade.sparse || grade.failing)) blame("a decision on sparse figures");
}

/** A change and an effect lie in their intervals, which leave out 0 exactly if they are called. */
function agreeOverTime(earlier: ScoredReport, later: ScoredReport, blame: Blame): void {
  const calls = { before: earlier.providers, after: later.providers };
  const change = changeBetween(earlier.cells, later.cells, [], null, calls);
  const { direction, appearanceRateDelta: delta, appearanceRateDeltaCi: interval } = change;
  const isJudged = ["up", "down", "flat", "failures_differ"].includes(direction);
  if (isJudged !== (delta !== null) || isJudged !== (interval !== null)) blame(`${direction} by ${delta}`);
  if (delta !== null && interval) called("change", direction, delta, interval, 1, blame);
  const { visibilityScoreDelta: score, visibilityScoreDeltaCi: around } = change;
  if (isJudged !== (score !== null && around !== null)) blame(`${direction} by the score ${score}`);
  if (score !== null && around && !(contains(around, score) && isWithin(around, [-100, 100])))
    blame(`the score changed by ${score} in [${around}]`);
  const keys = later.prompts.slice(0, 2).map(({ promptKey }) => promptKey);
  const effect = effectOf(
    { before: [earlier.cells], after: [later.cells] },
    { promptKeys: keys, controlKeys: null, smallestWorth: 0.1 },
  );
  if ((effect.delta === null) !== (effect.deltaCi === null)) blame(`${effect.verdict} without its interval`);
  // A difference of two differences of rates.
  if (effect.delta !== null) called("effect", effect.verdict, effect.delta, effect.deltaCi!, 2, blame);
}

function called(
  what: string,
  verdict: string,
  delta: number,
  interval: Interval,
  most: number,
  blame: Blame,
): void {
  if (!contains(interval, delta) || !isWithin(interval, [-most, most]))
    blame(`${what} ${delta} in [${interval}]`);
  const expected = interval[0] > 0 ? "up" : interval[1] < 0 ? "down" : null;
  if ((verdict === "up" || verdict === "down" ? verdict : null) !== expected)
    blame(`${what} is ${verdict} with [${interval}]`);
}

const contains = ([low, high]: Readonly<Interval>, value: number): boolean => low <= value && value <= high;

const isWithin = ([low, high]: Readonly<Interval>, [least, most]: Readonly<Interval>): boolean =>
  least <= low && high <= most && low <= high;
