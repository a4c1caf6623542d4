import { type Project, trackedBrands } from "../../domain/project.ts";
import type { Context } from "../../kernel/context.ts";
import { invalid } from "../../kernel/problem.ts";
import { listPrompts } from "../../store/prompts.ts";
import { startRun } from "./start-run.ts";

/** A run of the saved prompts. Throws a 400 `no_saved_prompts` where there are none. */
export async function analyseProject(context: Context, project: Project) {
  const prompts = await listPrompts(context.db, project.id);
  if (prompts.length === 0) {
    throw invalid([
      {
        in: "body",
        path: "/projectId",
        code: "no_saved_prompts",
        message: "This project has no saved prompts yet.",
      },
    ]);
  }
  return startRun(context, {
    type: "visibility_analysis",
    project,
    tracked: trackedBrands(project),
    prompts: prompts.map(({ prompt, intent }) => ({ prompt, intent })),
    waitSeconds: 2,
    statusWhileRunning: 202,
  });
}
