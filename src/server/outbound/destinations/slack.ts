import type { Message } from "./destination.ts";
import { plainText } from "./plain-text.ts";

/** Slack's limits: header 150, section 3,000. Source: docs.slack.dev/reference/block-kit/blocks. */
const [titleMax, textMax] = [150, 2_500];

/** What Slack reads as markup, and as mentions, begins with one of these. Source: docs.slack.dev/messaging/formatting-message-text. */
const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === "&" ? "&amp;" : sign === "<" ? "&lt;" : "&gt;"));

/** Tools that take Slack's messages, such as Mattermost and Rocket.Chat, read `text` as Markdown, and every @ as a mention. */
const withoutMarkdown = (text: string): string =>
  text.replace(/@/g, "@\u200b").replace(/\](?=[([])/g, "]\u200b");

/** A message for an incoming webhook: blocks, and `text` for notifications and for tools that show no blocks. */
export function slackMessage({ title, says, link }: Message): object {
  const says_ = plainText(says, textMax);
  const text = plainText(`${title}${says === "" ? "" : `\n${says}`}`, textMax);
  return {
    text: `${escaped(withoutMarkdown(text))}${link ? `\n${link.url}` : ""}`,
    blocks: [
      { type: "header", text: { type: "plain_text", text: plainText(title, titleMax), emoji: false } },
      // Plain text has no markup, so that no name can be read as any.
      ...(says_ === "" ? [] : [{ type: "section", text: { type: "plain_text", text: says_, emoji: false } }]),
      ...(link
        ? [
            {
              type: "section",
              text: {
                type: "mrkdwn",
                text: `<${escaped(link.url)}|${escaped(link.label)}>`,
              },
            },
          ]
        : []),
    ],
  };
}
