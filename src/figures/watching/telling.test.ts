import assert from "node:assert/strict";
import { test } from "node:test";
import type { TrendPoint } from "../report.ts";
import type { DatedPoint } from "../trend.ts";
import { watchTerms } from "./changepoints.ts";
import { gapTo, nearestRival } from "./quantity.ts";
import { watchSeries } from "./shifts.ts";
import { knownBefore, rememberedOf, type ToldChange, tellBound, tellingsOf } from "./telling.ts";
import { usualWatches, type Watch } from "./watch.ts";

const [ofBrand] = usualWatches;
const deviation = 0.035;

/** Weekly reports with these rates of the brand and of a rival. */
const seriesOf = (rates: readonly number[], rival: readonly number[] = []): DatedPoint[] =>
  rates.map((rate, week) => ({
    reportId: `r${week}`,
    measuredAt: new Date(Date.UTC(2026, 0, 1 + 7 * week)).toISOString(),
    ...{ reading: 1, methodVersion: "1" },
    point: {
      appearanceRate: rate,
      appearanceRateCiSamePrompts: [rate - 1.96 * deviation, rate + 1.96 * deviation],
      ...{ answers: 200, prompts: 20, promptSet: "one", providers: [], surfaces: [] },
      competitors: [{ name: "Bolt", appearanceRate: rival[week] ?? 0.3, visibilityScore: null }],
    } as unknown as TrendPoint,
  }));

const usual = [0.4, 0.43, 0.38, 0.41, 0.39, 0.42, 0.4, 0.37, 0.43, 0.4];
const fallen = [0.2, 0.22, 0.19, 0.21, 0.2, 0.22];

/** What is told report by report, as "detected 11" for the eleventh. */
function told(
  points: readonly DatedPoint[],
  terms: Partial<Watch> = {},
  { watches = 2, from = 0, known = undefined as ToldChange | undefined, skipped = [] as number[] } = {},
) {
  const watch = { ...ofBrand!, ...terms };
  const messages: string[] = [];
  let memory = known;
  let judgedAt: string | null = null;
  for (let at = from; at < points.length; at += 1) {
    const { current, rhythm } = watchSeries(points.slice(0, at + 1));
    const judged = { watch, competitor: null, series: { current, rhythm } };
    const { measuredAt, reportId } = points[at]!;
    const moment = { watches, at: measuredAt, reportId, newId: `${at}`, judgedAt };
    if (skipped.includes(at + 1)) continue;
    judgedAt = measuredAt;
    const tellings = tellingsOf(judged, memory, moment);
    memory = rememberedOf(judged, memory, tellings);
    for (const telling of tellings)
      messages.push(`${telling.kind}${telling.kind === "cleared" ? ` ${telling.because}` : ""} ${at + 1}`);
  }
  return { messages, memory };
}

test("a shift is told once, by the report that makes it sure, and its end once", () => {
  const { messages, memory } = told(seriesOf([...usual, ...fallen, ...usual]));
  assert.equal(messages.length, 2);
  assert.match(messages[0]!, /^detected 1[12]$/);
  assert.match(messages[1]!, /^cleared returned 1[789]$/);
  assert.equal(memory!.over, true);
});

test("a series that stays where it is, and one whose shift was there before, tell nothing", () => {
  assert.deepEqual(told(seriesOf([...usual, ...usual])).messages, []);
  assert.deepEqual(told(seriesOf([...usual, ...fallen]), {}, { from: 14 }).messages, []);
});

test("what was told is not told again after its report is deleted, or the reports before are read otherwise", () => {
  const { memory } = told(seriesOf([...usual, ...fallen.slice(0, 2)]));
  const again = seriesOf([...usual, ...fallen]);
  const without = again.filter(({ measuredAt }) => measuredAt !== memory!.toldAt);
  assert.deepEqual(told(without, {}, { from: 11, known: memory! }).messages, []);
});

test("a shift that a skipped report made sure is told by the next one, and by none after many", () => {
  const points = seriesOf([...usual, ...fallen, ...fallen]);
  const [first] = told(points).messages;
  const at = Number(first!.split(" ")[1]);
  assert.deepEqual(told(points, {}, { skipped: [at] }).messages, [`detected ${at + 1}`]);
  assert.deepEqual(told(points, {}, { skipped: [at, at + 1, at + 2] }).messages, [`detected ${at + 3}`]);
  const many = Array.from({ length: 8 }, (_, each) => at + each);
  assert.deepEqual(told(points, {}, { skipped: many }).messages, []);
});

test("of a tag with other prompts than before, nothing that was told goes on, and nothing of before is news", () => {
  const { memory } = told(seriesOf([...usual, ...fallen.slice(0, 2)]));
  const change = memory!;
  const judged = { watch: ofBrand!, competitor: null, over: "others", series: watchSeries([]) };
  const stored = { change, judgedAt: change.toldAt, over: "these", reports: 12 };
  assert.deepEqual(knownBefore(judged, stored), { change: { ...change, over: true }, judgedAt: null });
  assert.deepEqual(knownBefore({ ...judged, over: "these" }, stored), { change, judgedAt: change.toldAt });
  const ofBefore = { change, judgedAt: null, over: "", reports: 0 };
  assert.deepEqual(knownBefore(judged, ofBefore), { change, judgedAt: null });
  assert.deepEqual(knownBefore(judged, undefined), { change: undefined, judgedAt: null });
});

test("a shift that is not there any more is told to be over", () => {
  const { memory } = told(seriesOf([...usual, ...fallen.slice(0, 2)]));
  const reread = seriesOf([...usual, 0.4, 0.42, 0.41]);
  assert.deepEqual(told(reread, {}, { from: 12, known: memory! }).messages, ["cleared not_there 13"]);
});

test("a further fall is another change", () => {
  const deeper = [0.03, 0.05, 0.02, 0.04];
  const { messages } = told(seriesOf([...usual, ...fallen, ...deeper]));
  assert.deepEqual(
    messages.map((each) => each.split(" ")[0]),
    ["detected", "detected"],
  );
});

test("only the direction and the size that a watch is about are told", () => {
  const points = seriesOf([...usual, ...fallen]);
  assert.deepEqual(told(points, { direction: "up" }).messages, []);
  assert.deepEqual(told(points, { atLeast: 30 }).messages, []);
  assert.equal(told(points, { direction: "down", atLeast: 15 }).messages.length, 1);
});

test("what was told of the gap to the nearest competitor ends with a word once another is the nearest, but no change is left out for it", () => {
  const gap = { ...usualWatches[1]!, competitor: null };
  const points = seriesOf([...usual, ...fallen]);
  const { current, rhythm } = watchSeries(points);
  const { memory } = told(points, {}, {});
  const open = { ...memory!, competitor: "Bolt", over: false };
  const end = (competitor: string | null, change: ToldChange, watch: Watch = gap) => {
    const { measuredAt: at } = points.at(-1)!;
    const moment = { watches: 2, at, reportId: "r", newId: "n", judgedAt: at };
    return tellingsOf({ watch, competitor, series: { current, rhythm } }, change, moment).map((telling) =>
      telling.kind === "cleared" ? [telling.because, telling.change.competitor] : telling.kind,
    );
  };
  assert.deepEqual(end("Cube", open), [["another_nearest", "Bolt"]]);
  assert.deepEqual(end("Cube", { ...open, over: true }), []);
  assert.deepEqual(end("Bolt", open), []);
  assert.deepEqual(end(null, open), []);
  assert.deepEqual(end("Bolt", { ...open, competitor: null }, ofBrand!), []);
  // The other's reports may begin after that change.
  assert.deepEqual(end("Cube", { ...open, since: "2020-01-01T00:00:00.000Z" }), [
    ["another_nearest", "Bolt"],
  ]);
});

test("where another competitor is the nearest by the report that shows a change of its gap, the end of the one before comes first", () => {
  const gap = { ...usualWatches[1]!, competitor: null };
  const all = seriesOf([...usual, ...fallen]);
  const at = Number(told(all).messages[0]!.split(" ")[1]);
  const points = all.slice(0, at);
  const known = {
    ...told(seriesOf([...usual, ...fallen])).memory!,
    id: "before",
    competitor: "Bolt",
    over: false,
  };
  const { current, rhythm } = watchSeries(points);
  const judged = { watch: gap, competitor: "Cube", series: { current, rhythm } };
  const { measuredAt, reportId } = points.at(-1)!;
  const moment = { watches: 2, at: measuredAt, reportId, newId: "new", judgedAt: null };
  const tellings = tellingsOf(judged, known, moment);
  assert.deepEqual(
    tellings.map(({ kind, change }) => [kind, change.id, change.competitor]),
    [
      ["cleared", "before", "Bolt"],
      ["detected", "new", "Cube"],
    ],
  );
  assert.deepEqual(rememberedOf(judged, known, tellings), tellings[1]!.change);
});

test("where the measurement changed, what was told ends without a word", () => {
  const points = seriesOf([...usual, ...fallen, ...usual]).map((each, at) =>
    at < 16 ? each : { ...each, methodVersion: "2" },
  );
  const { messages, memory } = told(points);
  assert.equal(messages.length, 1);
  assert.equal(memory!.over, true);
});

test("the more watches, the surer each change has to be, and never less than the test itself asks", () => {
  for (const rhythm of ["daily", "weekly"] as const) {
    const bounds = [2, 3, 10, 20].map((watches) => tellBound(rhythm, watches));
    assert.ok(bounds[0]! >= Math.min(...watchTerms[rhythm].bounds));
    assert.deepEqual(
      bounds.toSorted((a, b) => a - b),
      bounds,
    );
    assert.ok(bounds[3]! < bounds[0]! + 1.2);
  }
});

test("the nearest competitor is the one that was nearest before, and its gap is as sure as both figures", () => {
  const points = seriesOf(
    usual,
    usual.map(() => 0.6),
  ).map(({ point }) => ({
    ...point,
    competitors: [
      ...point.competitors,
      { name: "Cube", appearanceRate: 0.35, visibilityScore: null, again: { rate: 0.001, gap: 0.0015 } },
    ],
  })) as TrendPoint[];
  assert.equal(nearestRival(points), "Cube");
  assert.equal(nearestRival([]), null);
  const gap = gapTo("Cube").of(points[0]!)!;
  assert.ok(Math.abs(gap.value - 0.05) < 1e-9);
  assert.equal(gap.variance, 0.0015);
  assert.ok(gapTo("Bolt").of(points[0]!)!.variance > 0.0015);
  assert.equal(gapTo("Nobody").of(points[0]!), null);
});
