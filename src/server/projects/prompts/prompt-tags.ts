import { sql } from "kysely";
import type { TagsByPrompt } from "../../../figures/tags/tag.ts";
import { type Db, json } from "../../db/db.ts";

/** The tags of a project's prompts, by the prompts' keys; prompts without tags are left out. */
export async function tagsOf(db: Db, projectId: string): Promise<Map<string, string[]>> {
  // In one row: thousands of rows would each be parsed by themselves.
  const { rows } = await sql<{ tags: [string, string[]][] | null }>`
    select json_agg(json_build_array(prompt_key, tags) order by prompt_key) as tags
    from prompt_tags where project_id = ${projectId}`.execute(db);
  return new Map(rows[0]?.tags ?? []);
}

/** Sets the tags of these prompts, in the given transaction; other prompts keep theirs. The project's row is locked already. */
export async function putTags(db: Db, projectId: string, tags: TagsByPrompt): Promise<void> {
  if (tags.size === 0) return;
  await db
    .deleteFrom("prompt_tags")
    .where("project_id", "=", projectId)
    .where("prompt_key", "=", sql<string>`any(${[...tags.keys()]}::text[])`)
    .execute();
  const rows = [...tags]
    .filter(([, each]) => each.length > 0)
    .map(([prompt_key, each]) => ({ project_id: projectId, prompt_key, tags: json(each) }));
  if (rows.length > 0) await db.insertInto("prompt_tags").values(rows).execute();
}
