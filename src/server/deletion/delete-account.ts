import { Type } from "typebox";
import { action } from "../api/action.ts";
import { Confirmation, demandConfirmed } from "../api/confirmed.ts";
import { deleted } from "../api/examples/northwind.ts";
import { reply } from "../api/reply.ts";
import { Deleted } from "../api/schema/schema.ts";
import { organization } from "../organizations/organization-examples.ts";
import { deleteAccount as removeAccount } from "./account-deletion.ts";
import { callOff } from "./call-off.ts";

export const deleteAccount = action({
  name: "delete_account",
  http: "DELETE /v1/account",
  summary: "Delete your account, and the organizations that are yours alone.",
  description:
    "What you made in organizations with other members stays there, without your name. If you are an only owner, the oldest admin becomes the owner, or else the oldest editor who sees everything. Without either, this is 409 `LAST_OWNER`.",
  tag: "organization",
  // Everybody may leave.
  scope: "visibility:read",
  effect: "deletes",
  limit: "write",
  sessionOnly: true,
  signedInRecently: true,
  problems: ["LAST_OWNER", "SIGN_IN_AGAIN"],
  input: Type.Object({
    confirm: Confirmation("Your `user_id`, as GET /organization shows it"),
  }),
  output: Deleted,
  example: () => ({ fields: { confirm: organization.user_id }, answers: deleted }),
}).run(async (context, { confirm }) => {
  const { caller, forgetUser, marks, now, settings, write } = context;
  const { userId } = caller;
  demandConfirmed(confirm, userId);
  let gone: string[] = [];
  const response = await write(async (db) => {
    gone = await removeAccount(db, userId, now(), { marks, plans: settings.plans });
    return reply({ id: userId, deleted: true });
  });
  forgetUser(userId);
  await callOff(context, gone);
  return response;
});
