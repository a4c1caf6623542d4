import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { deleteWorkspace } from "../../store/projects/workspaces.ts";
import { deleted, workspaceId } from "../examples/northwind.ts";
import { WorkspaceId } from "../schema/id-terms.ts";
import { Deleted } from "../schema/schema.ts";

export const deleteClientWorkspace = action({
  name: "delete_client_workspace",
  http: "DELETE /v1/client-workspaces/{workspaceId}",
  summary: "Delete a workspace; its projects and reports stay.",
  description: "The projects are then in no client workspace.",
  tag: "setup",
  scope: "projects:write",
  unlimited: true,
  effect: "deletes",
  limit: "write",
  feature: "client_workspaces",
  problems: ["WORKSPACE_NOT_FOUND"],
  input: Type.Object({ workspaceId: WorkspaceId }),
  output: Deleted,
  example: () => ({
    fields: { workspaceId },
    answers: deleted,
  }),
}).run(async ({ caller, write }, { workspaceId }) => {
  const id = canonicalUuid(workspaceId);
  if (!id) throw new Problem("WORKSPACE_NOT_FOUND");
  return write(async (db) => {
    if (!(await deleteWorkspace(db, caller, id))) throw new Problem("WORKSPACE_NOT_FOUND");
    return reply({ id, deleted: true });
  });
});
