import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { reply } from "../../kernel/reply.ts";
import { deleteAccount as removeAccount } from "../../store/projects/account-deletion.ts";
import { deleted } from "../examples/northwind.ts";
import { organization } from "../examples/organizations.ts";
import { callOff } from "../organizations/steps/call-off.ts";
import { Confirmation, demandConfirmed } from "../schema/confirmed.ts";
import { Deleted } from "../schema/schema.ts";

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
  const given = await write(async (db) => {
    gone = await removeAccount(db, userId, now(), { marks, plans: settings.plans });
    return reply({ id: userId, deleted: true });
  });
  forgetUser(userId);
  await callOff(context, gone);
  return given;
});
