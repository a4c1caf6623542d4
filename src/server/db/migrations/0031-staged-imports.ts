import { type Kysely, sql } from "kysely";

/**
 * Imports whose answers are stored, but belong to no report yet: nobody sees them, and what does not become a report is deleted.
 * Without references, as the answers outlive their project. And how many citations of an answer were not kept.
 */
const statements = [
  `create table staged_imports (
    project_id uuid not null,
    report_id uuid not null,
    created_at timestamptz not null,
    asks integer not null,
    touched_at timestamptz not null,
    primary key (project_id, report_id))`,
  `create index staged_imports_touched on staged_imports (touched_at)`,
  `alter table asks add column citations_left_out integer`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
