import { Type } from "typebox";
import { action } from "../api/action.ts";
import { Confirmation, demandConfirmed } from "../api/confirmed.ts";
import { deleted } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { Deleted } from "../api/schema/schema.ts";
import { organization } from "../organizations/organization-examples.ts";
import { deleteOrganization as removeOrganization } from "./account-deletion.ts";
import { callOff } from "./call-off.ts";

export const deleteOrganization = action({
  name: "delete_organization",
  http: "DELETE /v1/organization",
  summary: "Delete the organization with everything in it. This cannot be undone.",
  description:
    "For owners. Projects, reports, keys and connectors are gone at once; members keep their accounts.",
  tag: "organization",
  scope: "projects:write",
  role: "owner",
  effect: "deletes",
  limit: "write",
  sessionOnly: true,
  signedInRecently: true,
  problems: ["SIGN_IN_AGAIN"],
  input: Type.Object({
    confirm: Confirmation("Id of the organization"),
  }),
  output: Deleted,
  example: () => ({ fields: { confirm: organization.id }, answers: deleted }),
}).run(async (context, { confirm }) => {
  const { caller, forgetOrganization, now, write } = context;
  const { organizationId } = caller;
  demandConfirmed(confirm, organizationId);
  const response = await write(async (db) => {
    await removeOrganization(db, organizationId, now());
    return reply({ id: organizationId, deleted: true });
  });
  forgetOrganization(organizationId);
  await callOff(context, [organizationId]);
  return response;
});
