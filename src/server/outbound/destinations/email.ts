import { withoutLinks } from "../mail/letter-text.ts";
import type { Mail } from "../mail/mail.ts";
import type { Message } from "./destination.ts";

const [subjectMax, textMax] = [150, 4_000];

/** Mail has no control and format characters, and no links but ours: names and quotes are other people's. */
const letters = (text: string, most: number): string =>
  [...withoutLinks(text.toWellFormed().replace(/\s+/gu, " ").replace(/\p{C}/gu, ""))].slice(0, most).join("");

export const eventLetter = (
  to: string,
  { title, says, link, settingsUrl }: Message,
): Omit<Mail, "until"> => ({
  to,
  subject: letters(title, subjectMax),
  text: `${[
    letters(title, subjectMax),
    ...says
      .slice(0, textMax)
      .split("\n")
      .map((line) => letters(line, textMax))
      .filter((line) => line !== ""),
    ...(link ? [`${letters(link.label, subjectMax)}:\n${link.url}`] : []),
    `You get this because you chose to. To change or end it:\n${settingsUrl}`,
  ].join("\n\n")}\n`,
});
