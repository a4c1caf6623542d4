import type { Static } from "typebox";
import {
  earlier,
  keyId,
  later,
  memberId,
  organizationId,
  projectId,
  shareLinkId,
  siteUrl,
  workspaceId,
} from "../api/examples/northwind.ts";
import type { AuditEntryView } from "./audit-log/audit-view.ts";
import type { CreatedInvitationView, MemberView } from "./members/member-view.ts";
import type { JoinedOrganizationView, OrganizationView } from "./organization-view.ts";

const ownUserId = "019bbf53-5e6f-7a7b-8c8d-9e0f1a2b3c4d";

const joined = {
  ...{ id: organizationId, name: "Harbour agency", member_id: memberId, role: "owner" as const },
  ...{ user_id: ownUserId, workspace_ids: null, created_at: earlier },
};

export const organization: Static<typeof OrganizationView> = {
  ...joined,
  monthly_spend_usd: 50,
  retention: {
    answers: { days: 90, due: 120, next_at: later },
    rows: { days: null, due: 0, next_at: null },
    audit: { days: null, due: 0, next_at: "2027-02-06T10:30:00.000Z" },
    starts_at: later,
  },
  has_bucket: true,
  plan: { code: "agency", status: "active", roles: ["viewer", "editor", "admin", "owner"] },
};

export const organizations: Static<typeof JoinedOrganizationView>[] = [
  { ...joined, members: 3, current: true },
];

export const limitedMember: Static<typeof MemberView> = {
  ...{ id: "019bbf50-1a2b-7c3d-8e4f-5a6b7c8d9e0f", user_id: "019bbf50-2b3c-7d4e-8f5a-6b7c8d9e0f1a" },
  ...{ email: "kim@northwind.example", name: "Kim Lind", role: "viewer" },
  ...{ workspace_ids: [workspaceId], created_at: later },
};

export const createdInvitation: Static<typeof CreatedInvitationView> = {
  ...{ id: "019bbf51-3c4d-7e5f-8a6b-7c8d9e0f1a2b", email: "kim@northwind.example", role: "viewer" },
  ...{ workspace_ids: [workspaceId], created_at: later, expires_at: "2026-01-22T10:30:00.000Z" },
  ...{ accepted_at: null, url: `${siteUrl}/invitations/EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEE` },
};

export const passwordLink = {
  ...{ url: `${siteUrl}/sign-in/new-password?member=EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEE` },
  expires_at: "2026-01-15T11:30:00.000Z",
};

const { url: _, ...open } = createdInvitation;
export const invitations = [open];

export const auditLog: Static<typeof AuditEntryView>[] = [
  {
    ...{ id: "019bbf52-4d5e-7f6a-8b7c-8d9e0f1a2b3c", at: later, user_id: limitedMember.user_id },
    ...{ email: limitedMember.email, credential: "key", credential_id: keyId, door: "rest" },
    ...{ action: "create_share_link", project_id: projectId, object_id: shareLinkId, details: null },
    source: "203.0.113.7",
  },
];

export const auditCsv = `id,at,user_id,email,credential,credential_id,door,action,project_id,object_id,details,source
019bbf52-4d5e-7f6a-8b7c-8d9e0f1a2b3c,${later},${limitedMember.user_id},kim@northwind.example,key,${keyId},rest,create_share_link,${projectId},${shareLinkId},,203.0.113.7
`;
