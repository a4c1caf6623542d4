import { type Kysely, sql } from "kysely";

/** What a project has said of single occurrences of its names, with who said it. Users may go: no reference to them. */
const statements = [
  `create table corrections (
    project_id uuid not null references projects on delete cascade,
    id uuid not null,
    kind text not null,
    brand text not null,
    text text not null,
    surroundings jsonb,
    answer jsonb,
    note text,
    user_id uuid,
    created_at timestamptz not null,
    primary key (project_id, id))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
