import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { cursor } from "../../api/examples/northwind.ts";
import { pageFields, pageOf } from "../../api/schema/page-terms.ts";
import { workspace } from "../project-examples.ts";
import { WorkspaceView, workspaceView } from "./workspace-view.ts";
import { listWorkspaces } from "./workspaces.ts";

export const listClientWorkspaces = action({
  name: "list_client_workspaces",
  http: "GET /v1/client-workspaces",
  summary: "List your workspaces for clients and pitches, newest first, with their projects.",
  description: "For agencies.",
  tag: "account",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  tool: true,
  feature: "client_workspaces",
  paged: true,
  input: Type.Object(pageFields("Workspaces")),
  output: Type.Array(WorkspaceView),
  example: () => ({
    fields: { limit: 500, cursor },
    answers: { ClientWorkspaceList: { summary: "One client", data: [workspace] } },
  }),
}).run(async ({ db, caller, cursors }, terms) => {
  const page = pageOf(cursors, `list_client_workspaces ${caller.organizationId}`, terms);
  return page.reply(await listWorkspaces(db, caller, page.range), workspaceView);
});
