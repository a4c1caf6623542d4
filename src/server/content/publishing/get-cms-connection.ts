import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { Problem } from "../../kernel/problem.ts";
import { connection } from "../content-examples.ts";
import { CmsConnectionView, cmsConnectionView } from "./cms-connection-view.ts";
import { findConnection } from "./cms-connections.ts";

export const getCmsConnection = action({
  name: "get_cms_connection",
  http: "GET /v1/projects/{projectId}/cms-connection",
  summary: "Read which blog a project publishes to, and whether its credentials still work.",
  description: "Credentials are never shown.",
  tag: "setup",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  on: "project",
  problems: ["CMS_CONNECTION_NOT_FOUND"],
  input: Type.Object({ projectId: ProjectId }),
  output: CmsConnectionView,
  example: () => ({
    fields: { projectId },
    answers: { CmsConnection: { summary: "A WordPress blog", data: connection } },
  }),
}).run(async ({ db, project, vault }) => {
  const connection = await findConnection(db, project.id);
  if (!connection) throw new Problem("CMS_CONNECTION_NOT_FOUND");
  const readable = (await vault.open(project.id, connection.sealed)) !== undefined;
  return cmsConnectionView(project.id, connection, readable);
});
