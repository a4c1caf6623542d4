import type { SuggestedPrompt } from "../../../planner/prompts/suggest-prompts.ts";
import { promptKey } from "../../../reader/prompt.ts";
import type { Context } from "../../api/context.ts";
import type { Db } from "../../db/db.ts";
import type { Project } from "../../projects/project.ts";
import { lockProject } from "../../projects/projects.ts";
import { listPrompts, replacePrompts } from "../../projects/prompts/prompts.ts";

/** The most that a project can have. */
const savedMax = 500;

/**
 * Appends suggestions to a project's saved prompts, in the given transaction: new ones only, as far as there is room.
 * Questions that name the brand are left out, as they measure little. Returns how many were added; throws
 * PROJECT_NOT_FOUND if the project is gone.
 */
export async function savePrompts(
  { caller, warn }: Pick<Context, "caller" | "warn">,
  db: Db,
  { id }: Project,
  suggested: readonly SuggestedPrompt[],
): Promise<number> {
  // Locked before reading, so that what another request adds meanwhile stays.
  await lockProject(db, caller, id);
  const saved = await listPrompts(db, id);
  const savedKeys = new Set(saved.map(({ promptKey }) => promptKey));
  const fresh = suggested.filter(
    ({ prompt, intent }) => intent !== "brand" && !savedKeys.has(promptKey(prompt)),
  );
  const added = fresh.slice(0, Math.max(0, savedMax - saved.length));
  if (added.length < fresh.length) {
    const message = `A project has at most ${savedMax} saved prompts; ${fresh.length - added.length} were not added.`;
    warn({ code: "PROMPTS_LEFT_OUT", path: "/save", message });
  }
  if (added.length > 0) {
    const prompts = [...saved, ...added].map(({ prompt, intent }) => ({ prompt, intent }));
    await replacePrompts(db, id, prompts);
  }
  return added.length;
}
