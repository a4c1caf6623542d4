import { type Static, Type } from "typebox";
import type { Caller } from "../api/caller.ts";
import { Closed, Nullable, ObjectOrNull, OneOf, Time, Uuid } from "../api/schema/schema.ts";
import { isAtLeast, roles } from "../kernel/role.ts";
import { WorkspaceIds } from "./members/member-terms.ts";
import type { JoinedOrganization, Organization } from "./organizations.ts";
import type { Retention } from "./retention/retention.ts";
import { RetentionView, retentionView } from "./retention/retention-view.ts";

const mine = {
  member_id: Uuid("Your membership in it."),
  user_id: Uuid("Your account."),
  role: OneOf(roles, { description: "Your role in it." }),
  workspace_ids: WorkspaceIds,
};
const properties = {
  id: Uuid("Id of the organization."),
  name: Type.String({ description: "Its name." }),
  ...mine,
  created_at: Time("When it was made."),
};

export const OrganizationView = Closed(
  {
    ...properties,
    monthly_spend_usd: Nullable(Type.Number(), {
      description:
        "What its calls may cost in a calendar month, USD; null: as much as the server allows, or you are limited to workspaces.",
    }),
    retention: ObjectOrNull(
      RetentionView,
      "How long answers are kept, and what is deleted next; null for members limited to workspaces.",
    ),
    has_bucket: Nullable(Type.Boolean(), {
      description:
        "Whether its rows and figures go into a bucket every night, which GET /v1/bucket shows; null for who is no admin.",
    }),
    plan: Closed(
      {
        code: Type.String({ description: "The plan.", examples: ["agency"] }),
        status: Type.String({ description: "Its state.", examples: ["active"] }),
        roles: Type.Array(OneOf(roles), { description: "Roles that it includes." }),
      },
      { description: "The organization's plan." },
    ),
  },
  { title: "Organization" },
);

export const JoinedOrganizationView = Closed(
  {
    ...properties,
    members: Nullable(Type.Integer({ minimum: 1 }), {
      description: "How many members it has; null if you are limited to workspaces.",
    }),
    current: Type.Boolean({ description: "Whether this request was about it." }),
  },
  { title: "JoinedOrganization" },
);

export const organizationView = (
  organization: Organization,
  caller: Caller,
  planRoles: readonly (typeof roles)[number][],
  { retention, hasBucket }: { retention: Retention | undefined; hasBucket: boolean },
): Static<typeof OrganizationView> => ({
  id: organization.id,
  name: organization.name,
  member_id: caller.memberId,
  user_id: caller.userId,
  role: caller.role,
  workspace_ids: caller.workspaceIds && [...caller.workspaceIds],
  created_at: organization.createdAt,
  monthly_spend_usd: caller.workspaceIds === null ? organization.monthlySpendUsd : null,
  retention: retention ? retentionView(retention) : null,
  has_bucket: isAtLeast(caller.role, "admin") ? hasBucket : null,
  plan: { code: caller.plan, status: caller.planStatus, roles: [...planRoles] },
});

export const joinedOrganizationView = (
  organization: JoinedOrganization,
  caller: Caller,
): Static<typeof JoinedOrganizationView> => ({
  id: organization.id,
  name: organization.name,
  member_id: organization.memberId,
  user_id: caller.userId,
  role: organization.role,
  workspace_ids: organization.workspaceIds,
  created_at: organization.createdAt,
  members: organization.workspaceIds === null ? organization.members : null,
  current: organization.id === caller.organizationId,
});
