import { tooManyTags, withAddedTags } from "../../../figures/tags/tag.ts";
import { promptKey } from "../../../reader/prompt.ts";
import type { Db } from "../../db/db.ts";
import { invalid } from "../../kernel/problem.ts";
import type { SavedPrompt } from "../project.ts";
import { putTags, tagsOf } from "./prompt-tags.ts";

/** A project's saved prompts, in order. */
export async function listPrompts(db: Db, projectId: string): Promise<SavedPrompt[]> {
  const rows = await db
    .selectFrom("prompts")
    .leftJoin("prompt_tags", (join) =>
      join
        .onRef("prompt_tags.project_id", "=", "prompts.project_id")
        .onRef("prompt_tags.prompt_key", "=", "prompts.prompt_key"),
    )
    .where("prompts.project_id", "=", projectId)
    .select(["prompts.prompt_key", "prompts.prompt", "prompts.intent", "prompt_tags.tags"])
    .orderBy("prompts.position")
    .execute();
  return rows.map(({ prompt_key, prompt, intent, tags }) => ({
    promptKey: prompt_key,
    prompt,
    intent,
    tags: tags ?? [],
  }));
}

/** A prompt to save; without `tags` it keeps those that it has. */
export interface PromptToSave {
  prompt: string;
  intent: string | null;
  tags?: readonly string[] | null;
}

/**
 * Replaces the saved prompts with these, in the given transaction; of those with the same key the first is kept.
 * Returns how many there are.
 */
export async function replacePrompts(
  db: Db,
  projectId: string,
  prompts: readonly PromptToSave[],
): Promise<number> {
  const promptsByKey = new Map<string, PromptToSave>();
  for (const prompt of prompts) {
    const key = promptKey(prompt.prompt);
    if (!promptsByKey.has(key)) promptsByKey.set(key, prompt);
  }
  // The project's row first: this makes a second replacement wait.
  await db
    .updateTable("projects")
    .set({ prompt_count: promptsByKey.size })
    .where("id", "=", projectId)
    .execute();
  await db.deleteFrom("prompts").where("project_id", "=", projectId).execute();
  if (promptsByKey.size > 0) {
    const rows = [...promptsByKey].map(([prompt_key, { prompt, intent }], position) => ({
      project_id: projectId,
      prompt_key,
      position,
      prompt,
      intent,
    }));
    await db.insertInto("prompts").values(rows).execute();
  }
  await setTags(db, projectId, promptsByKey);
  return promptsByKey.size;
}

/** Sets the tags of the prompts that come with some, spelled as the project spells them. */
async function setTags(db: Db, projectId: string, prompts: ReadonlyMap<string, PromptToSave>): Promise<void> {
  const tagEntries = [...prompts].flatMap(([key, { tags }]) => (tags ? [[key, tags] as const] : []));
  if (tagEntries.length === 0) return;
  const before = await tagsOf(db, projectId);
  const saved = new Map(before);
  for (const [key] of tagEntries) saved.delete(key);
  const tags = withAddedTags(saved, new Map(tagEntries));
  const message = tooManyTags(before, new Map([...saved, ...tags]));
  if (message) throw invalid([{ in: "body", path: "/prompts", code: "too_many", message }]);
  await putTags(db, projectId, tags);
}
