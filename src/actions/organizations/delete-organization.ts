import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { reply } from "../../kernel/reply.ts";
import { deleteOrganization as removeOrganization } from "../../store/projects/account-deletion.ts";
import { deleted } from "../examples/northwind.ts";
import { organization } from "../examples/organizations.ts";
import { Confirmation, demandConfirmed } from "../schema/confirmed.ts";
import { Deleted } from "../schema/schema.ts";
import { callOff } from "./steps/call-off.ts";

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
  const given = await write(async (db) => {
    await removeOrganization(db, organizationId, now());
    return reply({ id: organizationId, deleted: true });
  });
  forgetOrganization(organizationId);
  await callOff(context, [organizationId]);
  return given;
});
