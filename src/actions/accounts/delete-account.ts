import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { reply } from "../../kernel/reply.ts";
import { deleteAccount as removeAccount } from "../../store/projects/account-deletion.ts";
import { demandConfirmed } from "../schema/confirmed.ts";
import { Deleted } from "../schema/schema.ts";

export const deleteAccount = action({
  name: "delete_account",
  http: "DELETE /v1/account",
  summary: "Delete your account, and the organizations that are yours alone.",
  tag: "organization",
  // Everybody may leave.
  scope: "visibility:read",
  effect: "deletes",
  limit: "write",
  sessionOnly: true,
  input: Type.Object({
    confirm: Type.String({
      format: "uuid",
      description: "Your `user_id`, as GET /organization shows it, so that nothing is deleted by mistake.",
    }),
  }),
  output: Deleted,
}).run(async ({ db, caller, queue, forgetUser, now, write }, { confirm }) => {
  const { userId } = caller;
  demandConfirmed(confirm, userId);
  const given = await write(async () => reply({ id: userId, deleted: true }));
  const running = await removeAccount(db, userId, now());
  for (const report of running) queue.stopAsking(report);
  forgetUser(userId);
  return given;
});
