import type { Until } from "../../figures/planning/until.ts";
import type { Context } from "../api/context.ts";
import { correctedBrands } from "../corrections/corrections.ts";
import type { Db } from "../db/db.ts";
import { invalid } from "../kernel/problem.ts";
import type { Project } from "../projects/project.ts";
import { listPrompts } from "../projects/prompts/prompts.ts";
import { warnOfRulingOut } from "../projects/ruling-out.ts";
import type { Measurement } from "./plan-run.ts";
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
        message: "This project has no saved prompts yet. PUT /v1/projects/{projectId}/prompts saves them.",
      },
    ]);
  }
  return {
    type: "visibility_analysis",
    project,
    brands: await correctedBrands(db, project),
    prompts: prompts.map(({ prompt, intent }) => ({ prompt, intent })),
    until: project.until ?? undefined,
  };
}
