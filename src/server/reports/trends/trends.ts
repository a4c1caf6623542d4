import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { dayMs, type Stretch } from "../../../figures/days/calendar.ts";
import type { TrendPoint } from "../../../figures/report.ts";
import type { DatedPoint } from "../../../figures/trend.ts";
import type { CallsOfBoth } from "../../../figures/uncertainty/change.ts";
import { callsOf } from "../../../figures/watching/quantity.ts";
import type { TrackedBrands } from "../../../reader/brand.ts";
import { type Db, json, rfc3339 } from "../../db/db.ts";
import { cacheOfBytes, heldBytes } from "../../db/memory/held-bytes.ts";
import { storableJson } from "../../db/storable.ts";
import {
  hasRealReport,
  isDatedAhead,
  isSameKind,
  isStopped,
  stoppedCode,
} from "../../projects/latest-report.ts";
import type { EndingReport } from "../../projects/watches/tellings.ts";

interface TrendReport {
  projectId: string;
  id: string;
  source: "main" | "custom" | null;
  sandbox: boolean;
  measuredAt: string | null;
}

/** What a point's answers were read for. */
const pointTerms = (brands: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`'terms', md5((${brands} - 'rivals')::text), 'rivalTerms', md5((${brands}->'rivals')::text)`;

/**
 * Stores the trend point of a report for one of its stored readings, in place of the point of an earlier reading.
 */
export async function putTrendPoint(
  db: Db,
  report: TrendReport,
  reading: number,
  point: TrendPoint,
): Promise<void> {
  if (report.source === null || report.measuredAt === null) return;
  await sql`
    insert into trend_points
      (project_id, report_id, source, sandbox, measured_at, brand, method_version, reading, point)
    select project_id, report_id, ${report.source}, ${report.sandbox}, ${report.measuredAt},
      brands->'own'->>'name', method_version, reading,
      ${storableJson(point)}::jsonb || jsonb_build_object(${pointTerms(sql`brands`)}) || coalesce((
        select '{"stopped": true}'::jsonb from reports r where r.project_id = ${report.projectId} and r.id = ${report.id}
          and r.failure ->> 'code' = ${stoppedCode}), '{}'::jsonb)
    from report_readings
    where project_id = ${report.projectId} and report_id = ${report.id} and reading = ${reading}
    on conflict (project_id, report_id) do update set brand = excluded.brand,
      method_version = excluded.method_version, reading = excluded.reading, point = excluded.point`.execute(
    db,
  );
}

/**
 * The last `limit` points up to and including a report's own, oldest first: same brand and kind; made-up answers
 * only with made-up ones.
 */
export async function trendPointsUpTo(db: Db, report: TrendReport, limit: number): Promise<DatedPoint[]> {
  if (report.source === null || report.measuredAt === null) return [];
  const { rows } = await sql<Row>`
    select ${columns} from trend_points t where ${isUpTo(report, report.measuredAt)}
    order by t.measured_at desc, t.report_id desc limit ${limit}`.execute(db);
  return rows.reverse().map(pointOf);
}

/** Of those the ones from a time on, and the report's own, without what they say of competitors and assistants: most of a point. */
export async function ownPointsUpTo(
  db: Db,
  report: TrendReport,
  { from, limit }: { from: Date; limit: number },
): Promise<OwnPoint[]> {
  if (report.source === null || report.measuredAt === null) return [];
  const { rows } = await sql<{ measured_at: Date; point: OwnPoint["point"] }>`
    select t.measured_at, t.point - 'competitors' - 'providers' as point from trend_points t
    where ${isUpTo(report, report.measuredAt)} and (t.measured_at >= ${from} or t.report_id = ${report.id})
    order by t.measured_at desc, t.report_id desc limit ${limit}`.execute(db);
  return rows.reverse().map(({ measured_at, point }) => ({ measuredAt: rfc3339(measured_at), point }));
}

/** A report's figures for its brand alone. */
export interface OwnPoint {
  measuredAt: string;
  point: Omit<TrendPoint, "competitors" | "providers">;
}

const isUpTo = ({ projectId, id, source, sandbox }: TrendReport, measuredAt: string) => sql<boolean>`(
  t.project_id = ${projectId} and t.source = ${source} and t.sandbox = ${sandbox}
  and (t.measured_at, t.report_id) <= (${measuredAt}::timestamptz, ${id}::uuid)
  and t.brand = (select brand from trend_points where project_id = ${projectId} and report_id = ${id})
  and ${isSameKind(pointOfReport(projectId, id), sql`t.point`)})`;

/** Identifies a series of a project, by its newest point. */
export interface SeriesKey {
  projectId: string;
  source: "main" | "custom";
  brand: string;
  sandbox: boolean;
  /** RFC 3339: when the newest answers were given. */
  measuredAt: string;
  reportId: string;
}

/** The series of the saved prompts; undefined without a report. Reports are skipped as in `latestReportId`. */
export async function currentSeries(db: Db, projectId: string): Promise<SeriesKey | undefined> {
  const { rows } = await sql<{ brand: string; sandbox: boolean; measured_at: Date; report_id: string }>`
    select brand, sandbox, measured_at, report_id from trend_points
    where project_id = ${projectId} and source = 'main' and brand is not null
      and report_id not in (select r.id from reports r where r.project_id = ${projectId} and ${isDatedAhead(sql`r`)})
      and (not sandbox or not ${hasRealReport(sql.val(projectId))})
    order by sandbox, measured_at desc, report_id desc limit 1`.execute(db);
  const [row] = rows;
  return (
    row && {
      ...{ projectId, source: "main" },
      brand: row.brand,
      sandbox: row.sandbox,
      measuredAt: rfc3339(row.measured_at),
      reportId: row.report_id,
    }
  );
}

const pointOfReport = (projectId: string, id: string): RawBuilder<unknown> =>
  sql`(select own.point from trend_points own where own.project_id = ${projectId} and own.report_id = ${id})`;

/** Points in time, oldest first: the same object until something in it changes. */
export interface Series {
  points: readonly DatedPoint[];
  /** Whether older points exist within the requested time. */
  cut: boolean;
}

export interface SeriesTerms {
  from: Date;
  /** The newest report of each of these; null: every report. */
  stretches: readonly Stretch[] | null;
  /** Most reports, counting from the newest. */
  limit: number;
  /** Reports of the kind of the newest, or of all. */
  kinds: "same" | "all";
  /** Whether runs that a person stopped are left out. */
  withoutStopped?: boolean;
}

/**
 * The points of a series from a given time on. Only their ids are queried each time; the points, most of the rows, are
 * neither sent nor parsed again while the ids and their readings are the same.
 */
export async function trendSeries(db: Db, key: SeriesKey, terms: SeriesTerms): Promise<Series> {
  const selection = terms.stretches ? newestOf(key, terms.stretches, terms.kinds) : everyOne(key, terms);
  const { rows } = await sql<{ mark: string | null }>`
    select md5(string_agg(report_id::text || ' ' || reading::text, ',' order by measured_at, report_id)) as mark
    from (${selection}) t`.execute(db);
  const mark = rows[0]?.mark ?? null;
  if (mark === null) return nothing;
  const name = `${key.projectId} ${mark}`;
  const cached = seriesCache.get(name);
  if (cached) return cached;
  // A transaction has the embedded store's one connection, for which the other read may wait.
  if (db.isTransaction) return readSeries(db, key, selection, terms.limit);
  const underWay = readsUnderWay.get(name);
  if (underWay) return underWay;
  const read = readSeries(db, key, selection, terms.limit).finally(() => readsUnderWay.delete(name));
  readsUnderWay.set(name, read);
  return read;
}

const nothing: Series = { points: [], cut: false };

/** Keyed by its content, so a hit is always up to date. */
// What a series is shown as is held with it, as an object and as text.
const seriesCache = cacheOfBytes<Series>(16_000_000, (series) => 3 * heldBytes(series));
/** Who asks while one is read waits for that: of many who ask at once, each would parse all of it. */
const readsUnderWay = new Map<string, Promise<Series>>();

async function readSeries(
  db: Db,
  key: SeriesKey,
  selection: RawBuilder<unknown>,
  limit: number,
): Promise<Series> {
  const { rows } = await sql<Row>`
    select ${columns} from trend_points t
    where t.project_id = ${key.projectId} and t.report_id in (select report_id from (${selection}) c)
    order by t.measured_at, t.report_id`.execute(db);
  const mark = createHash("md5").update(
    rows.map(({ report_id, reading }) => `${report_id} ${reading}`).join(","),
  );
  const cut = rows.length > limit;
  const series: Series = Object.freeze({ points: rows.slice(cut ? 1 : 0).map(pointOf), cut });
  seriesCache.set(`${key.projectId} ${mark.digest("hex")}`, series);
  return series;
}

const ofSeries = (key: SeriesKey, kinds: SeriesTerms["kinds"]) => sql`
  t.project_id = ${key.projectId} and t.source = ${key.source} and t.sandbox = ${key.sandbox} and t.brand = ${key.brand}
  and ${kinds === "all" ? sql`true` : isSameKind(pointOfReport(key.projectId, key.reportId), sql`t.point`)}`;

/** One more than the limit, to know whether there are more. */
const everyOne = (
  key: SeriesKey,
  { from, limit, kinds, withoutStopped = false }: SeriesTerms,
): RawBuilder<unknown> => sql`
  select t.report_id, t.reading, t.measured_at from trend_points t
  where ${ofSeries(key, kinds)} and t.measured_at >= ${from} ${withoutStopped ? sql`and not ${isStopped(sql`t.point`)}` : sql``}
    and (t.measured_at, t.report_id) <= (${key.measuredAt}::timestamptz, ${key.reportId}::uuid)
  order by t.measured_at desc, t.report_id desc limit ${limit + 1}`;

/** One index lookup per stretch, however many reports it has. */
const newestOf = (
  key: SeriesKey,
  stretches: readonly Stretch[],
  kinds: SeriesTerms["kinds"],
): RawBuilder<unknown> => sql`
  select n.* from json_to_recordset(${json(stretches)}) as s("from" timestamptz, "to" timestamptz)
  cross join lateral (
    select t.report_id, t.reading, t.measured_at from trend_points t
    where ${ofSeries(key, kinds)} and t.measured_at >= s."from" and t.measured_at < s."to"
    order by t.measured_at desc, t.report_id desc limit 1) n`;

/** A shift is looked for in so much of a series before each report, and in at most so many reports. */
const watched = { days: 400, reports: 500 };

/**
 * The points of a report's series up to its own, by which its change is judged; none if it has no point, or is shown in an older
 * reading than its point's.
 */
export async function watchedPoints(db: Db, report: WatchedReport): Promise<readonly DatedPoint[]> {
  const { projectId, id, source, sandbox, brand, measuredAt, reading } = report;
  if (source === null || measuredAt === null) return none;
  const from = new Date(Date.parse(measuredAt) - watched.days * dayMs);
  const key: SeriesKey = { projectId, source, sandbox, brand, measuredAt, reportId: id };
  const { points } = await trendSeries(db, key, {
    ...{ from, stretches: null, limit: watched.reports, kinds: "same" as const, withoutStopped: true },
  });
  const own = points.at(-1);
  return own?.reportId === id && own.reading === reading ? points : none;
}

interface WatchedReport extends TrendReport {
  brand: string;
  reading: number;
}

const none: readonly DatedPoint[] = Object.freeze([]);

/**
 * The points by which the end of a report is judged, its own last, before it is stored; null if the project shows a newer one of its
 * kind, or shows no made-up answers any more.
 */
export async function pointsAtEnd(db: Db, report: EndingReport): Promise<DatedPoint[] | null> {
  const { projectId, id, source, sandbox, brands, measuredAt, methodVersion, point } = report;
  if (source !== "main") return null;
  const own = sql`(select ${storableJson(point)}::jsonb || jsonb_build_object(${pointTerms(sql`${json(brands)}::jsonb`)}) as point)`;
  const place = sql`(${measuredAt}::timestamptz, ${id}::uuid)`;
  const ofProject = sql`t.project_id = ${projectId} and t.source = 'main' and t.sandbox = ${sandbox}`;
  const { rows: owns } = await sql<{ point: TrendPoint; last: boolean }>`
    select own.point, not exists (
        select from trend_points t where ${ofProject} and (t.measured_at, t.report_id) > ${place}
          and ${isSameKind(sql`own.point`, sql`t.point`)} and not ${isStopped(sql`t.point`)}
          and t.report_id not in (select r.id from reports r where r.project_id = ${projectId} and ${isDatedAhead(sql`r`)}))
      and not (${sandbox}::boolean and ${hasRealReport(sql.val(projectId))}) as last
    from ${own} own`.execute(db);
  if (!owns[0]?.last) return null;
  const from = new Date(Date.parse(measuredAt) - watched.days * dayMs);
  const { rows } = await sql<Row>`
    select ${columns} from trend_points t, ${own} own
    where ${ofProject} and t.brand = ${brands.own.name} and t.measured_at >= ${from}
      and (t.measured_at, t.report_id) < ${place} and ${isSameKind(sql`own.point`, sql`t.point`)}
      and not ${isStopped(sql`t.point`)}
    order by t.measured_at desc, t.report_id desc limit ${watched.reports - 1}`.execute(db);
  return [
    ...rows.reverse().map(pointOf),
    { reportId: id, measuredAt, reading: 1, methodVersion, point: owns[0].point },
  ];
}

/**
 * The newest readings of a series on either side of a time, as `cellsOfReadings` names them: those up to `to`, and at most `mostBefore`
 * before, and how their calls went, if all say it. Runs that a person stopped are left out, as nothing is judged by them.
 */
export async function readingsAround(
  db: Db,
  projectId: string,
  { reportId, since, to, most, mostBefore }: Around,
): Promise<{ before: string[]; after: string[]; calls: CallsOfBoth }> {
  const { rows } = await sql<Pick<TrendPoint, "providers"> & { key: string; isAfter: boolean }>`
    select t.report_id::text || ' ' || t.reading::text as key, t.measured_at >= ${since}::timestamptz as "isAfter",
      t.point->'providers' as providers
    from trend_points t
    join trend_points own on own.project_id = t.project_id and own.report_id = ${reportId}::uuid
    where t.project_id = ${projectId} and t.source = own.source and t.sandbox = own.sandbox and t.brand = own.brand
      and t.measured_at <= ${to}::timestamptz and ${isSameKind(sql`own.point`, sql`t.point`)}
      and not ${isStopped(sql`t.point`)}
    order by t.measured_at desc, t.report_id desc limit ${2 * most}`.execute(db);
  const before = rows.filter(({ isAfter }) => !isAfter).slice(0, Math.min(most, mostBefore));
  const after = rows.filter(({ isAfter }) => isAfter).slice(0, most);
  const isKnown = [...before, ...after].every((row) => callsOf(row) !== null);
  const callsIn = (side: typeof rows) => (isKnown ? side.flatMap((row) => callsOf(row) ?? []) : []);
  return {
    before: before.map(({ key }) => key),
    after: after.map(({ key }) => key),
    calls: { before: callsIn(before), after: callsIn(after) },
  };
}

interface Around {
  reportId: string;
  since: string;
  to: string;
  most: number;
  mostBefore: number;
}

/** What the answers behind a point are read by. */
export interface PointSource {
  projectId: string;
  id: string;
  reading: number;
  createdAt: string;
  brands: TrackedBrands;
  /** Its calls, a bound for its answers. */
  calls: number;
}

/** Where the answers of these points are, in the order of the points; points whose report is gone are left out. */
export async function pointSources(
  db: Db,
  projectId: string,
  points: readonly DatedPoint[],
): Promise<PointSource[]> {
  const { rows } = await sql<{
    id: string;
    reading: number;
    created_at: Date;
    brands: TrackedBrands;
    calls: number;
  }>`
    select r.id, rr.reading, r.created_at, rr.brands, r.jobs_total as calls
    from json_to_recordset(${json(points.map(({ reportId, reading }) => ({ id: reportId, reading })))})
      as p(id uuid, reading int)
    join reports r on r.project_id = ${projectId} and r.id = p.id
    join report_readings rr on rr.project_id = ${projectId} and rr.report_id = p.id and rr.reading = p.reading`.execute(
    db,
  );
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return points.flatMap(({ reportId }) => {
    const row = rowsById.get(reportId);
    if (!row) return [];
    const { id, reading, created_at, brands, calls } = row;
    return [{ projectId, id, reading, createdAt: rfc3339(created_at), brands, calls }];
  });
}

interface Row {
  report_id: string;
  reading: number;
  measured_at: Date;
  method_version: string;
  point: TrendPoint;
}

const columns = sql`t.report_id, t.reading, t.measured_at, t.method_version, t.point`;

const pointOf = ({ report_id, reading, measured_at, method_version, point }: Row): DatedPoint => ({
  reportId: report_id,
  measuredAt: rfc3339(measured_at),
  reading,
  methodVersion: method_version,
  point,
});
