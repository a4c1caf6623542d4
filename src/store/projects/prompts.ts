import type { SavedPrompt } from "../../domain/project/project.ts";
import { promptKey } from "../../domain/project/prompt.ts";
import type { Db } from "../db/db.ts";

/** A project's saved prompts, in order. */
export async function listPrompts(db: Db, projectId: string): Promise<SavedPrompt[]> {
  const rows = await db
    .selectFrom("prompts")
    .where("project_id", "=", projectId)
    .select(["prompt_key", "prompt", "intent"])
    .orderBy("position")
    .execute();
  return rows.map(({ prompt_key, prompt, intent }) => ({ promptKey: prompt_key, prompt, intent }));
}

/**
 * Replaces the saved prompts with these, in the given transaction; of those with the same key the first is kept.
 * Returns how many there are.
 */
export async function replacePrompts(
  db: Db,
  projectId: string,
  prompts: readonly { prompt: string; intent: string | null }[],
): Promise<number> {
  const kept = new Map<string, { prompt: string; intent: string | null }>();
  for (const prompt of prompts) {
    const key = promptKey(prompt.prompt);
    if (!kept.has(key)) kept.set(key, prompt);
  }
  // The project's row first: this makes a second replacement wait.
  await db.updateTable("projects").set({ prompt_count: kept.size }).where("id", "=", projectId).execute();
  await db.deleteFrom("prompts").where("project_id", "=", projectId).execute();
  if (kept.size > 0) {
    const rows = [...kept].map(([prompt_key, { prompt, intent }], position) => ({
      project_id: projectId,
      prompt_key,
      position,
      prompt,
      intent,
    }));
    await db.insertInto("prompts").values(rows).execute();
  }
  return kept.size;
}
