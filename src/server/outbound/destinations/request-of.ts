import type { Destination, Message } from "./destination.ts";
import { discordMessage } from "./discord.ts";
import { slackMessage } from "./slack.ts";
import { teamsMessage } from "./teams.ts";
import { signedWebhook } from "./webhook.ts";

/** Body and headers of the request that carries a message. */
export function requestOf(
  { kind, secrets }: Destination,
  message: Message,
  now: Date,
): { body: string; headers: Record<string, string> } {
  switch (kind) {
    case "webhook":
      return signedWebhook(message, secrets, now);
    case "slack":
      return { body: JSON.stringify(slackMessage(message)), headers: {} };
    case "discord":
      return { body: JSON.stringify(discordMessage(message)), headers: {} };
    case "teams":
      return { body: JSON.stringify(teamsMessage(message)), headers: {} };
    case "email":
      throw new RangeError("mail is no request");
  }
}
