import { type Kysely, sql } from "kysely";

/** What was computed of parts of a report's answers: it can be computed again, so a store from before begins without it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table part_figures (
      project_id uuid not null,
      report_id uuid not null,
      reading integer not null,
      kind text not null,
      part text not null,
      over text not null,
      figures json not null,
      primary key (project_id, report_id, reading, kind, part),
      foreign key (project_id, report_id, reading) references report_readings on delete cascade)`)
    .execute(db);
}
