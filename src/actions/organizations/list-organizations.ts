import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { organizationHolding } from "../../store/organizations/holding.ts";
import { organizationsOf } from "../../store/organizations/organizations.ts";
import { projectId } from "../examples/northwind.ts";
import { organizations } from "../examples/organizations.ts";
import { JoinedOrganizationView, joinedOrganizationView } from "./views/organization-view.ts";

export const listOrganizations = action({
  name: "list_organizations",
  http: "GET /v1/organizations",
  summary: "List the organizations that you are in, in the order in which you joined them.",
  description:
    "Send the `id` of one as `Overheard-Organization` with a session JWT, or make it the default with PUT /account/organization.",
  tag: "organization",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  sessionOnly: true,
  input: Type.Object({
    holds: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          "Only the one that has the project, report or prompt test with this id, if you may see it.",
      }),
    ),
  }),
  output: Type.Array(JoinedOrganizationView),
  example: () => ({
    fields: { holds: projectId },
    answers: { OrganizationList: { summary: "One organization", data: organizations } },
  }),
}).run(async ({ db, caller }, { holds }) => {
  const joined = await organizationsOf(db, caller.userId);
  const holder = holds === undefined ? null : await organizationHolding(db, caller.userId, holds);
  return joined
    .filter(({ id }) => holder === null || id === holder)
    .map((one) => joinedOrganizationView(one, caller));
});
