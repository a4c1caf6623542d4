import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { Problem } from "../../kernel/problem.ts";
import { findMember } from "../../store/organizations/members.ts";
import { limitedMember } from "../examples/organizations.ts";
import { seesMember } from "./steps/member-terms.ts";
import { MemberId } from "./terms/member-terms.ts";
import { MemberView, memberView } from "./views/member-view.ts";

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
