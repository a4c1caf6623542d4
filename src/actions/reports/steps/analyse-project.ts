import type { Project } from "../../../domain/project/project.ts";
import type { Until } from "../../../domain/project/until.ts";
import type { Context } from "../../../kernel/context.ts";
import { invalid } from "../../../kernel/problem.ts";
import type { Db } from "../../../store/db/db.ts";
import { listPrompts } from "../../../store/projects/prompts.ts";
import { correctedBrands } from "../../../store/reports/corrections.ts";
import type { Measurement } from "./plan-run.ts";
import { warnOfRulingOut } from "./ruling-out.ts";
import { startRun } from "./start-run.ts";

/**
 * Runs the saved prompts until what this call says, or else what the project says. Throws a 400 `no_saved_prompts` if
 * there are none.
 */
export async function analyseProject(context: Context, project: Project, until?: Until) {
  const measurement = await savedPromptsOf(context.db, project);
  const stop = until ?? measurement.until;
  await warnOfRulingOut(context, project, stop, measurement.prompts.length);
  return startRun(context, {
    ...measurement,
    until: stop,
    waitSeconds: 2,
    statusWhileRunning: 202,
  });
}

/** What a run of the saved prompts measures. Throws a 400 `no_saved_prompts` if there are none. */
export async function savedPromptsOf(db: Db, project: Project): Promise<Measurement> {
  const prompts = await listPrompts(db, project.id);
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
  return {
    type: "visibility_analysis",
    project,
    tracked: await correctedBrands(db, project),
    prompts: prompts.map(({ prompt, intent }) => ({ prompt, intent })),
    until: project.until ?? undefined,
  };
}
