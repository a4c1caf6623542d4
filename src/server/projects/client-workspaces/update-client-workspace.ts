import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { workspaceId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { WorkspaceId } from "../../api/schema/id-terms.ts";
import { Nullable } from "../../api/schema/schema.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { workspace } from "../project-examples.ts";
import { hostOf } from "../project-terms.ts";
import { checkWorkspaceTerms, workspaceFields } from "./workspace-terms.ts";
import { WorkspaceView, workspaceView } from "./workspace-view.ts";
import { updateWorkspace } from "./workspaces.ts";

const { name, kind, status, domain } = workspaceFields;

export const updateClientWorkspace = action({
  name: "update_client_workspace",
  http: "PATCH /v1/client-workspaces/{workspaceId}",
  summary: "Change a workspace's name, kind, domain or status.",
  description: "Fields you leave out stay as they are.",
  tag: "setup",
  scope: "projects:write",
  effect: "writes",
  limit: "write",
  feature: "client_workspaces",
  problems: ["WORKSPACE_NOT_FOUND"],
  input: Type.Object({
    workspaceId: WorkspaceId,
    name: Type.Optional(name),
    kind: Type.Optional(kind),
    status: Type.Optional(status),
    domain: Type.Optional(Nullable(domain, { description: "The client's own domain; null clears it." })),
  }),
  output: WorkspaceView,
  example: () => ({
    fields: { workspaceId },
    bodies: { usual: { summary: "Another name", value: { name: workspace.name } } },
    answers: { ClientWorkspace: { summary: "A workspace without projects", data: workspace } },
  }),
}).run(async ({ caller, now, write }, { workspaceId, ...changes }) => {
  checkWorkspaceTerms(changes);
  const id = canonicalUuid(workspaceId);
  if (!id) throw new Problem("WORKSPACE_NOT_FOUND");
  const host = changes.domain && { domain: hostOf(changes.domain) };
  return write(async (db) => {
    const workspace = await updateWorkspace(db, caller, id, { ...changes, ...host }, now());
    if (!workspace) throw new Problem("WORKSPACE_NOT_FOUND");
    return reply(workspaceView(workspace));
  });
});
