import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { lockOrganization } from "../../organizations/organizations.ts";
import { workspace } from "../project-examples.ts";
import { hostOf } from "../project-terms.ts";
import { checkWorkspaceTerms, workspaceFields } from "./workspace-terms.ts";
import { WorkspaceView, workspaceView } from "./workspace-view.ts";
import { countWorkspaces, insertWorkspace } from "./workspaces.ts";

const { name, kind, status, domain } = workspaceFields;

export const createClientWorkspace = action({
  name: "create_client_workspace",
  http: "POST /v1/client-workspaces",
  summary: "Create a workspace for a client or a pitch.",
  description: "For agencies. Put projects in it by their `workspaceId`.",
  tag: "setup",
  scope: "projects:write",
  unlimited: true,
  effect: "writes",
  limit: "write",
  status: 201,
  feature: "client_workspaces",
  problems: ["BILLING_REQUIRED"],
  input: Type.Object({
    name,
    kind,
    status: Type.Optional(status),
    domain: Type.Optional(domain),
  }),
  output: WorkspaceView,
  example: () => ({
    bodies: {
      usual: {
        summary: "A client",
        value: { name: workspace.name, kind: "client", domain: "northwind.example" },
      },
    },
    answers: { ClientWorkspace: { status: 201, summary: "A workspace without projects", data: workspace } },
  }),
}).run(async ({ caller, now, settings, write }, terms) => {
  checkWorkspaceTerms(terms);
  // No more workspaces than there can be projects to put in them.
  const limit = settings.plans[caller.plan].projects;
  return write(async (db) => {
    await lockOrganization(db, caller.organizationId);
    if ((await countWorkspaces(db, caller.organizationId)) >= limit) {
      throw new Problem("BILLING_REQUIRED", {
        message: `Client workspaces: ${limit} of the ${limit} that the plan allows.`,
        details: {
          quota: "workspaces",
          remaining: 0,
          required: 1,
          limit,
          resets_at: null,
          upgrade_url: null,
        },
      });
    }
    const workspace = await insertWorkspace(db, {
      id: newId(),
      organizationId: caller.organizationId,
      name: terms.name,
      kind: terms.kind,
      status: terms.status ?? "active",
      domain: terms.domain ? hostOf(terms.domain) : null,
      createdAt: now().toISOString(),
    });
    return reply(workspaceView(workspace), { location: `/v1/client-workspaces/${workspace.id}` });
  });
});
