import type { Message } from "./destination.ts";
import { plainText } from "./plain-text.ts";

/** A message has room for 28 KB, in which a character may take 3 bytes and more in JSON. */
const [titleMax, textMax] = [200, 3_000];

/** Runs of text have no Markdown, which a `TextBlock` would have. */
const runs = (text: string, style: object = {}) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text, ...style }],
});

/**
 * A message for a workflow that posts to a channel when a webhook request comes in. Source: learn.microsoft.com, "Create incoming
 * webhooks with Workflows for Microsoft Teams".
 */
export const teamsMessage = ({ title, says, link }: Message): object => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        body: [
          runs(plainText(title, titleMax), { weight: "Bolder", size: "Medium" }),
          // A run has no line breaks.
          ...plainText(says, textMax)
            .split("\n")
            .filter((line) => line !== "")
            .map((line) => runs(line)),
        ],
        ...(link
          ? { actions: [{ type: "Action.OpenUrl", title: plainText(link.label, titleMax), url: link.url }] }
          : {}),
      },
    },
  ],
});
