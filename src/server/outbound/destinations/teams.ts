import type { Message } from "./destination.ts";
import { plainText } from "./plain-text.ts";

/** A message has room for 28 KB, in which a character may take 3 bytes, a line 70 more, and what Teams adds a fifth of the whole. */
const [titleMax, textMax, linesMax] = [200, 3_000, 60];

/** What is beyond the most lines follows in the last one. */
function linesOf(says: string): string[] {
  const lines = plainText(says, textMax)
    .split("\n")
    .filter((line) => line !== "");
  const rest = lines.splice(linesMax - 1);
  return rest.length > 0 ? [...lines, rest.join(" ")] : lines;
}

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
          ...linesOf(says).map((line) => runs(line)),
        ],
        ...(link
          ? { actions: [{ type: "Action.OpenUrl", title: plainText(link.label, titleMax), url: link.url }] }
          : {}),
      },
    },
  ],
});
