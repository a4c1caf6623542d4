import { Type } from "typebox";
import { Nullable, OneOf } from "../../api/schema/schema.ts";
import { roles } from "../../kernel/role.ts";

export const MemberId = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Id of a member of the organization.",
});

export const RoleWord = (description: string) => OneOf(roles, { description });

/** Workspaces at most in one list: as many as any plan has. */
const workspacesMax = 500;

export const WorkspaceIds = Nullable(
  Type.Array(Type.String({ format: "uuid" }), { maxItems: workspacesMax, uniqueItems: true }),
  { description: "Client workspaces that the member is limited to; null: all of the organization." },
);
