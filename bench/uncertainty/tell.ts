/**
 * What the watches of a project tell: messages in a year in which nothing changes, with the usual two watches and with ten, read
 * weekly and daily, on quiet and on restless days, also where days carry over; and how often a shift of 15 points is told by the
 * fourth report after it, with 8 and with 20 reports before. Reports are drawn answer by answer, seeded, for a brand and five
 * rivals whose namings depend on each other; the figures come from the product's own scoring. Some of these years are told by an embedded
 * store too, as a server judges, records and remembers them, and must be told alike. The argument is how many years. Ends with 1 where a goal
 * is missed.
 */

import { sql } from "kysely";
import { chanceOfChange } from "../../src/figures/planning/power.ts";
import type { TrendPoint } from "../../src/figures/report.ts";
import type { DatedPoint } from "../../src/figures/trend.ts";
import type { Rhythm } from "../../src/figures/watching/changepoints.ts";
import { gapTo, nearestRival, ownRate, rivalRate } from "../../src/figures/watching/quantity.ts";
import { watchSeries } from "../../src/figures/watching/shifts.ts";
import { rememberedOf, type ToldChange, tellingsOf } from "../../src/figures/watching/telling.ts";
import { usualWatches, type Watch, watchKey } from "../../src/figures/watching/watch.ts";
import { userOf } from "../../src/server/accounts/users.ts";
import { type Db, json } from "../../src/server/db/db.ts";
import { openMemoryStore } from "../../src/server/db/open.ts";
import { transaction } from "../../src/server/db/transaction.ts";
import { newId } from "../../src/server/kernel/id.ts";
import { createLog } from "../../src/server/kernel/log.ts";
import { insertProject } from "../../src/server/projects/projects.ts";
import { type EndingReport, recordTellings } from "../../src/server/projects/watches/tellings.ts";
import { putWatches } from "../../src/server/projects/watches/watches.ts";
import { judgeWatches } from "../../src/server/reports/watched-changes.ts";
import { insertWebhook } from "../../src/server/telling/destinations/webhooks.ts";
import { logistic, normal, seeded } from "../noise/random.ts";

const years = Number(process.argv[2] ?? 100);
const random = seeded(101);
const perYear: Record<Rhythm, number> = { daily: 365, weekly: 52 };
const dayMs = 86_400_000;

interface World {
  /** Deviation of a day's influence in log-odds, and how much of it carries over. */
  day: number;
  carried: number;
}
const uniform = 1 / Math.sqrt(3);
const worlds: [string, World][] = [
  ["quiet days", { day: 0, carried: 0 }],
  ["days of up to .1", { day: 0.1 * uniform, carried: 0 }],
  ["days of up to .25", { day: 0.25 * uniform, carried: 0 }],
  ["days of .25 that carry over by .8", { day: 0.25 * uniform, carried: 0.8 }],
];

/** Prompts × 2 assistants × 3 runs. */
const [engines, runs] = [2, 3];
const usualPrompts = 20;
const odds = [-0.4, -0.5, 0.3, -1, -1.5, -2];

/** A project: the log-odds of each brand in each cell. */
const projectOf = (prompts: number): number[][] =>
  Array.from({ length: prompts * engines }, () => odds.map((each) => each + 1.2 * normal(random)));

/** One report's point: every answer has a mood that moves all brands alike, so that namings go together. */
function pointOf(cells: readonly (readonly number[])[], day: readonly number[], lift: number): TrendPoint {
  const answers = cells.length * runs;
  const named = odds.map(() => 0);
  const again = { rate: odds.map(() => 0), gap: odds.map(() => 0) };
  for (const cell of cells) {
    const counts = odds.map(() => 0);
    const both = odds.map(() => 0);
    for (let run = 0; run < runs; run += 1) {
      const mood = 0.7 * normal(random);
      const is = cell.map((each, brand) =>
        random() < logistic(each + mood + day[brand]! + (brand === 0 ? lift : 0)) ? 1 : 0,
      );
      is.forEach((one, brand) => {
        counts[brand]! += one;
        both[brand]! += one * is[0]!;
      });
    }
    const within = (products: number, one: number, other: number) =>
      (products - (one * other) / runs) * (runs / (runs - 1));
    counts.forEach((count, brand) => {
      named[brand]! += count;
      again.rate[brand]! += within(count, count, count);
      again.gap[brand]! +=
        within(counts[0]!, counts[0]!, counts[0]!) +
        within(count, count, count) -
        2 * within(both[brand]!, counts[0]!, count);
    });
  }
  const rate = named[0]! / answers;
  const half = 1.96 * Math.sqrt(Math.max(again.rate[0]!, 0.25) / answers ** 2);
  return {
    appearanceRate: rate,
    appearanceRateCiSamePrompts: [rate - half, rate + half],
    ...{ answers, prompts: cells.length / engines, promptSet: "one", providers: [], surfaces: [] },
    competitors: odds.slice(1).map((_, at) => ({
      name: `r${at + 1}`,
      appearanceRate: named[at + 1]! / answers,
      visibilityScore: null,
      again: {
        rate: Math.max(again.rate[at + 1]!, 0.25) / answers ** 2,
        gap: Math.max(again.gap[at + 1]!, 0.25) / answers ** 2,
      },
    })),
  } as unknown as TrendPoint;
}

function seriesOf(
  world: World,
  rhythm: Rhythm,
  reports: number,
  { shiftAt = reports, lift = 0, prompts = usualPrompts } = {},
): DatedPoint[] {
  const cells = projectOf(prompts);
  let day = odds.map(() => normal(random) * world.day);
  const step = rhythm === "daily" ? dayMs : 7 * dayMs;
  return Array.from({ length: reports }, (_, at): DatedPoint => {
    day = day.map(
      (each) => world.carried * each + Math.sqrt(1 - world.carried ** 2) * world.day * normal(random),
    );
    return {
      reportId: String(at),
      measuredAt: new Date(Date.UTC(2026, 0, 1) + at * step).toISOString(),
      ...{ reading: 1, methodVersion: "1" },
      point: pointOf(cells, day, at >= shiftAt ? lift : 0),
    };
  });
}

const more = (of: Watch["of"], competitor: string): Watch => ({ ...usualWatches[0]!, of, competitor });
/** The usual two, four more gaps, and four competitors. */
const ten: readonly Watch[] = [
  ...usualWatches,
  ...["r2", "r3", "r4", "r5"].map((name) => more("gap", name)),
  ...["r1", "r2", "r3", "r4"].map((name) => more("competitor", name)),
];

/** What is told, report by report; a report looks back 400 days. */
function messagesOf(points: readonly DatedPoint[], watches: readonly Watch[]) {
  const told = new Map<string, ToldChange>();
  const messages: { at: number; watch: Watch; kind: "detected" | "cleared"; change: ToldChange }[] = [];
  for (let at = 0; at < points.length; at += 1) {
    const seen = points.slice(0, at + 1);
    const { measuredAt, reportId } = points[at]!;
    for (const watch of watches) {
      const competitor =
        watch.of === "brand" ? null : (watch.competitor ?? nearestRival(seen.map(({ point }) => point))!);
      const quantity =
        competitor === null ? ownRate : watch.of === "gap" ? gapTo(competitor) : rivalRate(competitor);
      const { current, rhythm } = watchSeries(seen, quantity);
      const judged = { watch, competitor, series: { current, rhythm } };
      const key = watchKey(watch);
      const judgedAt = points[at - 1]?.measuredAt ?? null;
      const moment = { watches: watches.length, at: measuredAt, reportId, newId: `${key} ${at}`, judgedAt };
      const tellings = tellingsOf(judged, told.get(key), moment);
      const remembered = rememberedOf(judged, told.get(key), tellings);
      if (remembered) told.set(key, remembered);
      messages.push(...tellings.map(({ kind, change }) => ({ at, watch, kind, change })));
    }
  }
  return messages;
}

const row = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, at) => String(cell).padEnd(at === 0 ? 36 : 16)).join(""));
let missed = false;

console.log(
  `Told in a project-year without a change, ${years} years a row (daily: ${Math.ceil(years / 5)}); goal 1.`,
);
row(["", "weekly, 2", "with what ends", "weekly, 10", "daily, 2", "daily, 10"]);
for (const [name, world] of worlds) {
  const perYearOf = (rhythm: Rhythm, watches: readonly Watch[], count: number) => {
    let [detected, all] = [0, 0];
    for (let year = 0; year < count; year += 1) {
      const messages = messagesOf(seriesOf(world, rhythm, perYear[rhythm]), watches);
      detected += messages.filter(({ kind }) => kind === "detected").length;
      all += messages.length;
    }
    return { detected: detected / count, all: all / count };
  };
  const few = Math.ceil(years / 5);
  const found = [
    perYearOf("weekly", usualWatches, years),
    perYearOf("weekly", ten, Math.ceil(years / 2)),
    perYearOf("daily", usualWatches, few),
    perYearOf("daily", ten, Math.ceil(few / 2)),
  ];
  missed ||= found.some(({ detected }) => detected > 1);
  const [weekly, ...others] = found;
  row([
    name,
    ...[weekly!.detected, weekly!.all, ...others.map(({ detected }) => detected)].map((each) =>
      each.toFixed(2),
    ),
    found.some(({ detected }) => detected > 1) ? "missed" : "",
  ]);
}

/** Log-odds that lower the mean rate by some 15 points. */
const lift = -0.9;
const after = 4;
const meanOf = (points: readonly DatedPoint[]): number =>
  points.reduce((sum, { point }) => sum + point.appearanceRate!, 0) / points.length;

/** How often a fall is told by the fourth report after it, and how large it is. */
function toldOf(world: World, before: number, prompts: number, watches: readonly Watch[]) {
  let [told, size] = [0, 0];
  for (let draw = 0; draw < years; draw += 1) {
    const points = seriesOf(world, "weekly", before + after, { shiftAt: before, lift, prompts });
    size += meanOf(points.slice(before)) - meanOf(points.slice(0, before));
    const isTold = messagesOf(points, watches).some(
      ({ at, watch, kind, change }) =>
        at >= before && watch.of === "brand" && kind === "detected" && change.direction === "down",
    );
    if (isTold) told += 1;
  }
  return { told: told / years, size: size / years };
}

/** The fewest prompts with which the planner promises to find 15 points in four cases of five. */
function plannedPrompts(before: number): number {
  const [report] = seriesOf(worlds[0]![1], "weekly", 1, { prompts: 400 });
  const { appearanceRate: rate, appearanceRateCiSamePrompts: interval, answers } = report!.point;
  const asked = ((interval![1] - interval![0]) / (2 * 1.96)) ** 2;
  const reasking = (asked * answers) / (rate! * (1 - rate!));
  let prompts = 2;
  const test = {
    rate: rate!,
    reasking,
    topics: usualPrompts,
    earlierReports: before,
    rhythm: "weekly",
    days: 0,
  } as const;
  while (chanceOfChange({ ...test, asks: prompts * engines * runs }, 0.15) < 0.8) prompts += 1;
  return prompts;
}

console.log(
  "\n15 points told by the fourth report after the shift, weekly; goal 80 % on quiet days, also as planned.",
);
row(["", "prompts", "2 watches", "10 watches", "size, points"]);
for (const [name, world] of worlds.slice(0, 3))
  for (const before of [8, 20])
    for (const prompts of world.day === 0 ? [usualPrompts, plannedPrompts(before)] : [usualPrompts]) {
      const [two, many] = [usualWatches, ten].map((watches) => toldOf(world, before, prompts, watches));
      const isMissed = world.day === 0 && two!.told < 0.8;
      missed ||= isMissed;
      row([
        `${name}, ${before} reports before`,
        prompts,
        ...[two!, many!].map(({ told }) => `${(100 * told).toFixed(0)} %`),
        (100 * two!.size).toFixed(1),
        isMissed ? "missed" : "",
      ]);
    }
/** A message as the store holds it. */
interface StoredMessage {
  /** When the answers were given of the report that it is told by. */
  at: string;
  kind: "detected" | "cleared";
  watch: Watch;
  change: ToldChange;
}

/** What a server tells of a project in which these reports end one after the other: judged, recorded and remembered as it does it. */
async function toldInStore(
  db: Db,
  organizationId: string,
  points: readonly DatedPoint[],
  watches: readonly Watch[],
): Promise<StoredMessage[]> {
  const names = points[0]!.point.competitors.map(({ name }) => name);
  const brand = "Acme";
  const { id: projectId } = await insertProject(db, {
    ...{ id: newId(), organizationId, name: brand, brand, brandAliases: [], about: null, domain: null },
    ...{ websiteUrl: null, providers: null, samples: 1, until: null, monthlySpendUsd: null },
    competitors: names.map((name) => ({ name, aliases: [], domain: null, slug: name })),
    ...{ schedule: "off", country: "US", language: "en", timezone: "UTC", workspaceId: null },
    now: new Date(points[0]!.measuredAt),
  });
  await putWatches(db, projectId, watches);
  // Nothing is recorded where nobody wants to know.
  const terms = { name: null, kind: "slack", projectId, types: null, quotes: false, sealed: "" } as const;
  await insertWebhook(db, { ...terms, id: newId(), organizationId, userId: organizationId }, new Date(0));
  const brands = [brand, ...names].map((name) => ({ name, aliases: [], domains: [], about: null }));
  const [own, ...rivals] = brands;
  const tracked = { own, rivals } as unknown as EndingReport["brands"];
  for (const { measuredAt, methodVersion, point } of points) {
    const id = newId();
    const ending: EndingReport = {
      ...{ organizationId, projectId, id, source: "main", sandbox: false, brands: tracked, point },
      ...{ createdAt: measuredAt, measuredAt, methodVersion },
    };
    const parts = { db, parsing: null as never, now: () => new Date(measuredAt), log: createLog("error") };
    const judged = await judgeWatches(parts, ending);
    await transaction(db, async (db) => {
      await sql`
        insert into reports (project_id, id, user_id, type, source, status, brands, run, input_hash, pending, jobs_total,
          jobs_done, created_at, settled_at, measured_at)
        values (${projectId}, ${id}, ${organizationId}, 'analysis', 'main', 'completed', '{}', '{}', '', 0, 1, 1,
          ${measuredAt}, ${measuredAt}, ${measuredAt})`.execute(db);
      await sql`
        insert into trend_points (project_id, report_id, source, sandbox, measured_at, brand, method_version, reading, point)
        values (${projectId}, ${id}, 'main', false, ${measuredAt}, ${brand}, ${methodVersion}, 1, ${json(point)})`.execute(
        db,
      );
      await recordTellings(db, ending, judged, new Date(measuredAt));
    });
  }
  const { rows } = await sql<{ facts: StoredMessage }>`
    select facts from events where organization_id = ${organizationId} and project_id = ${projectId}
      and type like 'change.%' order by queued_at`.execute(db);
  return rows.map(({ facts: { at, kind, watch, change } }) => ({ at, kind, watch, change }));
}

console.log("\nThe same as a server tells it, from its store: messages, and those that differ.");
row(["", "reports", "messages", "differ"]);
{
  await using store = await openMemoryStore();
  const { id: organizationId } = await userOf(
    store.db,
    { issuer: "bench", subject: "bench", email: null },
    new Date(0),
  );
  const told = async (name: string, count: number, drawn: () => DatedPoint[], watches: readonly Watch[]) => {
    let [reports, messages, differ] = [0, 0, 0];
    for (let draw = 0; draw < count; draw += 1) {
      const points = drawn();
      const expected = messagesOf(points, watches).map(({ at, watch, kind, change }) =>
        JSON.stringify([points[at]!.measuredAt, kind, watchKey(watch), change.since, change.competitor]),
      );
      const found = (await toldInStore(store.db, organizationId, points, watches)).map(
        ({ at, kind, watch, change }) =>
          JSON.stringify([at, kind, watchKey(watch), change.since, change.competitor]),
      );
      reports += points.length;
      messages += found.length;
      differ += [...expected, ...found].filter(
        (one) => !expected.includes(one) || !found.includes(one),
      ).length;
    }
    missed ||= differ > 0;
    row([name, reports, messages, differ > 0 ? `${differ}, missed` : differ]);
  };
  const few = Math.ceil(years / 4);
  const [quiet, restless] = [worlds[0]![1], worlds[2]![1]];
  const fallen = () => seriesOf(quiet, "weekly", 52, { shiftAt: 20, lift });
  await told("weekly, nothing changes", few, () => seriesOf(restless, "weekly", 52), usualWatches);
  await told("weekly, a fall of 15 points", few, fallen, usualWatches);
  await told("the same, 10 watches", Math.ceil(few / 2), fallen, ten);
  await told(
    "daily, nothing changes",
    Math.ceil(few / 10),
    () => seriesOf(restless, "daily", 365),
    usualWatches,
  );
}
process.exitCode = missed ? 1 : 0;
