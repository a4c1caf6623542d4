import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { Deleted } from "../../api/schema/schema.ts";
import { canonicalUuid } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { webhookId } from "../telling-examples.ts";
import { WebhookId } from "./webhook-terms.ts";
import { deleteWebhook as remove } from "./webhooks.ts";

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
