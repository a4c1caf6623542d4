import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { limitedMember } from "../organization-examples.ts";
import { seesMember } from "./member-changes.ts";
import { MemberId } from "./member-terms.ts";
import { MemberView, memberView } from "./member-view.ts";
import { findMember } from "./members.ts";

export const getMember = action({
  name: "get_member",
  http: "GET /v1/organization/members/{memberId}",
  summary: "Read a member of the organization.",
  description: "One member, by the id that the list shows.",
  tag: "organization",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  sessionOnly: true,
  problems: ["MEMBER_NOT_FOUND"],
  input: Type.Object({ memberId: MemberId }),
  output: MemberView,
  example: () => ({
    fields: { memberId: limitedMember.id },
    answers: { Member: { summary: "A client who may look", data: limitedMember } },
  }),
}).run(async ({ db, caller }, { memberId }) => {
  const member = await findMember(db, caller.organizationId, memberId);
  if (!member || !seesMember(caller, member.id)) throw new Problem("MEMBER_NOT_FOUND");
  return memberView(member);
});
