import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { hasBucket } from "../../store/exports/buckets.ts";
import { findOrganization } from "../../store/organizations/organizations.ts";
import { findRetention } from "../../store/organizations/retention.ts";
import { organization } from "../examples/organizations.ts";
import { OrganizationView, organizationView } from "./views/organization-view.ts";

export const getOrganization = action({
  name: "get_organization",
  http: "GET /v1/organization",
  summary: "Read the organization of this request, and your role in it.",
  description:
    "What this credential shows belongs to this organization. `role` and `workspace_ids` say what you may see and do.",
  tag: "organization",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  input: Type.Object({}),
  output: OrganizationView,
  example: () => ({ answers: { Organization: { summary: "An agency", data: organization } } }),
}).run(async ({ db, caller, settings, now }) => {
  const organization = await findOrganization(db, caller.organizationId);
  if (!organization) throw new Problem("ORGANIZATION_NOT_FOUND");
  // Of what a limited member does not see, not even the amount is said.
  const kept =
    caller.workspaceIds === null ? await findRetention(db, caller.organizationId, now()) : undefined;
  return organizationView(organization, caller, settings.plans[caller.plan].roles, {
    ...{ kept, hasBucket: await hasBucket(db, caller.organizationId) },
  });
});
