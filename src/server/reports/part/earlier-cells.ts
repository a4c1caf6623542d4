import { sql } from "kysely";
import type { Cell } from "../../../figures/uncertainty/cell.ts";
import { mostEarlier } from "../../../figures/uncertainty/comparable-series.ts";
import { type Db, json } from "../../db/db.ts";
import { cacheOfBytes } from "../../db/memory/held-bytes.ts";
import { shared } from "../../db/memory/memory.ts";
import { isSameKind } from "../../projects/latest-report.ts";
import type { Report } from "../reports.ts";

/** What was counted in earlier reports, oldest first. */
export type EarlierCells = readonly (readonly Cell[])[];

const none: EarlierCells = Object.freeze([]);

/**
 * The cells of the reports before `previous`, with which `report` is compared: those of the same brands and kind,
 * read by the same method. Returns the same object for the same reports and readings.
 */
export async function earlierCells(db: Db, report: Report, previous: Report | null): Promise<EarlierCells> {
  if (!previous?.measuredAt || !report.scored || report.methodVersion !== previous.methodVersion) return none;
  const key = `cells before ${previous.id} ${previous.reading} for ${report.id} ${report.reading}`;
  return shared(db, key, () => lookUp(db, report, previous));
}

async function lookUp(db: Db, report: Report, previous: Report): Promise<EarlierCells> {
  const { rows } = await sql<{ report_id: string; reading: number }>`
    select t.report_id, t.reading from trend_points t
    join report_readings rr on rr.project_id = t.project_id and rr.report_id = t.report_id and rr.reading = t.reading
    join trend_points p on p.project_id = t.project_id and p.report_id = ${previous.id}
    where t.project_id = ${report.projectId} and t.source = ${previous.source} and t.sandbox = ${previous.sandbox}
      and t.brand = ${report.brand} and t.method_version = ${report.methodVersion}
      and (t.measured_at, t.report_id) < (${previous.measuredAt}::timestamptz, ${previous.id}::uuid)
      and rr.brands = ${json(report.brands)}::jsonb and ${isSameKind(sql`p.point`, sql`t.point`)}
    order by t.measured_at desc, t.report_id desc limit ${mostEarlier - 1}`.execute(db);
  if (rows.length === 0) return none;
  return cellsOfReadings(
    db,
    report.projectId,
    rows.reverse().map(({ report_id, reading }) => `${report_id} ${reading}`),
  );
}

/** Cells of readings, each named by its report's id and its number with a space between. */
export async function cellsOfReadings(
  db: Db,
  projectId: string,
  keys: readonly string[],
): Promise<EarlierCells> {
  if (keys.length === 0) return none;
  const cells = cellsCache.get(keys.join()) ?? (await readCells(db, projectId, keys));
  cellsCache.set(keys.join(), cells);
  return cells;
}

/** Keyed by the reports and readings they are of. */
const cellsCache = cacheOfBytes<EarlierCells>(16_000_000);

async function readCells(db: Db, projectId: string, keys: readonly string[]): Promise<EarlierCells> {
  const cells: (readonly Cell[])[] = [];
  for (const key of keys) {
    const [report, reading] = key.split(" ");
    const { rows } = await sql<{ cells: Cell[] | null }>`
      select scored->'cells' as cells from report_readings
      where project_id = ${projectId} and report_id = ${report}::uuid and reading = ${Number(reading)}`.execute(
      db,
    );
    cells.push(rows[0]?.cells ?? []);
    // A large report's are some hundred KB, and the embedded store answers before any timer or socket gets a turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return Object.freeze(cells);
}
