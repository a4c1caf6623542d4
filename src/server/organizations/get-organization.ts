import { Type } from "typebox";
import { action } from "../api/action.ts";
import { hasBucket } from "../exports/bucket/buckets.ts";
import { Problem } from "../kernel/problem.ts";
import { organization } from "./organization-examples.ts";
import { OrganizationView, organizationView } from "./organization-view.ts";
import { findOrganization } from "./organizations.ts";
import { findRetention } from "./retention/retention.ts";

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
  const retention =
    caller.workspaceIds === null ? await findRetention(db, caller.organizationId, now()) : undefined;
  return organizationView(organization, caller, settings.plans[caller.plan].roles, {
    ...{ retention, hasBucket: await hasBucket(db, caller.organizationId) },
  });
});
