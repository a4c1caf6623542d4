import { type Kysely, sql } from "kysely";

/**
 * A trend point says which brand and which reading it is of, so a series needs no other table; the index holds what
 * tells whether a series has changed. The columns are nullable so that the previous version can go on writing.
 */
const statements = [
  `alter table trend_points add column brand text, add column method_version text, add column reading integer`,
  `update trend_points t set
    brand = rr.brands->'own'->>'name',
    method_version = rr.method_version,
    reading = rr.reading,
    point = t.point || jsonb_build_object('surfaces', r.surfaces, 'promptSet', (
      select md5(coalesce(string_agg(p->>'promptKey', ' ' order by p->>'promptKey' collate "C"), ''))
      from json_array_elements(rr.scored->'prompts') p
      where not (p->>'branded')::boolean or rr.scored->'warnings'->>0 = 'ONLY_BRANDED_PROMPTS'))
    from reports r join report_readings rr
      on rr.project_id = r.project_id and rr.report_id = r.id and rr.reading = r.reading
    where r.project_id = t.project_id and r.id = t.report_id`,
  `drop index trend_points_in_time`,
  `create index trend_points_in_time on trend_points
    (project_id, source, sandbox, measured_at desc, report_id desc) include (brand, reading)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
