import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { findConnection } from "../../store/content/cms-connections.ts";
import { connection } from "../examples/content.ts";
import { projectId } from "../examples/northwind.ts";
import { ProjectId } from "../schema/id-terms.ts";
import { CmsConnectionView, cmsConnectionView } from "./views/cms-connection-view.ts";

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
