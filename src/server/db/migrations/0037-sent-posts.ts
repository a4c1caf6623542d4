import { type Kysely, sql } from "kysely";

/**
 * That a post was sent to a blog, from before the request until its outcome is known. `sends_noted` is false for what an
 * earlier version began, which may have sent a post without a note.
 */
const statements = [
  "alter table publications add column sent jsonb",
  "alter table publications add column sends_noted boolean not null default false",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
