import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { findOrganization, renameOrganization } from "../../store/organizations/organizations.ts";
import { OrganizationView, organizationView } from "./views/organization-view.ts";

export const updateOrganization = action({
  name: "update_organization",
  http: "PATCH /v1/organization",
  summary: "Rename the organization.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "write",
  sessionOnly: true,
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100, description: "What it is called." }),
  }),
  output: OrganizationView,
}).run(async ({ caller, settings, write }, { name }) =>
  write(async (db) => {
    await renameOrganization(db, caller.organizationId, name);
    const organization = await findOrganization(db, caller.organizationId);
    if (!organization) throw new Problem("ORGANIZATION_NOT_FOUND");
    return reply(organizationView(organization, caller, settings.plans[caller.plan].roles));
  }),
);
