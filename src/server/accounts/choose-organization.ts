import { Type } from "typebox";
import { action } from "../api/action.ts";
import { reply } from "../api/reply.ts";
import { Closed, Uuid } from "../api/schema/schema.ts";
import { canonicalUuid } from "../kernel/id.ts";
import { Problem } from "../kernel/problem.ts";
import { chooseOrganization as choose } from "../organizations/members/memberships.ts";
import { organization } from "../organizations/organization-examples.ts";

export const chooseOrganization = action({
  name: "choose_organization",
  http: "PUT /v1/account/organization",
  summary: "Choose the organization that a request is about where it names none.",
  description:
    "Holds for your sessions until you choose another. Naming one in `Overheard-Organization` chooses nothing.",
  tag: "organization",
  // Whoever may do nothing here may still work somewhere else.
  scope: "visibility:read",
  effect: "writes",
  limit: "write",
  sessionOnly: true,
  problems: ["ORGANIZATION_NOT_FOUND"],
  input: Type.Object({
    organizationId: Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Id of an organization that you are in.",
    }),
  }),
  output: Closed(
    { organization_id: Uuid("The organization that you have chosen.") },
    { title: "ChosenOrganization" },
  ),
  example: () => ({
    bodies: { usual: { summary: "One of yours", value: { organizationId: organization.id } } },
    answers: {
      ChosenOrganization: { summary: "Chosen", data: { organization_id: organization.id } },
    },
  }),
}).run(async ({ caller, forgetUser, write }, { organizationId }) => {
  const id = canonicalUuid(organizationId);
  const replied = await write(async (db) => {
    if (id === null || !(await choose(db, caller.userId, id))) throw new Problem("ORGANIZATION_NOT_FOUND");
    return reply({ organization_id: id });
  });
  forgetUser(caller.userId);
  return replied;
});
