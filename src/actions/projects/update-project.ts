import { Type } from "typebox";
import type { Project } from "../../domain/project/project.ts";
import { action } from "../../kernel/action.ts";
import { reply } from "../../kernel/reply.ts";
import { lockProject, updateProject as storeProject } from "../../store/projects/projects.ts";
import { replacePrompts } from "../../store/projects/prompts.ts";
import { holdWorkspace } from "../../store/projects/workspaces.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { changedProject } from "./steps/changed-project.ts";
import { demandWorkspace } from "./steps/demand-workspace.ts";
import { checkProjectTerms, orNull, projectFields } from "./terms/project-terms.ts";
import { givenPrompts } from "./terms/prompt-terms.ts";
import { nothingToRun } from "./terms/schedule-terms.ts";
import { ProjectView, projectView } from "./views/project-view.ts";

const { name, brand, ...clearable } = projectFields;

export const updateProject = action({
  name: "update_project",
  http: "PATCH /v1/projects/{projectId}",
  summary: "Change fields of a project; null clears one. A change of names re-reads stored answers.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "write",
  tool: true,
  on: "project",
  problems: ["WORKSPACE_NOT_FOUND"],
  input: Type.Object({
    projectId: ProjectId,
    name: Type.Optional(name),
    brand: Type.Optional(brand),
    ...orNull(clearable, "Null clears it."),
  }),
  output: ProjectView,
}).run(async (context, { projectId, prompts, ...terms }) => {
  const { caller, engines, now, queue, write } = context;
  checkProjectTerms(terms, engines);
  if (terms.workspaceId === null) demandWorkspace(caller, null);
  const saved = prompts === undefined ? undefined : givenPrompts(prompts ?? [], context.warn);
  const replied = await write(async (db) => {
    if (terms.workspaceId) await holdWorkspace(db, caller, terms.workspaceId);
    // As it is now: what others have changed since the request came in stays as they left it.
    const project = await lockProject(db, caller, context.project.id);
    const changed = changedProject(context, project, terms);
    const promptsLeft = saved?.length ?? project.promptCount;
    const newly = terms.schedule !== undefined || saved !== undefined;
    if (newly && changed.schedule !== "off" && promptsLeft === 0) context.warn(nothingToRun);
    const stored = await storeProject(db, changed, now());
    const promptCount =
      saved === undefined ? stored.promptCount : await replacePrompts(db, project.id, saved);
    if (readsDifferently(project, changed)) await queue.enqueueReread(db, project.id);
    return reply(projectView({ ...stored, promptCount }, engines.configured()));
  });
  queue.wake();
  return replied;
});

/** Whether stored answers must be read again: another brand, rival, alias, domain or `about`. */
function readsDifferently(before: Project, after: Project): boolean {
  const looked = ({ brand, brandAliases, about, domain, websiteUrl, competitors }: Project) =>
    JSON.stringify([brand, brandAliases, about, domain, websiteUrl, competitors]);
  return looked(before) !== looked(after);
}
