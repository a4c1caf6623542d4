import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { newId } from "../../kernel/id.ts";
import { Problem } from "../../kernel/problem.ts";
import { lockOrganization } from "../../organizations/organizations.ts";
import { createdWebhook } from "../telling-examples.ts";
import { givenAddress } from "./given-address.ts";
import { newSigningSecret, shownWebhook } from "./seal-destination.ts";
import type { SealedDestination } from "./sealed-destination.ts";
import { KindWord, WebhookUrl, webhookFields } from "./webhook-terms.ts";
import { CreatedWebhookView } from "./webhook-view.ts";
import { countWebhooks, insertWebhook } from "./webhooks.ts";

/** Of one organization. */
const webhooksMax = 20;

export const createWebhook = action({
  name: "create_webhook",
  http: "POST /v1/webhooks",
  summary: "Add a destination that is told what happens. Its signing secret is shown only in this answer.",
  description:
    "For admins. A program gets `{ type, timestamp, data }`, signed after Standard Webhooks, at least once and in order for each object; `data` is what the object's own route returns, or above 20 kB its id, headline and link. Slack, Discord and Teams get a message, your own inbox a letter. Nothing of the past is told.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "write",
  sessionOnly: true,
  secret: true,
  noStore: true,
  status: 201,
  problems: ["URL_NOT_ALLOWED", "PROJECT_NOT_FOUND", "WEBHOOK_LIMIT_REACHED", "SECRET_ALREADY_SHOWN"],
  audit: (_, { kind, project_id, types }) => ({ details: { kind, project_id, types } }),
  input: Type.Object({
    kind: Type.Optional(KindWord),
    url: Type.Optional(WebhookUrl),
    ...webhookFields,
  }),
  output: CreatedWebhookView,
  example: () => ({
    bodies: {
      usual: { summary: "A program", value: { url: "https://hooks.northwind.example/overheard" } },
      slack: {
        summary: "A channel, of some events",
        value: {
          ...{ kind: "slack", name: "#marketing", url: "https://hooks.slack.com/services/T0/B0/secret" },
          types: ["report.completed", "report.failed"],
        },
      },
    },
    answers: { CreatedWebhook: { status: 201, summary: "A new destination", data: createdWebhook } },
  }),
}).run(async (context, { kind = "webhook", url, name, types, projectId, quotes = true }) => {
  const { caller, destinationVault: vault, now, write } = context;
  const project = projectId ? await context.ownProject(projectId) : null;
  const address = await givenAddress(context, { kind, url });
  const secret = kind === "webhook" ? newSigningSecret() : null;
  const sealed: SealedDestination = { url: address, secrets: secret ? [{ secret, until: null }] : [] };
  const { organizationId, userId } = caller;
  const id = newId();
  const webhook = {
    ...{ id, organizationId, userId, kind, quotes, name: name ?? null, projectId: project?.id ?? null },
    ...{ types: types ? [...new Set(types)] : null, sealed: await vault.seal(id, sealed) },
  };
  return write(async (db) => {
    await lockOrganization(db, organizationId);
    if ((await countWebhooks(db, organizationId)) >= webhooksMax)
      throw new Problem("WEBHOOK_LIMIT_REACHED", { details: { limit: webhooksMax } });
    const created = await insertWebhook(db, webhook, now());
    return reply({ ...(await shownWebhook(vault, created)), secret }, { location: `/v1/webhooks/${id}` });
  });
});
