import { type Kysely, sql } from "kysely";

/** Who must not be written to stays known when the project is deleted by which they were. */
const statements = [
  `alter table client_recipients alter column project_id drop not null`,
  `alter table client_recipients drop constraint client_recipients_project_id_fkey`,
  `alter table client_recipients add constraint client_recipients_project_id_fkey
    foreign key (project_id) references projects on delete set null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
