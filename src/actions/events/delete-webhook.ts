import { Type } from "typebox";
import { action } from "../../kernel/action.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { reply } from "../../kernel/reply.ts";
import { deleteWebhook as remove } from "../../store/events/webhooks.ts";
import { webhookId } from "../examples/events.ts";
import { Deleted } from "../schema/schema.ts";
import { WebhookId } from "./terms/webhook-terms.ts";

export const deleteWebhook = action({
  name: "delete_webhook",
  http: "DELETE /v1/webhooks/{webhookId}",
  summary: "Delete a destination with its log; nothing is sent to it any more.",
  description: "For admins. What waits for it is not sent.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "deletes",
  limit: "write",
  sessionOnly: true,
  problems: ["WEBHOOK_NOT_FOUND"],
  input: Type.Object({ webhookId: WebhookId }),
  output: Deleted,
  example: () => ({
    fields: { webhookId },
    answers: { DeletedWebhook: { summary: "Deleted", data: { id: webhookId, deleted: true } } },
  }),
}).run(({ caller, write }, { webhookId }) =>
  write(async (db) => {
    const id = canonicalUuid(webhookId);
    if (!id || !(await remove(db, caller.organizationId, id))) throw new Problem("WEBHOOK_NOT_FOUND");
    return reply({ id, deleted: true });
  }),
);
