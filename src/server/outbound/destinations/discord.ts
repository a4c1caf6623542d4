import type { Message } from "./destination.ts";
import { plainText } from "./plain-text.ts";

/** Source: docs.discord.com/developers/resources/message, "Embed Limits". */
const [titleMax, textMax] = [256, 4_096];

/** Discord's Markdown, and what begins a mention. */
const escaped = (text: string): string => text.replace(/[\\*_~`|>#[\]()<@:-]/g, "\\$&");

/** Escapes count. */
const within = (text: string, most: number): string =>
  plainText(escaped(plainText(text, most)), most).replace(/\\?…$/, "…");

/** Discord refuses a whole message for the address of a host without a domain, which servers within a company have. */
const takesAddress = (address: string): boolean =>
  /\.[a-z][a-z0-9-]*\.?$/i.test(URL.parse(address)?.hostname ?? "");

/** A message for a webhook of a channel; whatever is in it, nobody is mentioned. */
export function discordMessage({ title, says, link }: Message): object {
  const ofTitle = link !== null && takesAddress(link.url);
  const line = link === null || ofTitle ? "" : link.url;
  const description = [says === "" ? "" : within(says, textMax - line.length - 1), line]
    .filter((part) => part !== "")
    .join("\n");
  return {
    embeds: [
      {
        title: within(title, titleMax),
        ...(description === "" ? {} : { description }),
        ...(ofTitle ? { url: link.url } : {}),
      },
    ],
    allowed_mentions: { parse: [] },
  };
}
