import { Type } from "typebox";
import { action } from "../../api/action.ts";
import { reply } from "../../api/reply.ts";
import { invalid, Problem } from "../../kernel/problem.ts";
import { WebhookId } from "../destinations/webhook-terms.ts";
import { findWebhook } from "../destinations/webhooks.ts";
import { channelDigest, webhookId } from "../telling-examples.ts";
import { chooseDigest } from "./digest-choice.ts";
import { digestFields, timezoneIn } from "./digest-terms.ts";
import { ChannelDigestView, channelDigestView } from "./digest-view.ts";

export const setChannelDigest = action({
  name: "set_channel_digest",
  http: "PUT /v1/webhooks/{webhookId}/digest",
  summary: "Choose whether a channel is told every Monday what the week brought.",
  description:
    "For admins. A channel of a chat tool is told on Mondays at 8:00 in `timezone` what changed clearly in its projects, three next steps, what ran and what it cost.",
  tag: "organization",
  scope: "projects:write",
  role: "admin",
  effect: "writes",
  limit: "write",
  sessionOnly: true,
  audit: (_, { active }) => ({ details: { active } }),
  problems: ["WEBHOOK_NOT_FOUND"],
  input: Type.Object({ webhookId: WebhookId, ...digestFields }),
  output: ChannelDigestView,
  example: () => ({
    fields: { webhookId },
    bodies: {
      usual: { summary: "Every Monday", value: { active: true, timezone: channelDigest.timezone! } },
    },
    answers: { ChannelDigest: { summary: "Every Monday", data: channelDigest } },
  }),
}).run(({ caller: { organizationId }, now, write }, { webhookId, active, timezone, onlyChanges = false }) => {
  const choice = { active, timezone: timezoneIn(timezone), onlyChanges };
  return write(async (db) => {
    const webhook = await findWebhook(db, organizationId, webhookId, { lock: true });
    if (!webhook) throw new Problem("WEBHOOK_NOT_FOUND");
    if (webhook.kind === "webhook" || webhook.kind === "email") throw notForPeople();
    const owner = { webhookId: webhook.id };
    return reply(channelDigestView(await chooseDigest(db, { organizationId, owner, now: now() }, choice)));
  });
});

const notForPeople = () =>
  invalid([
    {
      ...{ in: "path", path: "/webhookId", code: "not_of_this_kind" },
      message:
        "Only channels of Slack, Discord and Teams are told a digest. A member chooses it with PUT /v1/account/digest.",
    },
  ]);
