import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { Closed, Time, Uuid } from "../../api/schema/schema.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { rotatedSecret, webhookId } from "../telling-examples.ts";
import { newSigningSecret, openDestination } from "./seal-destination.ts";
import type { SealedDestination } from "./sealed-destination.ts";
import { WebhookId } from "./webhook-terms.ts";
import { changeWebhook, findWebhook } from "./webhooks.ts";

/** How long one that is replaced counts besides. */
const besideMs = 24 * 3_600_000;
/** Replaced ones that count, so that headers stay small. */
const formerMost = 9;

export const rotateWebhookSecret = action({
  name: "rotate_webhook_secret",
  http: "POST /v1/webhooks/{webhookId}/rotate-secret",
  summary:
    "Replace a signing secret. The new one is shown only in this answer; the old one counts for 24 hours.",
  description:
    "For admins. Until then each request has a signature of both, so that none is refused while you replace it.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "keys",
  sessionOnly: true,
  secret: true,
  noStore: true,
  problems: ["WEBHOOK_NOT_FOUND", "SECRET_ALREADY_SHOWN"],
  input: Type.Object({ webhookId: WebhookId }),
  output: Closed(
    {
      id: Uuid("Id of the destination."),
      secret: Type.String({ description: "The new secret." }),
      previous_until: Time("Until when the one before counts too."),
    },
    { title: "RotatedSecret" },
  ),
  example: () => ({
    fields: { webhookId },
    answers: { RotatedSecret: { summary: "A new secret", data: rotatedSecret } },
  }),
}).run(({ caller, destinationVault: vault, now, write }, { webhookId }) =>
  write(async (db) => {
    const webhook = await findWebhook(db, caller.organizationId, webhookId, { lock: true });
    if (!webhook) throw new Problem("WEBHOOK_NOT_FOUND");
    if (webhook.kind !== "webhook") throw hasNoSecret();
    const { url = null, secrets = [] } = (await openDestination(vault, webhook)) ?? {};
    const until = new Date(now().getTime() + besideMs).toISOString();
    const secret = newSigningSecret();
    // Whoever loses the new one replaces it at once: the receiver still has an earlier one.
    const former = secrets
      .filter((each) => each.until === null || Date.parse(each.until) > now().getTime())
      .map((each) => ({ secret: each.secret, until: each.until ?? until }))
      .slice(0, formerMost);
    const sealed: SealedDestination = { url, secrets: [{ secret, until: null }, ...former] };
    await changeWebhook(db, webhook, { sealed: await vault.seal(webhook.id, sealed) }, now());
    return reply({ id: webhook.id, secret, previous_until: until });
  }),
);

const hasNoSecret = () =>
  invalid([
    {
      ...{ in: "path", path: "/webhookId", code: "has_no_secret" },
      message: "Only a destination of the kind `webhook` is signed.",
    },
  ]);
