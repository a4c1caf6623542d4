import { type RawBuilder, type Selectable, sql } from "kysely";
import type { StopReason } from "../../figures/planning/until.ts";
import type { ScoredReport } from "../../figures/report.ts";
import type { TrackedBrands } from "../../reader/brand.ts";
import type { Surface } from "../../reader/provider.ts";
import type { Reach } from "../api/access/reach.ts";
import { type Db, json, rfc3339, rfc3339OrNull } from "../db/db.ts";
import { cacheOfBytes } from "../db/memory/held-bytes.ts";
import { shared } from "../db/memory/memory.ts";
import { inReach, reachKey, wholeOf } from "../db/reach.ts";
import type { ReportStatus, ReportType, RunTerms, Schema } from "../db/schema.ts";
import { canonicalUuid } from "../kernel/id.ts";
import { isSameKind, isStopped, latestReportId } from "../projects/latest-report.ts";

/** One measurement. Times are RFC 3339 UTC. */
export interface Report {
  id: string;
  projectId: string;
  organizationId: string;
  type: ReportType;
  source: "main" | "custom" | null;
  status: ReportStatus;
  /** The measured brand's name, as in its newest reading. */
  brand: string;
  /** The brands of its newest reading. */
  brands: TrackedBrands;
  /** At least some of its answers are made up. */
  sandbox: boolean;
  /** Number of the reading shown, the newest unless another was asked for; 0 before the first. */
  reading: number;
  /** How many readings there are, numbered from 1. */
  readings: number;
  createdAt: string;
  completedAt: string | null;
  /** When its answers were given: the newest of them. */
  measuredAt: string | null;
  readAt: string | null;
  methodVersion: string | null;
  jobsTotal: number;
  jobsDone: number;
  jobsFailed: number;
  /** Calls that were under way as their process ended, and were made again. */
  asksRepeated: number;
  /** Calls that a run with `until` makes at most; of others all of them. */
  asksPlanned: number;
  stoppedBecause: StopReason | null;
  failure: { code: string; message: string; retryable: boolean } | null;
  surfaces: Surface[];
  costUsd: number | null;
  /** Its figures; null before it has ended. */
  scored: ScoredReport | null;
}

/** A report as lists know it, without its names and figures. */
export type ListedReport = Omit<Report, "brands" | "scored">;

/** The caller's report with its figures, or undefined if it is missing or someone else's. */
export async function findReport(db: Db, reach: Reach, id: string): Promise<Report | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  return (await stillAsKnown(db, uuid, reach)) ?? readReport(db, uuid, reach);
}

/** The report that GET /reports/latest means: the newest by `measuredAt` that has figures. */
export async function latestReport(
  db: Db,
  projectId: string,
  source: "main" | "custom",
): Promise<Report | undefined> {
  const latest = latestReportId(sql.val(projectId), sql.val(source));
  const { rows } = await sql<{ id: string; user_id: string; reading: number }>`
    select id, user_id, reading from reports where project_id = ${projectId} and id = ${latest}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const cachedReport = reportCache.get(row.id);
  return cachedReport?.reading === row.reading ? cachedReport : readReport(db, row.id, wholeOf(row.user_id));
}

/** The id of that report, without reading it. */
export async function idOfLatestReport(
  db: Db,
  projectId: string,
  source: "main" | "custom" = "main",
): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select ${latestReportId(sql.val(projectId), sql.val(source))} as id`.execute(db);
  return rows[0]?.id ?? null;
}

/** The newest report of a project and source in any state. */
export async function newestReport(
  db: Db,
  projectId: string,
  source: "main" | "custom",
): Promise<{ id: string; status: ReportStatus } | undefined> {
  return db
    .selectFrom("reports")
    .where("project_id", "=", projectId)
    .where("source", "=", source)
    .select(["id", "status"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Reports of the saved prompts or of imports, of real answers, that were measured before this one, newest first. */
export async function reportsBefore(
  db: Db,
  { projectId, measuredAt }: { projectId: string; measuredAt: string | null },
  limit: number,
): Promise<{ projectId: string; id: string; createdAt: string; reading: number }[]> {
  if (measuredAt === null) return [];
  const rows = await db
    .selectFrom("reports")
    .select(["id", "reading", sql<Date>`created_at`.as("createdAt")])
    .where("project_id", "=", projectId)
    .where("source", "=", "main")
    .where("status", "in", ["completed", "partial"])
    .where("sandbox", "=", false)
    .where("measured_at", "<", new Date(measuredAt))
    .orderBy("measured_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, reading, createdAt }) => ({
    projectId,
    id,
    reading,
    createdAt: rfc3339(createdAt),
  }));
}

/** A report with the one of its kind before it, which it is compared with. */
export interface ComparedReport<R extends Report = Report> {
  report: R;
  previous: Report | null;
  /** Changes with each report that it is set beside: those up to its own, in their readings. Null if it measured nothing. */
  beside: string | null;
}

/** The caller's report and the one before it, in one query; undefined if it is missing or someone else's. */
export async function findComparedReport(
  db: Db,
  reach: Reach,
  id: string,
): Promise<ComparedReport | undefined> {
  const uuid = canonicalUuid(id);
  if (!uuid) return undefined;
  return shared(db, `report ${uuid} of ${reachKey(reach)}`, () => comparedReport(db, reach, uuid));
}

async function comparedReport(db: Db, reach: Reach, uuid: string): Promise<ComparedReport | undefined> {
  const { rows } = await sql<{
    reading: number;
    previous_id: string | null;
    previous_reading: number | null;
    beside: string | null;
  }>`
    select r.reading, p.id as previous_id, p.reading as previous_reading, ${besideMark(sql`r`)} as beside
    from reports r
    left join report_readings rr on rr.project_id = r.project_id and rr.report_id = r.id and rr.reading = r.reading
    left join lateral (${reportBefore(sql`r`, sql`rr.brands`)}) p on true
    where r.id = ${uuid}
      and ${inReach(reach, { owner: sql.ref("r.user_id"), projectId: sql.ref("r.project_id") })}`.execute(db);
  const [row] = rows;
  const report = row && (await reportAt(db, uuid, reach, row.reading));
  if (!report) return undefined;
  const { previous_id: before, previous_reading: reading, beside } = row;
  const previous = before === null ? undefined : await reportAt(db, before, reach, reading!);
  return { report, previous: previous ?? null, beside };
}

/** This report with the one before it; for an earlier reading, the previous report read on the same terms. */
export async function withPrevious<R extends Report>(db: Db, report: R): Promise<ComparedReport<R>> {
  const found = await findComparedReport(db, wholeOf(report.organizationId), report.id);
  const { previous = null, beside = null } = found ?? {};
  if (previous === null || report.reading === report.readings) return { report, previous, beside };
  return { report, previous: (await findReadingAs(db, previous, report)) ?? previous, beside };
}

/**
 * What a report is set beside, in one place: the reports of its project and source up to its own, made-up answers with their like. Which of
 * them are of its brand, kind and method follows from their readings.
 */
const besideMark = (r: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select md5(string_agg(concat_ws(' ', t.report_id, t.reading, extract(epoch from t.measured_at)), ','
      order by t.measured_at, t.report_id))
    from trend_points t where t.project_id = ${r}.project_id and t.source = ${r}.source and t.sandbox = ${r}.sandbox
      and (t.measured_at, t.report_id) <= (${r}.measured_at, ${r}.id))`;

/** The mark of what a report is set beside at this moment. */
export async function besideNow(
  db: Db,
  { projectId, id }: Pick<Report, "projectId" | "id">,
): Promise<string | null> {
  const { rows } = await sql<{ beside: string | null }>`
    select ${besideMark(sql`r`)} as beside from reports r where r.project_id = ${projectId} and r.id = ${id}`.execute(
    db,
  );
  return rows[0]?.beside ?? null;
}

/** How many earlier reports are looked at for one of the same kind. */
const mostLookedAt = 60;

/**
 * The previous report of the same brand and kind, by `measured_at`; made-up answers are compared only with made-up ones. Every
 * report with figures has a trend point, whose index holds all but the kind; without it all readings would be searched.
 */
const reportBefore = (r: RawBuilder<unknown>, brands: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select t.report_id as id, t.reading from (
    select t.report_id, t.reading, t.measured_at, t.point from trend_points t
    where t.project_id = ${r}.project_id and t.source = ${r}.source and t.sandbox = ${r}.sandbox
      and t.brand = ${brands}->'own'->>'name' and (t.measured_at, t.report_id) < (${r}.measured_at, ${r}.id)
    order by t.measured_at desc, t.report_id desc limit ${mostLookedAt}) t
  join trend_points own on own.project_id = ${r}.project_id and own.report_id = ${r}.id
  where ${isSameKind(sql`own.point`, sql`t.point`)} and not ${isStopped(sql`t.point`)}
  order by t.measured_at desc, t.report_id desc limit 1`;

/** A finished report of the same input, begun at `since` or later. */
export async function finishedSince(
  db: Db,
  projectId: string,
  inputHash: string,
  since: Date,
): Promise<Report | undefined> {
  const row = await db
    .selectFrom("reports")
    .where("project_id", "=", projectId)
    .where("status", "in", ["completed", "partial"])
    .where("input_hash", "=", inputHash)
    .where("created_at", ">=", since)
    .select(["id", "user_id"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && findReport(db, wholeOf(row.user_id), row.id);
}

/** The same report as one of its earlier readings shows it; undefined if there is none, or it is not finished. */
export async function findReading(db: Db, report: Report, reading: number): Promise<Report | undefined> {
  const row = await db
    .selectFrom("report_readings")
    .where("project_id", "=", report.projectId)
    .where("report_id", "=", report.id)
    .where("reading", "=", reading)
    .where("reading", "<", report.reading)
    .selectAll()
    .executeTakeFirst();
  return (
    row && {
      ...report,
      reading,
      brand: row.brands.own.name,
      brands: row.brands,
      methodVersion: row.method_version,
      readAt: rfc3339(row.read_at),
      scored: row.scored,
    }
  );
}

/** The newest reading of a report that was made for the same brands and by the same method as this one. */
async function findReadingAs(db: Db, report: Report, like: Report): Promise<Report | undefined> {
  const { rows } = await sql<{ reading: number }>`
    select reading from report_readings
    where project_id = ${report.projectId} and report_id = ${report.id} and reading <= ${report.reading}
      and method_version = ${like.methodVersion} and brands = ${json(like.brands)}::jsonb
    order by reading desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return row.reading === report.reading ? report : findReading(db, report, row.reading);
}

export interface ReportFilters {
  projectId?: string | undefined;
  type?: ReportType | undefined;
  status?: ReportStatus | undefined;
  limit: number;
  /** Id of the last report of the previous page. */
  after?: string | undefined;
}

/** Reports within somebody's reach, newest first. Of names and prompts, which can be most of a row, nothing is read. */
export function listReports(db: Db, reach: Reach, filters: ReportFilters): Promise<ListedReport[]> {
  return shared(db, `reports of ${reachKey(reach)} ${json(filters)}`, () => readList(db, reach, filters));
}

async function readList(db: Db, reach: Reach, filters: ReportFilters): Promise<ListedReport[]> {
  const { projectId, type, status, limit, after } = filters;
  let query = reportsRead(db, reach)
    .select(shortColumns.map((column) => `reports.${column}` as const))
    .select([
      sql<string>`coalesce(readings.brands, reports.brands) -> 'own' ->> 'name'`.as("brand"),
      sql<Partial<RunTerms> | null>`reports.run - 'prompts'`.as("run"),
    ]);
  if (projectId) query = query.where("reports.project_id", "=", projectId);
  if (type) query = query.where("reports.type", "=", type);
  if (status) query = query.where("reports.status", "=", status);
  if (after) query = query.where("reports.id", "<", after);
  const rows = await query.orderBy("reports.id", "desc").limit(limit).execute();
  return rows.map((row) => listedReportOf({ ...row, ...endOfAsking(row.run) }));
}

/** Those of these reports that have ended or are gone; many waiting callers ask at once. */
export async function endedAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const running = await db
    .selectFrom("reports")
    .where("id", "in", [...ids])
    .where("status", "=", "processing")
    .select("id")
    .execute();
  const still = new Set(running.map(({ id }) => id));
  return ids.filter((id) => !still.has(id));
}

/**
 * Ended reports as last read. An ended report changes only by a new reading, so its number is all that has to be
 * queried; the figures, most of the row, are neither sent nor parsed again.
 */
const reportCache = cacheOfBytes<Report>(64_000_000);

async function stillAsKnown(db: Db, id: string, reach: Reach): Promise<Report | undefined> {
  if (reportCache.get(id)?.organizationId !== reach.organizationId) return undefined;
  const row = await db
    .selectFrom("reports")
    .where("id", "=", id)
    .where(reportsWithin(reach))
    .select("reading")
    .executeTakeFirst();
  return row && reportAt(db, id, reach, row.reading);
}

/** The report at this reading: from memory if that is the same, otherwise read anew. */
async function reportAt(db: Db, id: string, reach: Reach, reading: number): Promise<Report | undefined> {
  const cachedReport = reportCache.get(id);
  return cachedReport?.reading === reading && cachedReport.organizationId === reach.organizationId
    ? cachedReport
    : readReport(db, id, reach);
}

async function readReport(db: Db, id: string, reach: Reach): Promise<Report | undefined> {
  const row = await selectReports(db, reach)
    .where("reports.id", "=", id)
    .select("readings.scored")
    .executeTakeFirst();
  if (!row) return undefined;
  const report = Object.freeze(reportOf(row, row.scored));
  if (report.status !== "processing") reportCache.set(id, report);
  return report;
}

const reportsWithin = (reach: Reach) =>
  inReach(reach, { owner: sql.ref("reports.user_id"), projectId: sql.ref("reports.project_id") });

const selectReports = (db: Db, reach: Reach) =>
  reportsRead(db, reach)
    .select([...shortColumns, ...longColumns].map((column) => `reports.${column}` as const))
    .select("readings.brands as read_brands");

const reportsRead = (db: Db, reach: Reach) =>
  db
    .selectFrom("reports")
    .leftJoin("report_readings as readings", (join) =>
      join
        .onRef("readings.project_id", "=", "reports.project_id")
        .onRef("readings.report_id", "=", "reports.id")
        .onRef("readings.reading", "=", "reports.reading"),
    )
    .where(reportsWithin(reach))
    .select(["readings.method_version", "readings.read_at"]);

/** What a report is made of, by name, as in `projects.ts`. */
const shortColumns = [
  ...(["id", "project_id", "user_id", "type", "source", "status", "sandbox", "reading"] as const),
  ...(["created_at", "completed_at", "measured_at", "jobs_total", "jobs_done", "jobs_failed"] as const),
  ...(["asks_repeated", "failure", "surfaces", "cost_usd"] as const),
] satisfies (keyof Schema["reports"])[];
const longColumns = ["brands", "run"] as const satisfies (keyof Schema["reports"])[];

type ShortRow = Pick<Selectable<Schema["reports"]>, (typeof shortColumns)[number]> & {
  method_version?: string | null;
  read_at?: Date | null;
};
type Row = ShortRow &
  Pick<Selectable<Schema["reports"]>, (typeof longColumns)[number]> & { read_brands?: TrackedBrands | null };

/** A row as a report; without a reading if only the table's row is given. */
export function reportOf(row: Row, scored: ScoredReport | null): Report {
  const brands = row.read_brands ?? row.brands;
  const listed = listedReportOf({ ...row, ...endOfAsking(row.run), brand: brands.own.name });
  return { ...listed, brands, scored };
}

const endOfAsking = (run: Partial<RunTerms> | null) => ({
  planned: run?.planned ?? null,
  stopped: run?.stopped ?? null,
});

function listedReportOf(
  row: ShortRow & { brand: string; planned: number | null; stopped: StopReason | null },
): ListedReport {
  return {
    id: row.id,
    projectId: row.project_id,
    organizationId: row.user_id,
    type: row.type,
    source: row.source,
    status: row.status,
    brand: row.brand,
    sandbox: row.sandbox,
    reading: row.reading,
    readings: row.reading,
    createdAt: rfc3339(row.created_at),
    completedAt: rfc3339OrNull(row.completed_at),
    measuredAt: rfc3339OrNull(row.measured_at),
    readAt: rfc3339OrNull(row.read_at ?? null),
    methodVersion: row.method_version ?? null,
    jobsTotal: row.jobs_total,
    jobsDone: row.jobs_done,
    jobsFailed: row.jobs_failed,
    asksRepeated: row.asks_repeated,
    asksPlanned: row.planned ?? row.jobs_total,
    stoppedBecause: row.stopped,
    failure: row.failure,
    surfaces: row.surfaces,
    costUsd: row.cost_usd,
  };
}
