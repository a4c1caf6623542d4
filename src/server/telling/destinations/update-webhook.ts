import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { changesBetween } from "../../organizations/audit-log/audited-changes.ts";
import { webhook, webhookId } from "../telling-examples.ts";
import { givenAddress } from "./given-address.ts";
import { openDestination, shownWebhook } from "./seal-destination.ts";
import { WebhookId, WebhookUrl, webhookFields } from "./webhook-terms.ts";
import { WebhookView } from "./webhook-view.ts";
import { changeWebhook, findWebhook } from "./webhooks.ts";

export const updateWebhook = action({
  name: "update_webhook",
  http: "PATCH /v1/webhooks/{webhookId}",
  summary: "Change a destination, or turn it off or on; turned on, it is yours, and gets what it has missed.",
  description:
    "For admins. Fields you leave out stay. What happens while a person has turned it off is not told; what happened while it was off by itself is kept for 30 days. Another address keeps its signing secret. Another project, or other events, hold for all that is sent after, also for what waits and for what is sent again.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "write",
  sessionOnly: true,
  problems: ["WEBHOOK_NOT_FOUND", "URL_NOT_ALLOWED", "PROJECT_NOT_FOUND"],
  input: Type.Object({
    webhookId: WebhookId,
    url: Type.Optional(WebhookUrl),
    active: Type.Optional(Type.Boolean({ description: "Whether anything is sent to it." })),
    ...webhookFields,
  }),
  output: WebhookView,
  example: () => ({
    fields: { webhookId },
    bodies: { usual: { summary: "Turned on again", value: { active: true } } },
    answers: { Webhook: { summary: "A destination", data: webhook } },
  }),
}).run(async (context, { webhookId, url, active, name, types, projectId, quotes }) => {
  const { db, caller, destinationVault: vault, queue, now, write } = context;
  const { organizationId, userId } = caller;
  const before = await findWebhook(db, organizationId, webhookId);
  if (!before) throw new Problem("WEBHOOK_NOT_FOUND");
  const project = projectId ? (await context.ownProject(projectId)).id : projectId;
  if (url !== undefined) await givenAddress(context, { kind: before.kind, url });
  // Mail goes to whose it is, and nobody makes it somebody else's.
  if (before.kind === "email" && active && before.userId !== userId) throw ofSomebodyElse();
  const answer = await write(async (db) => {
    const current = await findWebhook(db, organizationId, before.id, { lock: true });
    if (!current) throw new Problem("WEBHOOK_NOT_FOUND");
    const secrets = (await openDestination(vault, current))?.secrets ?? [];
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(types === undefined ? {} : { types: types && [...new Set(types)] }),
      ...(project === undefined ? {} : { projectId: project }),
      ...(quotes === undefined ? {} : { quotes }),
      ...(url === undefined ? {} : { sealed: await vault.seal(current.id, { url, secrets }) }),
      ...(active === undefined ? {} : { active }),
      ...(active || url !== undefined ? { userId } : {}),
    };
    const changed = await changeWebhook(db, current, changes, now());
    if (!changed) throw new Problem("WEBHOOK_NOT_FOUND");
    const view = await shownWebhook(vault, changed);
    const audited = changesBetween(await shownWebhook(vault, current), {
      ...view,
      ...(url === undefined ? {} : { address: "changed" }),
    });
    return reply(view, { audited });
  });
  // What has waited for one that is turned on goes at once.
  if (active) queue.wake();
  return answer;
});

const ofSomebodyElse = () =>
  invalid([
    {
      in: "body",
      path: "/active",
      code: "not_yours",
      message: "Only the member who gets this mail can turn it on.",
    },
  ]);
