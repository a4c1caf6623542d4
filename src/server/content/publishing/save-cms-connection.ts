import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { projectId } from "../../api/examples/northwind.ts";
import { reply } from "../../api/reply.ts";
import { ProjectId } from "../../api/schema/id-terms.ts";
import { Problem } from "../../kernel/problem.ts";
import { connection } from "../content-examples.ts";
import { verifyConnection } from "../drafts/verify-connection.ts";
import { CmsConnectionView, cmsConnectionView } from "./cms-connection-view.ts";
import { saveConnection } from "./cms-connections.ts";
import { blogAccess, connectionFields } from "./cms-terms.ts";

export const saveCmsConnection = action({
  name: "save_cms_connection",
  http: "PUT /v1/projects/{projectId}/cms-connection",
  summary: "Connect a blog to publish to, in place of any other, after testing its credentials.",
  description:
    "Credentials are stored encrypted. WordPress requires a user and an application password, Ghost an Admin API key.",
  tag: "setup",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "write",
  on: "project",
  feature: "cms_publishing",
  problems: ["URL_NOT_ALLOWED", "CMS_UPSTREAM_ERROR"],
  input: Type.Object({ projectId: ProjectId, ...connectionFields }),
  output: CmsConnectionView,
  example: () => ({
    fields: { projectId },
    bodies: {
      wordpress: {
        summary: "WordPress",
        value: {
          ...{ kind: "wordpress", siteUrl: connection.site_url, username: "ada" },
          applicationPassword: "aaaa bbbb cccc dddd eeee ffff",
        },
      },
      ghost: {
        summary: "Ghost",
        value: {
          ...{ kind: "ghost", siteUrl: connection.site_url },
          adminApiKey: `${"0".repeat(24)}:${"0".repeat(64)}`,
        },
      },
    },
    answers: { CmsConnection: { summary: "A WordPress blog", data: connection } },
  }),
}).run(async ({ project, blogs, vault, signal, now, write }, terms) => {
  const rawAccess = blogAccess(terms);
  const access = { ...rawAccess, siteUrl: await blogs.check(rawAccess.siteUrl) };
  const siteName = await verifyConnection(blogs, access, signal);
  const connection = {
    kind: access.kind,
    siteUrl: access.siteUrl,
    account: access.kind === "wordpress" ? access.username : null,
    siteName,
    sealed: await vault.seal(project.id, access),
  };
  return write(async (db) => {
    const saved = await saveConnection(db, project.id, connection, now());
    if (!saved) throw new Problem("PROJECT_NOT_FOUND");
    return reply(cmsConnectionView(project.id, saved, true));
  });
});
