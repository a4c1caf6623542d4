import type { Message } from "./destination.ts";
import { plainText } from "./plain-text.ts";

/** Source: docs.discord.com/developers/resources/message, "Embed Limits". */
const [titleMax, textMax] = [256, 4_096];

/** Discord's Markdown, and what begins a mention. */
const escaped = (text: string): string => text.replace(/[\\*_~`|>#[\]()<@:-]/g, "\\$&");

/** Escapes count. */
const within = (text: string, most: number): string =>
  plainText(escaped(plainText(text, most)), most).replace(/\\?…$/, "…");

/** A message for a webhook of a channel; whatever is in it, nobody is mentioned. */
export const discordMessage = ({ title, says, link }: Message): object => ({
  embeds: [
    {
      title: within(title, titleMax),
      ...(says === "" ? {} : { description: within(says, textMax) }),
      ...(link ? { url: link.url } : {}),
    },
  ],
  allowed_mentions: { parse: [] },
});
