import { sql } from "kysely";
import type { ScoredReport, TrendPoint } from "../../../figures/report.ts";
import type { TagLead, TagMetrics } from "../../../figures/tags/by-tag.ts";
import { type Db, json } from "../../db/db.ts";
import { storableJson } from "../../db/storable.ts";
import type { Judgement } from "../judgement/judgement.ts";

export interface ByTag {
  metrics: TagMetrics;
  lead: TagLead | null;
}

interface FiguresOf {
  report: ScoredReport;
  point: TrendPoint;
  by_tag: readonly ByTag[];
  judgement: Judgement;
}

type Kind = keyof FiguresOf;

interface ReadingKey {
  projectId: string;
  id: string;
  reading: number;
}

/** A part of a reading: by what it is called, and what identifies the answers that it is of at present. */
export interface PartKey {
  part: string;
  over: string;
}

/** What was computed of a part of a reading; undefined if nothing was, or of other answers. */
export async function findPartFigures<K extends Kind>(
  db: Db,
  { projectId, id, reading }: ReadingKey,
  kind: K,
  { part, over }: PartKey,
): Promise<FiguresOf[K] | undefined> {
  const row = await db
    .selectFrom("part_figures")
    .where("project_id", "=", projectId)
    .where("report_id", "=", id)
    .where("reading", "=", reading)
    .where("kind", "=", kind)
    .where("part", "=", part)
    .where("over", "=", over)
    .select("figures")
    .executeTakeFirst();
  return row?.figures as FiguresOf[K] | undefined;
}

/** Of which parts of a reading something is known, as `partName` calls them. */
export async function knownParts(db: Db, { projectId, id, reading }: ReadingKey): Promise<Set<string>> {
  const rows = await db
    .selectFrom("part_figures")
    .where("project_id", "=", projectId)
    .where("report_id", "=", id)
    .where("reading", "=", reading)
    .select(["kind", "part", "over"])
    .execute();
  return new Set(rows.map(({ kind, ...key }) => partName(kind, key)));
}

export const partName = (kind: Kind, { part, over }: PartKey): string => `${kind} ${over} ${part}`;

/** The known points of a part of these readings, by report. */
export async function findPartPoints(
  db: Db,
  projectId: string,
  readings: readonly Pick<ReadingKey, "id" | "reading">[],
  { part, over }: PartKey,
): Promise<Map<string, TrendPoint>> {
  const { rows } = await sql<{ id: string; figures: TrendPoint }>`
    select f.report_id as id, f.figures
    from json_to_recordset(${json(readings.map(({ id, reading }) => ({ id, reading })))}) as r(id uuid, reading int)
    join part_figures f on f.project_id = ${projectId} and f.report_id = r.id and f.reading = r.reading
      and f.kind = 'point' and f.part = ${part} and f.over = ${over}`.execute(db);
  return new Map(rows.map(({ id, figures }) => [id, figures]));
}

/** Keeps what was computed of a part, in place of what it was before it came to be of other answers. */
export async function putPartFigures<K extends Kind>(
  db: Db,
  { projectId, id, reading }: ReadingKey,
  kind: K,
  { part, over }: PartKey,
  figures: FiguresOf[K],
): Promise<void> {
  // Whoever computed it may find its report gone.
  await sql`
    insert into part_figures (project_id, report_id, reading, kind, part, over, figures)
    select project_id, report_id, reading, ${kind}, ${part}, ${over}, ${storableJson(figures)}::json from report_readings
    where project_id = ${projectId} and report_id = ${id} and reading = ${reading}
    on conflict (project_id, report_id, reading, kind, part) do update
      set over = excluded.over, figures = excluded.figures`.execute(db);
}
