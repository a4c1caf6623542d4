import { colours, escaped, heading, letterLine, letterPage, line, link, name } from "../letter-html.ts";
import type { DigestLetter } from "./digest.ts";
import type { WeekChange } from "./digest-words.ts";

type ListedChange = Omit<WeekChange, "isBad">;

/** What a letter about a week says, in plain text; names in it are other people's. */
export interface DigestWords {
  /** Its subject. */
  title: string;
  /** "Monday 16 to Sunday 22 November 2026" */
  days: string;
  changes: readonly { project: string; projectChanges: readonly ListedChange[] }[];
  /** Where nothing changed: so in a sentence. */
  unchanged: string;
  /** Changes that are not listed, in a sentence; null: none. */
  more: string | null;
  steps: readonly { project: string | null; title: string; rationale: string; url: string }[];
  ran: string;
  /** Why this comes. */
  reason: string;
  siteUrl: string;
}

interface Links {
  settingsUrl: string;
  unsubscribeUrl: string;
}

const subjectMax = 150;

/** The letter in both forms; each says all. */
export const digestLetter = (words: DigestWords, links: Links): DigestLetter => ({
  subject: letterLine(`Your week: ${words.title}`, subjectMax),
  text: asText(words, links),
  html: asHtml(words, links),
});

/** Bytes of HTML for changes. Gmail cuts a letter at 102 KB, and with its end why it comes and how it is stopped. */
const changesBytesMost = 80_000;

/** As many changes as a letter has room for, in their order. */
export function inLetter<C extends ListedChange>(
  changed: readonly { project: string; projectChanges: readonly C[] }[],
): { project: string; projectChanges: C[] }[] {
  let bytesLeft = changesBytesMost;
  return changed.flatMap(({ project, projectChanges }) => {
    const fitting = projectChanges.filter((one) => {
      bytesLeft -= Buffer.byteLength(changeHtml(one));
      return bytesLeft >= 0;
    });
    return fitting.length > 0 ? [{ project, projectChanges: fitting }] : [];
  });
}

function asText({ days, changes, unchanged, more, steps, ran, reason }: DigestWords, links: Links): string {
  const blocks = [
    `Your week, ${days}`,
    "WHAT CHANGED",
    ...(changes.length === 0
      ? [unchanged]
      : changes.map(({ project, projectChanges }) =>
          [
            letterLine(project),
            ...projectChanges.map(({ sentence, behind, page }) =>
              [sentence, ...behind]
                .map((one) => letterLine(one))
                .concat(page.url)
                .join("\n"),
            ),
          ].join("\n"),
        )),
    ...(more === null ? [] : [more]),
    ...(steps.length === 0 ? [] : ["NEXT STEPS"]),
    ...steps.map(({ project, title, rationale, url }, index) =>
      [
        `${index + 1}. ${letterLine(title)}`,
        ...(project === null ? [] : [letterLine(project)]),
        letterLine(rationale),
        url,
      ].join("\n"),
    ),
    "WHAT RAN",
    ran,
    `-- \n${reason}\nChange it: ${links.settingsUrl}\nUnsubscribe: ${links.unsubscribeUrl}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

const changeHtml = ({ sentence, behind, page }: ListedChange): string =>
  `${line(escaped(sentence))}${behind.map((one) => line(escaped(one), "soft")).join("")}${line(link(page.url, page.label))}`;

function asHtml(
  { title, days, changes, unchanged, more, steps, ran, reason }: DigestWords,
  links: Links,
): string {
  const parts = [
    `<p class="soft" style="margin:0 0 4px;color:${colours.soft}">Your week, ${escaped(days)}</p>`,
    `<h1 class="ink" style="margin:0;font-size:24px;line-height:1.25;color:${colours.ink}">${escaped(title)}</h1>`,
    heading("What changed"),
    ...(changes.length === 0
      ? [line(escaped(unchanged))]
      : changes.map(
          ({ project, projectChanges }) =>
            `<div style="margin:0 0 16px">${line(name(project))}${projectChanges.map(changeHtml).join("")}</div>`,
        )),
    ...(more === null ? [] : [line(escaped(more), "soft")]),
    ...(steps.length === 0
      ? []
      : [
          heading("Next steps"),
          `<ol style="margin:0;padding:0 0 0 24px" class="ink">${steps
            .map(
              ({ project, title, rationale, url }) =>
                `<li class="ink" style="margin:0 0 16px;color:${colours.ink}">${line(link(url, escaped(title)))}${
                  project === null ? "" : line(name(project))
                }${line(escaped(rationale), "soft")}</li>`,
            )
            .join("")}</ol>`,
        ]),
    heading("What ran"),
    line(escaped(ran)),
    `<div class="rule" style="margin:28px 0 0;padding-top:16px;border-top:1px solid ${colours.hair};font-size:14px">${line(
      `${escaped(reason)} ${link(links.settingsUrl, "Change it")} or ${link(links.unsubscribeUrl, "unsubscribe")}.`,
      "soft",
    )}</div>`,
  ];
  return letterPage(title, parts);
}
