import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { deleted, workspaceId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { WorkspaceId } from "../../api/schema/id-terms.ts";
import { Deleted } from "../../api/schema/schema.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { deleteWorkspace } from "./workspaces.ts";

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
