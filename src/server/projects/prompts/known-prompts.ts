import type { Db } from "../../kernel/db.ts";
import { latestReport } from "../../reports/reports.ts";
import { listPrompts } from "./prompts.ts";

/** The texts of a project's prompts by their keys: the saved ones in their order, then those only in its newest report. */
export async function knownPrompts(db: Db, projectId: string): Promise<Map<string, string>> {
  const saved = await listPrompts(db, projectId);
  const report = await latestReport(db, projectId, "main");
  const promptTexts = new Map(saved.map(({ promptKey, prompt }) => [promptKey, prompt]));
  for (const { promptKey, prompt } of report?.scored?.prompts ?? [])
    if (!promptTexts.has(promptKey)) promptTexts.set(promptKey, prompt);
  return promptTexts;
}
