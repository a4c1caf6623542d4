import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { organizationsOf } from "../../store/organizations/organizations.ts";
import { organizations } from "../examples/organizations.ts";
import { JoinedOrganizationView, joinedOrganizationView } from "./views/organization-view.ts";

export const listOrganizations = action({
  name: "list_organizations",
  http: "GET /v1/organizations",
  summary: "List the organizations that you are in, in the order in which you joined them.",
  description: "To choose one, send its `id` as `Overheard-Organization` with a session JWT.",
  tag: "organization",
  scope: "visibility:read",
  effect: "reads",
  limit: "read",
  sessionOnly: true,
  input: Type.Object({}),
  output: Type.Array(JoinedOrganizationView),
  example: () => ({ answers: { OrganizationList: { summary: "One organization", data: organizations } } }),
}).run(async ({ db, caller }) =>
  (await organizationsOf(db, caller.userId)).map((one) => joinedOrganizationView(one, caller)),
);
