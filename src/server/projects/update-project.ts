import { Type } from "typebox";
import { action } from "../api/action.ts";
import { projectId } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { ProjectId } from "../api/schema/id-terms.ts";
import { showAs } from "../api/schema/openapi-hints.ts";
import { changeProject } from "./change-project.ts";
import { demandWorkspace } from "./client-workspaces/demand-workspace.ts";
import { holdWorkspace } from "./client-workspaces/workspaces.ts";
import type { Project } from "./project.ts";
import { project } from "./project-examples.ts";
import { checkProjectTerms, ProjectSettings, projectNames } from "./project-terms.ts";
import { ProjectView, projectView } from "./project-view.ts";
import { lockProject, updateProject as storeProject } from "./projects.ts";
import { givenPrompts } from "./prompts/prompt-terms.ts";
import { replacePrompts } from "./prompts/prompts.ts";
import { warnOfRulingOut } from "./ruling-out.ts";
import { nothingToRun } from "./schedule-terms.ts";
import { renamedCompetitors } from "./watches/renamed-competitors.ts";
import { renameWatchedCompetitors } from "./watches/watches.ts";

export const updateProject = action({
  name: "update_project",
  http: "PATCH /v1/projects/{projectId}",
  summary: "Change fields of a project; null clears one. After a name change, stored answers are read again.",
  description:
    "Fields you leave out stay as they are. After a name change, old reports count the new names too.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "write",
  tool: true,
  on: "project",
  problems: ["WORKSPACE_NOT_FOUND"],
  input: showAs(
    Type.Object({
      projectId: ProjectId,
      name: Type.Optional(projectNames.name),
      brand: Type.Optional(projectNames.brand),
      ...ProjectSettings.properties,
    }),
    { bases: [ProjectSettings] },
  ),
  output: ProjectView,
  example: () => ({
    fields: { projectId },
    bodies: {
      usual: {
        summary: "Another schedule; the brand has one name only",
        value: {
          schedule: "weekly",
          brandAliases: null,
        },
      },
    },
    answers: { Project: { summary: "A project that has not been run", data: project } },
  }),
}).run(async (context, { projectId, prompts, ...terms }) => {
  const { caller, engines, now, queue, write } = context;
  checkProjectTerms(terms, engines);
  if (terms.workspaceId === null) demandWorkspace(caller, null);
  const saved = prompts === undefined ? undefined : givenPrompts(prompts ?? [], context.warn);
  const replied = await write(async (db) => {
    if (terms.workspaceId) await holdWorkspace(db, caller, terms.workspaceId);
    // Read again under the lock, so that others' changes since the request came in stay.
    const project = await lockProject(db, caller, context.project.id);
    const changed = changeProject(context, project, terms);
    const promptsLeft = saved?.length ?? project.promptCount;
    const newly = terms.schedule !== undefined || saved !== undefined;
    if (newly && changed.schedule !== "off" && promptsLeft === 0) context.warn(nothingToRun);
    if (terms.until) await warnOfRulingOut({ ...context, db }, changed, changed.until, promptsLeft);
    const stored = await storeProject(db, changed, now());
    const renamed = renamedCompetitors(project.competitors, changed.competitors);
    await renameWatchedCompetitors(db, project.id, renamed);
    const promptCount =
      saved === undefined ? stored.promptCount : await replacePrompts(db, project.id, saved);
    if (readsDifferently(project, changed)) await queue.enqueueReread(db, project.id);
    return reply(projectView({ ...stored, promptCount }, engines.configured()));
  });
  queue.wake();
  return replied;
});

/** Whether stored answers must be read again: a brand, rival, alias, domain or `about` has changed. */
function readsDifferently(before: Project, after: Project): boolean {
  const looked = ({ brand, brandAliases, about, domain, websiteUrl, competitors }: Project) =>
    JSON.stringify([brand, brandAliases, about, domain, websiteUrl, competitors]);
  return looked(before) !== looked(after);
}
