import { Type } from "typebox";
import { action } from "../api/action.ts";
import { projectId } from "../api/examples/northwind.ts";
import { organizationHolding } from "./holding.ts";
import { organizations } from "./organization-examples.ts";
import { JoinedOrganizationView, joinedOrganizationView } from "./organization-view.ts";
import { organizationsOf } from "./organizations.ts";

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
