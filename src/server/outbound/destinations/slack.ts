import type { Message } from "./destination.ts";
import { plainText } from "./plain-text.ts";

/** Slack's limits: header 150, section 3,000. Source: docs.slack.dev/reference/block-kit/blocks. */
const [titleMax, textMax] = [150, 2_500];

/** What Slack reads as markup, and as mentions, begins with one of these. Source: docs.slack.dev/messaging/formatting-message-text. */
const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === "&" ? "&amp;" : sign === "<" ? "&lt;" : "&gt;"));

/** A message for an incoming webhook: blocks, and `text` for notifications. */
export function slackMessage({ title, says, link }: Message): object {
  const says_ = plainText(says, textMax);
  return {
    text: escaped(plainText(`${title}${says === "" ? "" : `\n${says}`}`, textMax)),
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
