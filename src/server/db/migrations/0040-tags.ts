import { type Kysely, sql } from "kysely";

/**
 * Tags by the key of a prompt, so that prompts of imported reports have them too, and so that they stay when the list of saved
 * prompts is replaced.
 */
const statements = [
  `create table prompt_tags (
    project_id uuid not null references projects on delete cascade,
    prompt_key text not null,
    tags jsonb not null,
    primary key (project_id, prompt_key))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
